package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCursor;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Text indexes while documents expire, are written, and are checked. */
class TextTtlDriverTest extends TtlTest {
  private static Document text(String search) {
    return new Document("$text", new Document("$search", search));
  }

  @Test
  @Rule({"B2", "B4"})
  void aDocumentIsNotFoundFromTheSecondOfItsDeath() {
    SERVER.engine().background().pause();
    try {
      ttl(100);
      collection.createIndex(json("{'a': 'text'}"));
      insert(
          "{'_id': 1, 'a': 'green tea', 'ttl': 10}",
          "{'_id': 2, 'a': 'black tea'}",
          "{'_id': 3, 'a': 'white tea', 'ttl': 10}");
      try (MongoCursor<Document> cursor =
          collection.find(text("tea")).batchSize(1).sort(json("{'_id': 1}")).iterator()) {
        assertThat(cursor.next()).containsEntry("_id", 1);
        clock().advance(9);
        assertThat(ids(text("tea"))).hasSize(3);
        clock().advance(1);
        assertThat(cursor.next()).containsEntry("_id", 2);
        assertThat(cursor.hasNext()).isFalse();
      }
      assertThat(ids(text("tea"))).containsExactly(2);
      assertThat(ids(text("green white"))).isEmpty();
      assertThat(collection.countDocuments(text("tea"))).isEqualTo(1);
      assertThat(collection.updateMany(text("green"), json("{'$set': {'b': 1}}")).getMatchedCount())
          .isZero();
      insert("{'_id': 1, 'a': 'red tea'}");
      assertThat(ids(text("tea"))).containsExactlyInAnyOrder(1, 2);
      assertThat(ids(text("green"))).isEmpty();
    } finally {
      SERVER.engine().background().resume();
    }
  }

  @Test
  void anIndexIsBuiltWhileDocumentsAreWritten() throws InterruptedException {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      documents.add(new Document("_id", i).append("a", "old word" + i % 10));
    }
    collection.insertMany(documents);
    AtomicBoolean built = new AtomicBoolean();
    AtomicInteger written = new AtomicInteger();
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; i < 2_000 && !(built.get() && i > 50); i++) {
                collection.replaceOne(
                    new Document("_id", i * 7 % 2_000), new Document("a", "new word"));
                written.incrementAndGet();
              }
            });
    writer.start();
    collection.createIndex(json("{'a': 'text'}"));
    built.set(true);
    writer.join();
    assertThat(collection.countDocuments(text("new"))).isEqualTo(written.get());
    assertThat(collection.countDocuments(text("old"))).isEqualTo(2_000 - written.get());
    assertThat(collection.countDocuments(text("old new"))).isEqualTo(2_000);
  }

  private static List<String> problems(Storage storage) {
    List<String> problems = new ArrayList<>();
    new Verifier(storage, new FilterItemFilters()).check(problems::add);
    return problems;
  }

  @Test
  void theRowsAreCheckedAndPurged() {
    try (Storage storage = new MemoryStorage();
        DriverServer server = DriverServer.over(storage)) {
      var words = server.client().getDatabase("d").getCollection("c");
      words.createIndex(json("{'p': 1, 'a': 'text'}"));
      words.createIndex(
          json("{'_ts': 1}"),
          new com.mongodb.client.model.IndexOptions()
              .expireAfter(100L, java.util.concurrent.TimeUnit.SECONDS));
      words.insertOne(json("{'_id': 1, 'p': 5, 'a': 'green tea', 'ttl': 10}"));
      words.insertOne(json("{'_id': 2, 'p': 5, 'a': 'some tea'}"));
      assertThat(problems(storage)).isEmpty();
      assertThat(rows(storage)).hasSize(3);

      byte[] row = rows(storage).get(0);
      byte[] value = storage.get(Table.INDEX, row);
      storage.execute(
          view -> {
            view.delete(Table.INDEX, row);
            return null;
          });
      assertThat(problems(storage)).singleElement().asString().contains("'p_1_a_text'");
      storage.execute(
          view -> {
            view.put(Table.INDEX, row, value);
            return null;
          });
      assertThat(problems(storage)).isEmpty();

      server.clock().advance(10);
      Await.until("the purge of the rows", () -> rows(storage).size() == 1);
      assertThat(problems(storage)).isEmpty();
    }
  }

  private static List<byte[]> rows(Storage storage) {
    List<byte[]> rows = new ArrayList<>();
    try (ReadView view = storage.snapshot();
        RowCursor cursor =
            view.cursor(Table.INDEX, Bytes.EMPTY, new byte[] {-1, -1, -1, -1, -1, -1})) {
      while (cursor.next()) {
        rows.add(cursor.key());
      }
    }
    return rows;
  }
}
