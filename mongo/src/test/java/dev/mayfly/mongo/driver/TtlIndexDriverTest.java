package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Rule;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The index on {@code _ts} is the switch of the collection's TTL. */
@Rule("D1")
class TtlIndexDriverTest extends TtlTest {
  private BsonDocument create(String seconds) {
    return runRaw(
        "{createIndexes: 'c', indexes: [{key: {_ts: 1}, name: '_ts_1', expireAfterSeconds: "
            + seconds
            + "}]}");
  }

  private List<Document> indexes() {
    return collection.listIndexes().into(new java.util.ArrayList<>());
  }

  @Test
  void theReplyHasTheActualNumbers() {
    BsonDocument reply = create("10");

    assertThat(reply.getString("_t").getValue()).isEqualTo("CreateIndexesResponse");
    assertThat(reply.getBoolean("createdCollectionAutomatically").getValue()).isTrue();
    assertThat(reply.getInt32("numIndexesBefore").getValue()).isEqualTo(1);
    assertThat(reply.getInt32("numIndexesAfter").getValue()).isEqualTo(2);
    assertThat(create("10").getString("note").getValue()).isEqualTo("all indexes already exist");
  }

  @Test
  void theListShowsIt() {
    create("10");

    assertThat(indexes())
        .containsExactly(
            json("{'v': 2, 'key': {'_id': 1}, 'name': '_id_'}"),
            json("{'v': 2, 'key': {'_ts': 1}, 'name': '_ts_1', 'expireAfterSeconds': 10}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "NumberLong(10)", "10.0", "10.9", "NumberDecimal('10')"})
  void secondsOfAnyNumericTypeAreTaken(String seconds) {
    create(seconds);
    insert("{'_id': 1}");

    assertThat(indexes().get(1).get("expireAfterSeconds")).isEqualTo(10);
    clock().advance(9);
    assertThat(ids()).containsExactly(1);
    clock().advance(1);
    assertThat(ids()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "0.9", "-2", "NumberLong('2147483648')", "'10'", "true", "null", "NaN"})
  void otherSecondsAreRefused(String seconds) {
    refused(67, () -> create(seconds));
    assertThat(database.listCollectionNames()).doesNotContain("c");
  }

  @Test
  void anotherValueNeedsCollMod() {
    create("10");

    refused(85, () -> create("20")).hasMessageContaining("An equivalent index already exists");
    assertThat(indexes().get(1).get("expireAfterSeconds")).isEqualTo(10);
  }

  @Test
  @Rule({"A7", "D1"})
  void collModChangesItForAllDocumentsAtOnce() {
    create("1000");
    insert("{'_id': 1}");
    clock().advance(50);

    BsonDocument reply = collMod(40);

    assertThat(reply.getInt64("expireAfterSeconds_old").getValue()).isEqualTo(1000);
    assertThat(reply.getInt64("expireAfterSeconds_new").getValue()).isEqualTo(40);
    assertThat(ids()).isEmpty();
    assertThat(indexes().get(1).get("expireAfterSeconds")).isEqualTo(40);
  }

  @Test
  @Rule("B5")
  void deadStaysDead() {
    create("10");
    insert("{'_id': 1}");
    clock().advance(10);

    collMod(1_000_000);
    assertThat(ids()).isEmpty();
    collection.dropIndex("_ts_1");
    assertThat(ids()).isEmpty();
  }

  @Test
  @Rule("A8")
  void droppingItSwitchesTtlOff() {
    create("10");
    insert("{'_id': 1}", "{'_id': 2, 'ttl': 5}");

    collection.dropIndex("_ts_1");
    clock().advance(1000);

    assertThat(ids()).containsExactly(1, 2);
    create("-1");
    assertThat(ids()).containsExactly(1);
  }

  @Test
  void withoutSecondsItIsAnOrdinaryIndex() {
    collection.createIndex(new Document("_ts", 1));
    insert("{'_id': 1, 'ttl': 5}");
    clock().advance(1000);

    assertThat(ids()).containsExactly(1);
  }

  private void createOnTs(String name, String key, String options) {
    run(
        "{'createIndexes': 'c', 'indexes': [{'key': {'_ts': "
            + key
            + "}, 'name': '"
            + name
            + "'"
            + options
            + "}]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ", 'expireAfterSeconds': 10, 'unique': true",
        ", 'expireAfterSeconds': 10, 'sparse': true",
        ", 'expireAfterSeconds': 10, 'partialFilterExpression': {'a': 1}",
        ", 'unique': true"
      })
  void whatIsForTheWholeCollectionTakesNoSuchOption(String options) {
    refused(67, () -> createOnTs("t", "1", options));
    assertThat(database.listCollectionNames()).doesNotContain("c");
  }

  @Test
  void itIsAscendingOrDescending() {
    refused(67, () -> createOnTs("t", "'hashed'", ", 'expireAfterSeconds': 10"));
    createOnTs("t", "-1", ", 'expireAfterSeconds': 10");
    insert("{'_id': 1}");
    clock().advance(10);
    assertThat(ids()).isEmpty();
  }

  @Test
  void thereIsOneOfThem() {
    create("10");
    refused(85, () -> createOnTs("other", "-1", ", 'expireAfterSeconds': 20"));
    createOnTs("plain", "-1", "");
    refused(
        72, () -> run("{'collMod': 'c', 'index': {'name': 'plain', 'expireAfterSeconds': 20}}"));
    assertThat(indexes().get(1).get("expireAfterSeconds")).isEqualTo(10);
  }

  @Test
  void collModMakesNoneOfAnIndexThatLeavesDocumentsOut() {
    createOnTs("part", "1", ", 'partialFilterExpression': {'a': 1}");
    refused(72, () -> run("{'collMod': 'c', 'index': {'name': 'part', 'expireAfterSeconds': 20}}"));
    refused(72, () -> run("{'collMod': 'c', 'index': {'name': 'part', 'unique': true}}"));
    refused(72, () -> run("{'collMod': 'c', 'index': {'name': 'part', 'prepareUnique': true}}"));
    insert("{'_id': 1}");
    clock().advance(1000);
    assertThat(ids()).containsExactly(1);
  }

  @Test
  void collModWithABadValueChangesNothing() {
    create("10");

    refused(72, () -> collMod(0));
    refused(72, () -> collMod(-2));
    refused(
        14, () -> run("{'collMod': 'c', 'index': {'name': '_ts_1', 'expireAfterSeconds': 'x'}}"));
    assertThat(indexes().get(1).get("expireAfterSeconds")).isEqualTo(10);
  }

  @Test
  @Rule("D2")
  void theTimeOfTheLastWriteIsTheServers() {
    refused(2, () -> insert("{'_id': 1, '_ts': 5}"));
    insert("{'_id': 1}");
    refused(2, () -> collection.updateOne(json("{'_id': 1}"), json("{'$set': {'_ts': 5}}")));
    refused(2, () -> collection.replaceOne(json("{'_id': 1}"), json("{'_ts': 5}")));
    assertThat(collection.find().projection(json("{'_ts': 1}")).first())
        .isEqualTo(json("{'_id': 1}"));
    insert("{'_id': 2, 'inner': {'_ts': 5}}");
  }

  @Test
  @Rule("D8")
  void aFieldNamedIdIsData() {
    for (int i = 0; i < 5; i++) {
      insert("{'id': 1, 'ttl': 20}");
    }
    insert("{'_id': 1}", "{'_id': '1'}");

    assertThat(collection.find(json("{'id': 1}"))).hasSize(5);
    assertThat(ids()).hasSize(7);
  }
}
