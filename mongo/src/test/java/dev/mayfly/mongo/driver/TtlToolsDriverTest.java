package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is our own: remaining seconds in queries (rule G3), and expiry events (rule F3). */
class TtlToolsDriverTest extends TtlTest {
  private static final Document LEFT =
      new Document("left", new Document("$meta", "mayflyRemainingSeconds"));

  private List<Document> find(Document projection, Document sort) {
    return collection.find().projection(projection).sort(sort).into(new ArrayList<>());
  }

  @Test
  @Rule("G3")
  void aProjectionShowsHowLongDocumentsStillHave() {
    ttl(100);
    collection.insertOne(Document.parse("{_id: 1, n: 3}"));
    collection.insertOne(Document.parse("{_id: 2, n: 2, ttl: 40}"));
    collection.insertOne(Document.parse("{_id: 3, n: 1, ttl: -1}"));
    clock().advance(10);
    assertThat(find(LEFT, new Document("_id", 1)))
        .extracting(each -> each.get("left"))
        .containsExactly(90L, 30L, null);
    assertThat(find(LEFT, new Document("n", 1)))
        .extracting(each -> each.get("left"))
        .containsExactly(null, 30L, 90L);
    assertThat(collection.find(new Document("_id", 1)).projection(LEFT).first())
        .isEqualTo(Document.parse("{_id: 1, n: 3, left: {$numberLong: '90'}}"));
    clock().advance(30);
    assertThat(find(LEFT, new Document("_id", 1))).hasSize(2);
  }

  @Test
  @Rule({"G3", "D5"})
  void theEarliestDeadlineCounts() {
    dateTtl("at", 5);
    collection.insertOne(new Document("_id", 1).append("at", new Date(nowMillis() + 20_000)));
    collection.insertOne(new Document("_id", 2));
    assertThat(find(LEFT, new Document("_id", 1)))
        .extracting(each -> each.get("left"))
        .containsExactly(25L, null);
  }

  @Test
  @Rule("G3")
  void pipelinesHaveItUntilTheyMakeNewDocuments() {
    ttl(100);
    collection.insertMany(
        List.of(Document.parse("{_id: 1, n: 2}"), Document.parse("{_id: 2, n: 1, ttl: 7}")));
    Document add = new Document("$addFields", LEFT);
    assertThat(
            collection.aggregate(
                List.of(
                    Document.parse("{$match: {n: {$gt: 0}}}"),
                    Document.parse("{$sort: {n: 1}}"),
                    add)))
        .extracting(each -> each.get("left"))
        .containsExactly(7L, 100L);
    assertThat(
            collection.aggregate(
                List.of(
                    Document.parse(
                        "{$group: {_id: null, least: {$min: {$meta:"
                            + " 'mayflyRemainingSeconds'}}}}"))))
        .extracting(each -> each.get("least"))
        .containsExactly(7L);
    assertThatThrownBy(
            () ->
                collection
                    .aggregate(List.of(Document.parse("{$group: {_id: '$n'}}"), add))
                    .into(new ArrayList<>()))
        .isInstanceOf(MongoCommandException.class)
        .hasMessageContaining("40218")
        .hasMessageContaining("before stages that make new documents");
  }

  @Test
  @Rule("F3")
  void expiryEventsAreSwitchedByCollModAndCreate() {
    ttl(10);
    run("{collMod: 'c', mayflyExpiryEvents: {enabled: true, retentionSeconds: 60}}");
    assertThat(retention("c")).isEqualTo(new Retention(60, 1L << 30));
    collMod(20);
    assertThat(retention("c")).isEqualTo(new Retention(60, 1L << 30));
    run("{collMod: 'c', mayflyExpiryEvents: {enabled: false}}");
    assertThat(retention("c")).isNull();
    run("{create: 'watched', mayflyExpiryEvents: {enabled: true}}");
    assertThat(retention("watched")).isEqualTo(new Retention(86_400, 1L << 30));
  }

  private Retention retention(String name) {
    return SERVER.engine().container(database.getName(), name).definition().expiryEvents();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{collMod: 'c', mayflyExpiryEvents: {}}",
        "{collMod: 'c', mayflyExpiryEvents: {enabled: 1}}",
        "{collMod: 'c', mayflyExpiryEvents: {enabled: true, retentionSeconds: 0}}",
        "{collMod: 'c', mayflyExpiryEvents: {enabled: true, other: 1}}",
        "{collMod: 'c', mayflyExpiryEvents: true}",
        "{create: 'v', viewOn: 'c', pipeline: [], mayflyExpiryEvents: {enabled: true}}"
      })
  void badOptionsAreRefused(String command) {
    collection.insertOne(new Document());
    assertThatThrownBy(() -> runRaw(command)).isInstanceOf(MongoCommandException.class);
  }
}
