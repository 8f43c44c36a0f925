package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.KeyFunctionCall;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** Indexes whose keys a function computes; after each test the store is checked. */
class ComputedIndexTest extends EachStorageTest {
  private static PathIndex words(int shortest) {
    return PathIndex.of("words", "text", "-length")
        .withFunction(
            new KeyFunctionCall(
                WordKeys.NAME, new BsonDocument("shortest", new BsonInt32(shortest))));
  }

  private Container indexed(Integer defaultTtl) {
    return create(named("c").defaultTtl(defaultTtl).pathIndexes(words(3)));
  }

  private static List<String> with(Container container, String word) {
    return ids(container, IndexRange.equalTo(new BsonString(word)));
  }

  private static List<String> ids(Container container, IndexRange range) {
    Page<IndexEntry> page =
        container.scanIndex(new IndexQuery("words", range), null, ReadLimits.DEFAULT);
    return ids(page.entries().stream().map(IndexEntry::item).toList());
  }

  @Test
  void itemsAreFoundByEachOfTheirComputedKeys() {
    Container c = indexed(null);
    put(c, "a", "text", "the quick fox the fox");
    put(c, "b", "text", "a slow fox");
    put(c, "c", "text", 5);
    assertThat(with(c, "fox")).containsExactly("a", "b");
    assertThat(with(c, "quick")).containsExactly("a");
    assertThat(with(c, "a")).isEmpty();
    assertThat(ids(c, IndexRange.ALL)).containsExactly("a", "b");
    assertThat(ids(c, IndexRange.equalTo(new BsonString("slow"), new BsonInt32(4))))
        .containsExactly("b");
    put(c, "a", "text", "a quick dog");
    assertThat(with(c, "fox")).containsExactly("b");
    assertThat(with(c, "dog")).containsExactly("a");
    c.delete(key("b"));
    assertThat(with(c, "fox")).isEmpty();
  }

  @Test
  void aDeadItemIsNotFoundAndItsRowsArePurged() {
    Container c = indexed(10);
    put(c, "a", "text", "red green");
    clock.advance(5);
    put(c, "b", "text", "red blue");
    clock.advance(5);
    assertThat(with(c, "red")).containsExactly("b");
    assertThat(with(c, "green")).isEmpty();
    purgeAll();
    assertThat(with(c, "red")).containsExactly("b");
  }

  @Test
  void theIndexIsBuiltOverExistingItemsAndKeptAfterReopening() {
    Container c = container(null);
    put(c, "a", "text", "red green");
    put(c, "b", "text", "red blue");
    Container changed = change(c, definition -> definition.pathIndexes(words(4)));
    engine.background().catchUp();
    assertThat(with(changed, "green")).containsExactly("a");
    assertThat(with(changed, "red")).isEmpty();
    reopen();
    put(again(c), "c", "text", "green");
    assertThat(with(again(c), "green")).containsExactly("a", "c");
    change(again(c), definition -> definition.pathIndexes(words(3)));
    engine.background().catchUp();
    assertThat(with(again(c), "red")).containsExactly("a", "b");
  }

  @Test
  void keysOfLargeBodiesAreComputedBeforeTheDecisions() {
    Container c = indexed(10);
    String large = "red green " + "blue ".repeat(1000);
    int computed = WordKeys.LARGE.get();
    int decided = WordKeys.LARGE_IN_DECISIONS.get();
    put(c, "a", "text", large);
    put(c, "a", "text", large + " white");
    put(c, "b", "text", large);
    put(c, "d", "text", large);
    put(c, "e", "text", large);
    put(c, "small", "text", "red");
    c.delete(key("d"));
    c.write(
        new WriteRequest.Patch(
            key("e"), body -> Bodies.of("e", "text", large + "black"), 1, null, TtlReading.STRICT));
    assertThat(with(c, "green")).containsExactly("a", "b", "e");
    assertThat(with(c, "black")).containsExactly("e");
    Container changed = change(c, definition -> definition.pathIndexes(words(4)));
    engine.background().catchUp();
    assertThat(with(changed, "green")).containsExactly("a", "b", "e");
    assertThat(with(changed, "red")).isEmpty();
    clock.advance(10);
    purgeAll();
    assertThat(changed.metrics().purgedItemsTotal()).isEqualTo(4);
    assertThat(WordKeys.LARGE.get()).isGreaterThan(computed + 12);
    assertThat(WordKeys.LARGE_IN_DECISIONS.get()).isEqualTo(decided);
  }

  @Test
  void whatTheFunctionRefusesIsNotWritten() {
    Container c = indexed(null);
    put(c, "a", "text", "red");
    assertFails(ErrorCode.BAD_REQUEST, () -> put(c, "a", "text", "red!"));
    assertFails(ErrorCode.BAD_REQUEST, () -> put(c, "b", "text", "red!"));
    assertThat(with(c, "red")).containsExactly("a");
    assertThat(scanned(c)).containsExactly("a");
  }

  @Test
  void anUnknownFunctionIsRefused() {
    PathIndex unknown =
        PathIndex.of("x", "a").withFunction(new KeyFunctionCall("none", new BsonDocument()));
    assertFails(ErrorCode.NOT_SUPPORTED, () -> create(named("c").pathIndexes(unknown)));
    assertThat(engine.containers(DATABASE)).isEmpty();
  }
}
