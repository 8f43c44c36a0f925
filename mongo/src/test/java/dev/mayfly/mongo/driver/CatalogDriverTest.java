package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.CreateCollectionOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class CatalogDriverTest extends CollectionTest {
  @Test
  void collectionsAreMadeListedAndDropped() {
    database.createCollection("made");
    insert("{'_id': 1}");

    assertThat(database.listCollectionNames()).containsExactly("c", "made");
    database.getCollection("made").drop();
    assertThat(database.listCollectionNames()).containsExactly("c");
  }

  @Test
  void theListHasTypesAndOptions() {
    database.createCollection("made");

    Document listed = database.listCollections().filter(new Document("name", "made")).first();

    assertThat(listed.get("type")).isEqualTo("collection");
    assertThat(listed.get("info", Document.class).get("readOnly")).isEqualTo(false);
    assertThat(listed.get("info", Document.class).get("uuid")).isNotNull();
    assertThat(listed.get("idIndex", Document.class))
        .isEqualTo(json("{'v': 2, 'key': {'_id': 1}, 'name': '_id_'}"));
  }

  @Test
  void aClusteredIndexIsOnTheId() {
    refused(72, () -> run("{'create': 'c', 'expireAfterSeconds': 100}"));
    refused(5979703, () -> run("{'create': 'c', 'clusteredIndex': true}"));
    refused(40414, () -> run("{'create': 'c', 'clusteredIndex': {'key': {'_id': 1}}}"));
    refused(197, () -> run("{'create': 'c', 'clusteredIndex': {'key': {'a': 1}, 'unique': true}}"));
    refused(
        5979700,
        () -> run("{'create': 'c', 'clusteredIndex': {'key': {'_id': 1}, 'unique': false}}"));
    String clustered =
        "{'create': 'c', 'clusteredIndex': {'key': {'_id': 1}, 'unique': true, 'name': 'mine'}";
    refused(72, () -> run(clustered + ", 'expireAfterSeconds': -1}"));

    run(clustered + "}");
    collection.createIndex(json("{'_id': 1}"));
    assertThat(collection.listIndexes())
        .containsExactly(
            json(
                "{'v': 2, 'key': {'_id': 1}, 'name': 'mine', 'unique': true,"
                    + " 'clustered': true}"));
    refused(5979800, () -> run("{'dropIndexes': 'c', 'index': 'mine'}"));
    refused(5979800, () -> run("{'dropIndexes': 'c', 'index': {'_id': 1}}"));
    refused(72, () -> run("{'collMod': 'c', 'expireAfterSeconds': 'on'}"));
  }

  @Test
  void makingItAgainIsFineUnlessItDiffers() {
    run("{'create': 'made'}");
    run("{'create': 'made'}");

    refused(48, () -> run("{'create': 'made', 'validator': {'a': 1}}"));
  }

  @Test
  void droppingWhatIsMissingIsFine() {
    assertThat(run("{'drop': 'nothing'}").get("ok")).isEqualTo(1.0);
    assertThat(run("{'dropDatabase': 1}").get("ok")).isEqualTo(1.0);
  }

  @Test
  void aDropReturnsTheNumberOfIndexes() {
    insert("{'_id': 1}");

    BsonDocument reply = runRaw("{drop: 'c'}");

    assertThat(reply.getInt32("nIndexesWas").getValue()).isEqualTo(1);
    assertThat(reply.getString("ns").getValue()).isEqualTo(database.getName() + ".c");
  }

  @Test
  void databasesAreListedWhileTheyHaveCollections() {
    insert("{'_id': 1}");
    assertThat(SERVER.client().listDatabaseNames()).contains(database.getName());

    database.drop();

    assertThat(SERVER.client().listDatabaseNames()).doesNotContain(database.getName());
  }

  @Test
  void namesThatMakeNoSenseAreRefused() {
    refused(73, () -> run("{'create': ''}"));
    refused(73, () -> run("{'create': 'a$b'}"));
    refused(73, () -> run("{'create': '.a'}"));
    refused(73, () -> run("{'create': 'system.foo'}"));
    refused(73, () -> run("{'create': '" + "x".repeat(250) + "'}"));
  }

  @Test
  void containersOfTheOtherFrontEndAreLeftAlone() {
    SERVER.engine().createDatabase(database.getName());
    SERVER
        .engine()
        .createContainer(
            database.getName(), ContainerDefinition.named("other").partitionKey("/pk").build());
    insert("{'_id': 1}");

    assertThat(database.listCollectionNames()).containsExactly("c");
    assertThat(database.getCollection("other").find()).isEmpty();
    refused(48, () -> database.getCollection("other").insertOne(new Document()))
        .hasMessageContaining("NoSQL");
    database.drop();
    assertThat(SERVER.engine().containers(database.getName())).hasSize(1);
  }

  @Test
  void validatorsAreEnforced() {
    database.createCollection(
        "v",
        new CreateCollectionOptions()
            .validationOptions(
                new com.mongodb.client.model.ValidationOptions()
                    .validator(json("{'a': {'$gt': 5}}"))));

    refused(121, () -> database.getCollection("v").insertOne(json("{'a': 1}")))
        .hasMessageContaining("Document failed validation");
    database.getCollection("v").insertOne(json("{'_id': 1, 'a': 6}"));
    refused(
        121,
        () ->
            database.getCollection("v").updateOne(json("{'_id': 1}"), json("{'$set': {'a': 0}}")));
    run("{'insert': 'v', 'documents': [{'_id': 2}], 'bypassDocumentValidation': true}");
    run("{'collMod': 'v', 'validator': {}}");
    database.getCollection("v").insertOne(json("{'_id': 3, 'a': 1}"));
    List<Object> ids = new ArrayList<>();
    database.getCollection("v").find().forEach(document -> ids.add(document.get("_id")));
    assertThat(ids).containsExactly(1, 2, 3);
  }

  @Test
  void databasesDoNotDifferByCaseOnly() {
    insert("{'_id': 1}");
    String other = database.getName().toUpperCase(Locale.ROOT);
    refused(
        13297, () -> SERVER.client().getDatabase(other).getCollection("c").insertOne(json("{}")));
    database.drop();
    SERVER.client().getDatabase(other).createCollection("c");
  }

  @Test
  void viewsAreNotMadeByWrites() {
    refused(73, () -> database.getCollection("system.views").insertOne(json("{'_id': 'a.b'}")));
  }
}
