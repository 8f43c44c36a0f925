package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexCount;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Reading through path indexes. */
class IndexReadTest extends EachStorageTest {
  private static final PathIndex BY_N = PathIndex.of("by_n", "n");

  private Container indexed(Integer defaultTtl, PathIndex... indexes) {
    return create(named("c").defaultTtl(defaultTtl).pathIndexes(indexes));
  }

  private static BsonValue number(int number) {
    return new BsonInt32(number);
  }

  private static BsonArray array(int... numbers) {
    BsonArray array = new BsonArray();
    for (int number : numbers) {
      array.add(number(number));
    }
    return array;
  }

  private static IndexQuery query(String index, IndexRange range) {
    return new IndexQuery(index, range);
  }

  private static IndexQuery backwards(IndexQuery query) {
    return new IndexQuery(query.index(), query.range(), true, query.partitions());
  }

  /** The ids in the order of the walk, which must be the same on pages of every size. */
  private static List<String> read(Container container, IndexQuery query) {
    List<String> whole = pages(container, query, ReadLimits.DEFAULT);
    assertThat(pages(container, query, ReadLimits.items(1))).isEqualTo(whole);
    assertThat(pages(container, query, new ReadLimits(100, 1 << 30, 1))).isEqualTo(whole);
    IndexCount count = container.countIndex(query, null, ReadLimits.DEFAULT);
    assertThat(count.items()).isEqualTo(whole.size());
    return whole;
  }

  /** As {@link #read}, and backwards the same the other way round. */
  private static List<String> both(Container container, IndexQuery query) {
    List<String> forwards = read(container, query);
    List<String> reversed = new ArrayList<>(read(container, backwards(query)));
    Collections.reverse(reversed);
    assertThat(reversed).isEqualTo(forwards);
    return forwards;
  }

  private static List<String> pages(Container container, IndexQuery query, ReadLimits limits) {
    List<String> ids = new ArrayList<>();
    byte[] continuation = null;
    do {
      Page<IndexEntry> page = container.scanIndex(query, continuation, limits);
      page.entries().forEach(entry -> ids.add(Bodies.id(entry.item().body())));
      continuation = page.continuation();
    } while (continuation != null);
    return ids;
  }

  @Test
  void itemsComeInTheOrderOfTheirValuesBothWays() {
    Container c = indexed(null, BY_N);
    put(c, "text", "n", "x");
    put(c, "two", "n", 2);
    put(c, "half", "n", 0.5);
    put(c, "missing");
    put(c, "ten", "n", 10L);
    put(c, "flag", "n", true);
    put(c, "negative", "n", -3);
    assertThat(both(c, query("by_n", IndexRange.ALL)))
        .containsExactly("missing", "negative", "half", "two", "ten", "text", "flag");
  }

  @Test
  void equalityAndRangesFindWhatTheyName() {
    Container c = indexed(null, BY_N);
    for (int i = 0; i < 10; i++) {
      put(c, "i" + i, "n", i / 2);
    }
    assertThat(both(c, query("by_n", IndexRange.equalTo(number(3))))).containsExactly("i6", "i7");
    assertThat(both(c, query("by_n", IndexRange.equalTo(number(9))))).isEmpty();
    assertThat(both(c, query("by_n", IndexRange.between(number(3), null))))
        .containsExactly("i6", "i7", "i8", "i9");
    assertThat(both(c, query("by_n", IndexRange.between(null, number(0)))))
        .containsExactly("i0", "i1");
    IndexRange open =
        new IndexRange(
            List.of(),
            new IndexRange.Bound(number(1), false),
            new IndexRange.Bound(number(3), false));
    assertThat(both(c, query("by_n", open))).containsExactly("i4", "i5");
  }

  @Test
  void compoundIndexesAreReadByTheirFirstParts() {
    Container c = indexed(null, PathIndex.of("xy", "x", "-y"));
    for (int x = 0; x < 3; x++) {
      for (int y = 0; y < 4; y++) {
        put(c, "x" + x + "y" + y, "x", x, "y", y);
      }
    }
    assertThat(both(c, query("xy", IndexRange.equalTo(number(1)))))
        .containsExactly("x1y3", "x1y2", "x1y1", "x1y0");
    IndexRange lowest =
        new IndexRange(List.of(number(1)), null, new IndexRange.Bound(number(1), true));
    assertThat(both(c, query("xy", lowest))).containsExactly("x1y1", "x1y0");
    IndexRange above =
        new IndexRange(List.of(number(2)), new IndexRange.Bound(number(1), false), null);
    assertThat(both(c, query("xy", above))).containsExactly("x2y3", "x2y2");
    assertThat(both(c, query("xy", IndexRange.equalTo(number(0), number(2)))))
        .containsExactly("x0y2");
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> read(c, query("xy", IndexRange.equalTo(number(1), number(1), number(1)))));
  }

  @Test
  void anItemWithSeveralKeysInTheRangeIsReportedOnce() {
    Container c = indexed(null, PathIndex.of("tags", "tags"));
    put(c, "a", "tags", array(1, 5, 9));
    put(c, "b", "tags", array(4));
    put(c, "c", "tags", array());
    IndexQuery all = query("tags", IndexRange.ALL);
    assertThat(read(c, all)).containsExactly("c", "a", "b");
    assertThat(read(c, backwards(all))).containsExactly("a", "b", "c");
    assertThat(read(c, query("tags", IndexRange.between(number(3), number(7)))))
        .containsExactly("b", "a");
    assertThat(both(c, query("tags", IndexRange.equalTo(number(9))))).containsExactly("a");
    assertThat(both(c, query("tags", IndexRange.equalTo(new BsonUndefined()))))
        .containsExactly("c");
  }

  @Test
  void theValuesOfOneElementMakeOneKey() {
    Container c = indexed(null, PathIndex.of("ab", "parts.a", "parts.b"));
    BsonArray parts = new BsonArray();
    parts.add(new BsonDocument("a", number(1)).append("b", number(2)));
    parts.add(new BsonDocument("a", number(3)).append("b", number(4)));
    parts.add(number(7));
    put(c, "a", "parts", parts);
    assertThat(both(c, query("ab", IndexRange.equalTo(number(3), number(4))))).containsExactly("a");
    assertThat(both(c, query("ab", IndexRange.equalTo(number(1), number(4))))).isEmpty();
    assertThat(both(c, query("ab", IndexRange.equalTo(BsonNull.VALUE, BsonNull.VALUE))))
        .containsExactly("a");
  }

  @Test
  void aWholeReadingKeepsArraysAndReportsMissingFromNull() {
    Container c = indexed(null, BY_N.withArrays(PathIndex.Arrays.WHOLE));
    put(c, "array", "n", array(1, 2));
    put(c, "missing");
    put(c, "null", "n", null);
    assertThat(both(c, query("by_n", IndexRange.equalTo(array(1, 2))))).containsExactly("array");
    assertThat(both(c, query("by_n", IndexRange.equalTo(number(1))))).isEmpty();
    assertThat(both(c, query("by_n", IndexRange.equalTo(BsonNull.VALUE)))).containsExactly("null");
    assertThat(both(c, query("by_n", IndexRange.ALL))).containsExactly("missing", "null", "array");
  }

  @Test
  @Rule({"B1", "B2", "B3"})
  void whatIsDeadIsNeverReportedAndThePurgeTakesItsRows() {
    Container c = indexed(10, BY_N, PathIndex.of("u", "u").asUnique());
    put(c, "a", "n", 1, "u", 1);
    clock.advance(5);
    put(c, "b", "n", 1, "u", 2);
    IndexQuery ones = query("by_n", IndexRange.equalTo(number(1)));
    clock.advance(4);
    assertThat(read(c, ones)).containsExactly("a", "b");
    clock.advance(1);
    assertThat(read(c, ones)).containsExactly("b");
    assertThat(read(c, query("u", IndexRange.ALL))).containsExactly("b");
    put(c, "d", "n", 3, "u", 1);
    assertThat(read(c, query("u", IndexRange.ALL))).containsExactly("d", "b");
    assertThat(purge(c)).isEqualTo(1);
    assertThat(read(c, query("u", IndexRange.ALL))).containsExactly("d", "b");
    assertThat(read(c, query("by_n", IndexRange.ALL))).containsExactly("b", "d");
  }

  @Test
  @Rule("B4")
  void eachPageIsJudgedAtItsOwnInstant() {
    Container c = indexed(10, BY_N);
    put(c, "a", "n", 1);
    put(c, "b", "n", 2);
    clock.advance(9);
    put(c, "c", "n", 3);
    IndexQuery all = query("by_n", IndexRange.ALL);
    Page<IndexEntry> first = c.scanIndex(all, null, ReadLimits.items(1));
    assertThat(first.entries()).hasSize(1);
    assertThat(first.reason()).isEqualTo(StopReason.ITEMS);
    clock.advance(1);
    Page<IndexEntry> second = c.scanIndex(all, first.continuation(), ReadLimits.DEFAULT);
    assertThat(second.entries()).hasSize(1);
    assertThat(Bodies.id(second.entries().get(0).item().body())).isEqualTo("c");
  }

  @Test
  void aReadingResumesBehindAnEntryAlsoIfThatIsGone() {
    Container c = indexed(null, BY_N);
    putMany(c, "i", 6, "n", 1);
    IndexQuery all = query("by_n", IndexRange.ALL);
    List<IndexEntry> entries = c.scanIndex(all, null, ReadLimits.DEFAULT).entries();
    byte[] afterThird = entries.get(2).continuation();
    c.delete(key("i2"));
    reopen();
    Page<IndexEntry> rest = again(c).scanIndex(all, afterThird, ReadLimits.DEFAULT);
    assertThat(rest.entries()).hasSize(3);
    assertThat(Bodies.id(rest.entries().get(0).item().body())).isEqualTo("i3");
    assertThat(entries.get(0).values()).containsExactly(number(1));
  }

  @Test
  void readingsMayBeOfSomePartitionsOnly() {
    Container c = indexed(null, BY_N, PathIndex.of("u", "u").asUnique());
    for (int i = 0; i < 20; i++) {
      String partition = "p" + i % 3;
      byte[] body = Bodies.plain("id", "i" + i, "pk", partition, "n", i / 10, "u", i);
      c.create(ItemKey.of(partition, "i" + i), body);
    }
    EpkRange one = EpkRange.of(PartitionKeyDefinition.hash("/pk"), PartitionKey.of("p1"));
    IndexRange ones = IndexRange.equalTo(number(1));
    assertThat(both(c, new IndexQuery("by_n", ones, false, one)))
        .containsExactlyInAnyOrder("i10", "i13", "i16", "i19");
    assertThat(both(c, new IndexQuery("by_n", IndexRange.ALL, false, one))).hasSize(7);
    assertThat(both(c, new IndexQuery("u", IndexRange.ALL, false, one)))
        .containsExactly("i1", "i4", "i7", "i10", "i13", "i16", "i19");
    long read = storage.rowsRead();
    c.scanIndex(new IndexQuery("by_n", ones, false, one), null, ReadLimits.DEFAULT);
    assertThat(storage.rowsRead() - read).as("other partitions are not walked").isLessThan(12);
  }

  @Test
  void longValuesAreFoundByEqualityAndRangeToTheirEnd() {
    Container c = indexed(null, BY_N);
    String longText = "x".repeat(3000);
    for (String end : List.of("a", "b", "c")) {
      put(c, end, "n", longText + end);
    }
    put(c, "short", "n", "x");
    IndexRange exact = IndexRange.equalTo(new BsonString(longText + "b"));
    assertThat(both(c, query("by_n", exact))).containsExactly("b");
    IndexRange upTo =
        new IndexRange(List.of(), null, new IndexRange.Bound(new BsonString(longText + "b"), true));
    assertThat(both(c, query("by_n", upTo))).containsExactlyInAnyOrder("short", "a", "b");
    IndexRange above =
        new IndexRange(
            List.of(), new IndexRange.Bound(new BsonString(longText + "b"), false), null);
    assertThat(both(c, query("by_n", above))).containsExactly("c");
    assertThat(c.indexes().get(0).progress().cut()).isTrue();
  }

  @Test
  void ofSeveralKeysALongOneIsFoundToo() {
    Container c = indexed(null, PathIndex.of("tags", "tags"));
    String longText = "x".repeat(3000);
    put(c, "a", "tags", new BsonArray(List.of(new BsonInt32(1), new BsonString(longText))));
    put(c, "b", "tags", new BsonString("xy"));
    IndexRange texts = IndexRange.between(new BsonString("x"), new BsonString("y"));
    assertThat(both(c, query("tags", texts))).containsExactly("a", "b");
  }

  @Test
  void anIndexThatIsNotReadyOrGoneIsNotRead() {
    Container c = container(null);
    putMany(c, "i", 3, "n", 1);
    IndexQuery all = query("by_n", IndexRange.ALL);
    assertFails(ErrorCode.INDEX_NOT_FOUND, () -> read(c, all));
    change(c, definition -> definition.pathIndexes(BY_N));
    assertFails(ErrorCode.INDEX_NOT_FOUND, () -> read(c, all));
    put(c, "i1", "n", 2);
    engine.background().catchUp();
    assertThat(both(c, all)).containsExactly("i0", "i2", "i1");
    byte[] continuation = c.scanIndex(all, null, ReadLimits.items(1)).continuation();
    change(c, definition -> definition.pathIndexes());
    change(c, definition -> definition.pathIndexes(BY_N));
    engine.background().catchUp();
    assertFails(
        ErrorCode.INDEX_NOT_FOUND, () -> c.scanIndex(all, continuation, ReadLimits.DEFAULT));
    assertFails(
        ErrorCode.BAD_CONTINUATION, () -> c.scanIndex(all, new byte[3], ReadLimits.DEFAULT));
  }

  @Test
  void indexesThatComeTogetherAreBuiltInOneWalk() {
    Container c = container(null);
    for (int i = 0; i < 40; i++) {
      put(c, "i" + i, "n", i, "m", -i, "u", i);
    }
    change(c, definition -> definition.pathIndexes(BY_N));
    c.maintenance().buildIndexes(10);
    long before = storage.rowsRead();
    engine.background().catchUp();
    long rowsOfOne = storage.rowsRead() - before;
    change(c, definition -> definition.pathIndexes());
    PathIndex unique = PathIndex.of("u", "u").asUnique();
    change(c, definition -> definition.pathIndexes(BY_N, PathIndex.of("by_m", "m"), unique));
    c.maintenance().buildIndexes(10);
    before = storage.rowsRead();
    engine.background().catchUp();
    // A unique key is looked up for each item; the items are walked once for all.
    assertThat(storage.rowsRead() - before).isLessThan(rowsOfOne + 30 + 10);
    assertThat(read(c, query("by_m", IndexRange.ALL)).get(0)).isEqualTo("i39");
    assertThat(both(c, query("by_n", IndexRange.ALL))).hasSize(40);
    assertThat(both(c, query("u", IndexRange.ALL))).hasSize(40);
  }

  @Test
  void aTransactionReadsAsOfItsBeginning() {
    Container c = indexed(null, BY_N);
    put(c, "a", "n", 1);
    try (Transaction transaction = engine.begin()) {
      put(c, "b", "n", 2);
      assertThat(
              transaction
                  .in(c)
                  .scanIndex(query("by_n", IndexRange.ALL), null, ReadLimits.DEFAULT)
                  .entries())
          .hasSize(1);
    }
  }

  @Test
  void aWriteThatLeavesTheKeysAsTheyWereWritesNoRowOfThem() {
    Container plain = create(named("plain"));
    Container c = indexed(null, BY_N, PathIndex.of("m", "m"), PathIndex.of("flag", "flag"));
    for (Container each : List.of(plain, c)) {
      put(each, "a", "n", 1, "m", array(1, 2), "flag", BsonBoolean.TRUE, "v", 1);
    }
    long before = storage.rowsWritten();
    put(plain, "a", "n", 1, "m", array(1, 2), "flag", BsonBoolean.TRUE, "v", 2);
    long withoutIndexes = storage.rowsWritten() - before;
    before = storage.rowsWritten();
    put(c, "a", "n", 1, "m", array(1, 2), "flag", BsonBoolean.TRUE, "v", 2);
    assertThat(storage.rowsWritten() - before).isEqualTo(withoutIndexes);
  }

  @Test
  void anArrayThatComesWhileAReadBeginsIsReportedOnce() {
    Container c = indexed(null, BY_N);
    put(c, "a", "n", 1);
    IndexQuery all = query("by_n", IndexRange.ALL);
    storage.beforeNextSnapshot(() -> put(c, "b", "n", array(2, 3)));
    assertThat(pages(c, all, ReadLimits.DEFAULT)).containsExactly("a", "b");
  }

  @Test
  void anArrayIsReportedOnceBeforeTheEngineKnowsThatItIsCommitted() {
    Container c = indexed(null, BY_N);
    put(c, "a", "n", 1);
    IndexQuery all = query("by_n", IndexRange.ALL);
    List<String> seen = new ArrayList<>();
    storage.afterNextCommit(() -> seen.addAll(pages(c, all, ReadLimits.DEFAULT)));
    put(c, "b", "n", array(2, 3));
    assertThat(seen).containsExactly("a", "b");
  }

  @Test
  void anIndexThatGoesWhileAReadBeginsIsMissed() {
    Container c = indexed(null, BY_N);
    put(c, "a", "n", 1);
    IndexQuery all = query("by_n", IndexRange.ALL);
    storage.beforeNextSnapshot(() -> change(c, definition -> definition.pathIndexes()));
    assertFails(ErrorCode.INDEX_NOT_FOUND, () -> pages(c, all, ReadLimits.DEFAULT));
    change(c, definition -> definition.pathIndexes(BY_N));
    engine.background().catchUp();
    List<Throwable> failures = new ArrayList<>();
    storage.afterNextCommit(
        () -> failures.add(catchThrowable(() -> pages(c, all, ReadLimits.DEFAULT))));
    change(c, definition -> definition.pathIndexes());
    assertThat(failures.get(0)).hasMessageContaining("is not there");
  }

  @Test
  void aRefusedWriteLeavesReadsAsCheapAsTheyWere() {
    Container c = indexed(null, BY_N, PathIndex.of("u", "u").asUnique());
    put(c, "a", "n", 1, "u", 1);
    IndexQuery all = query("by_n", IndexRange.ALL);
    long before = storage.rowsRead();
    pages(c, all, ReadLimits.DEFAULT);
    long rows = storage.rowsRead() - before;
    assertThat(rows).as("a row of the index, its end twice, and an item").isEqualTo(4);
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "b", "n", array(2, 3), "u", 1));
    before = storage.rowsRead();
    pages(c, all, ReadLimits.DEFAULT);
    assertThat(storage.rowsRead() - before).isEqualTo(rows);
  }
}
