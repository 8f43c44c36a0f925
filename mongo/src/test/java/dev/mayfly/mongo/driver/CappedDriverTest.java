package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.CursorType;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.CreateCollectionOptions;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Collections that hold so much and forget the oldest. */
class CappedDriverTest extends CollectionTest {
  @BeforeEach
  void fiveDocumentsAtMost() {
    database.createCollection(
        "c", new CreateCollectionOptions().capped(true).sizeInBytes(100_000).maxDocuments(5));
  }

  @Test
  void theOldestAreForgotten() {
    for (int i = 9; i >= 0; i--) {
      collection.insertOne(new Document("_id", i));
    }

    assertThat(ids()).containsExactly(4, 3, 2, 1, 0);
    collection.insertMany(InsertDriverTest.documents(20, 27));
    assertThat(ids()).containsExactly(22, 23, 24, 25, 26);
  }

  @Test
  void theBytesAreLimitedToo() {
    for (int i = 0; i < 4; i++) {
      collection.insertOne(new Document("_id", i).append("x", "x".repeat(40_000)));
    }

    assertThat(ids()).containsExactly(2, 3);
  }

  @Test
  void aTailableCursorSeesWhatIsWrittenLater() {
    collection.insertOne(new Document("_id", 1));
    try (MongoCursor<Document> tail =
        collection.find().cursorType(CursorType.TailableAwait).iterator()) {
      assertThat(tail.next().get("_id")).isEqualTo(1);
      assertThat(tail.tryNext()).isNull();
      collection.insertOne(new Document("_id", 2));
      assertThat(tail.next().get("_id")).isEqualTo(2);
      new Thread(() -> collection.insertOne(new Document("_id", 3))).start();
      assertThat(tail.next().get("_id")).isEqualTo(3);
    }
  }

  @Test
  void theLastComesFirstBackwards() {
    collection.insertMany(InsertDriverTest.documents(0, 3));
    Document backwards = new Document("$natural", -1);

    assertThat(collection.find().hint(backwards))
        .extracting(document -> document.get("_id"))
        .containsExactly(2, 1, 0);
    assertThat(collection.aggregate(List.of()).hint(backwards))
        .extracting(document -> document.get("_id"))
        .containsExactly(2, 1, 0);
    refused(2, () -> run("{'find': 'c', 'tailable': true, 'sort': {'$natural': -1}}"))
        .hasMessageContaining("cannot use tailable option with a sort other than {$natural: 1}");
  }

  @Test
  void onlyACappedCollectionHasATail() {
    database.getCollection("plain").insertOne(new Document());

    refused(
        2,
        () ->
            database
                .getCollection("plain")
                .find()
                .cursorType(CursorType.Tailable)
                .iterator()
                .next());
  }

  @Test
  void aCollectionBecomesCapped() {
    MongoCollection<Document> plain = database.getCollection("plain");
    for (int i = 9; i >= 0; i--) {
      plain.insertOne(new Document("_id", i).append("x", "x".repeat(20_000)));
    }
    plain.createIndex(new Document("x", 1));

    run("{'convertToCapped': 'plain', 'size': 110000}");

    assertThat(plain.find().map(each -> each.get("_id")).into(new ArrayList<>()))
        .containsExactly(4, 3, 2, 1, 0);
    assertThat(plain.listIndexes()).hasSize(1);
    Document listed = database.listCollections().filter(json("{'name': 'plain'}")).first();
    assertThat(listed.get("options", Document.class).get("capped")).isEqualTo(true);
    plain.insertOne(new Document("_id", 20).append("x", "x".repeat(20_000)));
    assertThat(plain.find().map(each -> each.get("_id")).into(new ArrayList<>()))
        .containsExactly(3, 2, 1, 0, 20);
  }

  @Test
  void whatCannotBecomeCappedIsRefused() {
    database.createView("view", "c", List.of());

    refused(26, () -> run("{'convertToCapped': 'none', 'size': 1000}"));
    refused(166, () -> run("{'convertToCapped': 'view', 'size': 1000}"));
    refused(72, () -> run("{'convertToCapped': 'c', 'size': 0}"));
    refused(72, () -> run("{'convertToCapped': 'c'}"));
  }
}
