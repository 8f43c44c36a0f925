package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ReadConcern;
import com.mongodb.client.ClientSession;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Read and write concerns: those that one server can keep are taken, others refused. */
class ConcernsDriverTest extends CollectionTest {
  @ParameterizedTest
  @ValueSource(strings = {"local", "available", "majority", "linearizable"})
  void aReadTakesTheLevelsThatItKeeps(String level) {
    insert("{'_id': 1}");
    ReadConcern concern = new ReadConcern(com.mongodb.ReadConcernLevel.fromString(level));

    assertThat(collection.withReadConcern(concern).find()).hasSize(1);
    assertThat(collection.withReadConcern(concern).countDocuments()).isEqualTo(1);
    assertThat(collection.withReadConcern(concern).estimatedDocumentCount()).isEqualTo(1);
    assertThat(collection.withReadConcern(concern).distinct("_id", Integer.class)).hasSize(1);
  }

  @Test
  void aCausalSessionReads() {
    try (ClientSession session =
        SERVER
            .client()
            .startSession(ClientSessionOptions.builder().causallyConsistent(true).build())) {
      collection.insertOne(session, new Document("_id", 1));
      assertThat(collection.find(session)).hasSize(1);
    }
  }

  @Test
  void whatIsNoReadConcernIsRefused() {
    refused(2, () -> run("{'find': 'c', 'readConcern': {'level': 'strong'}}"))
        .hasMessageContaining("'strong' for field 'readConcern.level' is not a valid value");
    refused(14, () -> run("{'find': 'c', 'readConcern': {'level': 1}}"));
    refused(14, () -> run("{'find': 'c', 'readConcern': 'local'}"));
    refused(40415, () -> run("{'find': 'c', 'readConcern': {'lvl': 'local'}}"));
    refused(
        72,
        () ->
            run(
                "{'find': 'c', 'readConcern':"
                    + " {'atClusterTime': {'$timestamp': {'t': 1, 'i': 1}}}}"));
    refused(
        72,
        () ->
            run(
                "{'find': 'c', 'readConcern': {'level': 'available',"
                    + " 'afterClusterTime': {'$timestamp': {'t': 1, 'i': 1}}}}"));
    run("{'find': 'c', 'readConcern': {}}");
    run("{'find': 'c', 'readConcern': null}");
  }

  @Test
  void whatDoesNotReadTakesNoOtherThanLocal() {
    run("{'insert': 'c', 'documents': [{'_id': 1}], 'readConcern': {'level': 'local'}}");
    refused(
        72,
        () ->
            run(
                "{'insert': 'c', 'documents': [{'_id': 2}],"
                    + " 'readConcern': {'level': 'majority'}}"));
    refused(72, () -> run("{'listCollections': 1, 'readConcern': {'level': 'linearizable'}}"));
    refused(
        72,
        () ->
            run(
                "{'aggregate': 'c', 'pipeline': [{'$out': 'd'}], 'cursor': {},"
                    + " 'readConcern': {'level': 'linearizable'}}"));
    assertThat(ids()).containsExactly(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'w': -1}",
        "{'w': 51}",
        "{'w': true}",
        "{'j': 'yes'}",
        "{'j': true, 'fsync': true}",
        "{'wtimeout': 'long'}",
        "{'x': 1}"
      })
  void whatIsNoWriteConcernIsRefused(String concern) {
    for (String command :
        new String[] {
          "'insert': 'c', 'documents': [{'_id': 1}]",
          "'create': 'c'",
          "'createIndexes': 'c', 'indexes': [{'key': {'a': 1}, 'name': 'a'}]",
          "'aggregate': 'c', 'pipeline': [], 'cursor': {}"
        }) {
      refused(9, () -> run("{" + command + ", 'writeConcern': " + concern + "}"));
    }
    assertThat(database.listCollectionNames()).isEmpty();
  }

  @Test
  void whatOnlyReadsTakesNoWriteConcern() {
    refused(72, () -> run("{'find': 'c', 'writeConcern': {'w': 1}}"));
    refused(72, () -> run("{'ping': 1, 'writeConcern': {'w': 1}}"));
    run("{'insert': 'c', 'documents': [{'_id': 1}], 'writeConcern': {'w': 'majority', 'j': true}}");
    run("{'drop': 'c', 'writeConcern': {'w': 1, 'wtimeout': 100}}");
  }
}
