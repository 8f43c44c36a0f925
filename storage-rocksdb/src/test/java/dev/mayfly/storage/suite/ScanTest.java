package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.index.IndexRange.Bound;
import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** Scans: bounded, with a reason for stopping, and a position to resume from. */
class ScanTest extends EachStorageTest {
  private static Page<Item> page(Container c, byte[] continuation, ReadLimits limits) {
    return c.scan(EpkRange.FULL, continuation, limits);
  }

  @Test
  void itStopsAtTheFirstLimitItMeetsAndSaysWhich() {
    Container c = container(null);
    putMany(c, "a", 10, "payload", "x".repeat(1000));
    assertThat(page(c, null, new ReadLimits(3, 1 << 20, 100)).reason()).isEqualTo(StopReason.ITEMS);
    Page<Item> byBytes = page(c, null, new ReadLimits(100, 2500, 100));
    assertThat(byBytes.reason()).isEqualTo(StopReason.BYTES);
    assertThat(byBytes.entries()).hasSize(3);
    Page<Item> byRows = page(c, null, new ReadLimits(100, 1 << 20, 4));
    assertThat(byRows.reason()).isEqualTo(StopReason.ROWS);
    assertThat(byRows.entries()).hasSize(4);
    Page<Item> end = page(c, null, ReadLimits.DEFAULT);
    assertThat(end.reason()).isEqualTo(StopReason.END);
    assertThat(end.continuation()).isNull();
    assertFails(ErrorCode.BAD_REQUEST, () -> ReadLimits.items(0));
  }

  @Test
  void itAlwaysMakesProgress() {
    Container c = container(null);
    putMany(c, "a", 5, "payload", "x".repeat(1000));
    Page<Item> page = page(c, null, new ReadLimits(1, 1, 1));
    int pages = 1;
    while (page.continuation() != null) {
      assertThat(page.entries()).hasSize(1);
      page = page(c, page.continuation(), new ReadLimits(1, 1, 1));
      pages++;
    }
    assertThat(pages).isEqualTo(6);
  }

  @Test
  @Rule("B2")
  void deadItemsAreWorkButNoResults() {
    Container c = container(10);
    putMany(c, "a", 50);
    clock.advance(10);
    Page<Item> page = page(c, null, new ReadLimits(10, 1 << 20, 20));
    assertThat(page.entries()).isEmpty();
    assertThat(page.reason()).isEqualTo(StopReason.ROWS);
    assertThat(page.continuation()).isNotNull();
  }

  @Test
  @Rule({"B4", "C2"})
  void aReadInStepsJudgesAtOneInstantAndPaysItsBaseOnce() {
    Container c = container(10);
    putMany(c, "a", 6);
    long before = c.metrics().consumedTotalCentiRu();
    Reading reading = c.beginQuery(System.nanoTime());
    Page<Item> first = reading.scan(EpkRange.FULL, null, ReadLimits.items(3));
    clock.advance(10);
    Page<Item> second = reading.scan(EpkRange.FULL, first.continuation(), ReadLimits.DEFAULT);
    assertThat(ids(second.entries())).containsExactly("a3", "a4", "a5");
    assertThat(ids(reading.readMany(List.of(key("a1"))).entries())).containsExactly("a1");
    assertThat(first.chargeCentiRu()).isEqualTo(Charges.queryPage(300));
    assertThat(first.chargeCentiRu() + second.chargeCentiRu()).isEqualTo(Charges.queryPage(600));
    assertThat(reading.chargeCentiRu()).isEqualTo(Charges.queryPage(600));
    assertThat(c.metrics().consumedTotalCentiRu() - before).isEqualTo(reading.chargeCentiRu());
    assertThat(scanned(c)).isEmpty();
  }

  @Test
  @Rule({"C2", "F1"})
  void deadItemsEndAStepOnlyWhenItsTimeIsUp() {
    Container c = container(-1);
    put(c, "a");
    putMany(c, "dead", 50, "ttl", 1);
    put(c, "z");
    clock.advance(1);
    ReadLimits limits = new ReadLimits(10, 1 << 20, 7);
    Reading reading = c.beginFeed(System.nanoTime());
    Page<Item> cut = reading.changes(FeedStart.beginning(), EpkRange.FULL, limits);
    assertThat(ids(cut.entries())).containsExactly("a");
    assertThat(cut.reason()).isEqualTo(StopReason.ROWS);
    reading.extendTo(System.nanoTime() + TimeUnit.HOURS.toNanos(1));
    assertThat(ids(reading.scan(EpkRange.FULL, null, limits).entries())).containsExactly("a", "z");
    assertThat(ids(reading.changes(FeedStart.beginning(), EpkRange.FULL, limits).entries()))
        .containsExactly("a", "z");
  }

  @Test
  @Rule({"B2", "C2"})
  void whatIsNotWantedCostsTheSameAndIsNotReported() {
    Container c = container(-1);
    putMany(c, "a", 20);
    put(c, "b", "payload", "x".repeat(10_000));
    putMany(c, "dead", 20, "ttl", 1);
    putMany(c, "z", 300, "payload", "y".repeat(50));
    clock.advance(1);
    Page<Item> all = c.scan(EpkRange.FULL, null, ReadLimits.DEFAULT);
    List<String> asked = new ArrayList<>();
    Page<Item> some =
        query(c)
            .scan(
                EpkRange.FULL,
                null,
                ReadLimits.DEFAULT,
                item -> {
                  asked.addAll(ids(List.of(item)));
                  return item.sizeBytes() > 9_000 || asked.size() % 50 == 0;
                });
    assertThat(asked).isEqualTo(ids(all.entries()));
    assertThat(ids(some.entries()))
        .containsExactly(
            "b",
            asked.get(49),
            asked.get(99),
            asked.get(149),
            asked.get(199),
            asked.get(249),
            asked.get(299));
    assertThat(some.entries().get(0).body()).isEqualTo(c.read(key("b")).body());
    assertThat(some.chargeCentiRu()).isEqualTo(all.chargeCentiRu());
    assertThat(some.reason()).isEqualTo(StopReason.END);
  }

  @Test
  void itResumesAfterTheLastItemThatWasReadWantedOrNot() {
    Container c = container(null);
    putMany(c, "a", 600);
    List<String> asked = new ArrayList<>();
    List<String> reported = new ArrayList<>();
    List<StopReason> reasons = new ArrayList<>();
    byte[] continuation = null;
    do {
      Page<Item> page =
          query(c)
              .scan(
                  EpkRange.FULL,
                  continuation,
                  new ReadLimits(5, 1 << 20, 1),
                  item -> {
                    asked.addAll(ids(List.of(item)));
                    return asked.size() < 10;
                  });
      reported.addAll(ids(page.entries()));
      reasons.add(page.reason());
      continuation = page.continuation();
    } while (continuation != null);
    assertThat(asked).hasSize(600).doesNotHaveDuplicates();
    assertThat(reported).isEqualTo(asked.subList(0, 9));
    assertThat(reasons)
        .containsExactly(StopReason.ITEMS, StopReason.ROWS, StopReason.ROWS, StopReason.END);
  }

  @Test
  void nobodyIsAskedAboutItemsThatWereDeletedWithTheirPartition() {
    Container c = container(null);
    putMany(c, "a", 3);
    c.deletePartition(PartitionKey.of("p"));
    put(c, "b");
    Page<Item> page = query(c).scan(EpkRange.FULL, null, ReadLimits.DEFAULT, item -> true);
    assertThat(ids(page.entries())).containsExactly("b");
  }

  private static Reading query(Container c) {
    return c.beginQuery(System.nanoTime() + TimeUnit.HOURS.toNanos(1));
  }

  @Test
  void pagesTogetherAreTheWholeInKeyOrder() {
    Container c = container(null);
    putMany(c, "a", 23);
    List<String> all = new ArrayList<>();
    byte[] continuation = null;
    do {
      Page<Item> page = page(c, continuation, ReadLimits.items(4));
      all.addAll(ids(page.entries()));
      continuation = page.continuation();
    } while (continuation != null);
    List<String> sorted = new ArrayList<>(all);
    Collections.sort(sorted);
    assertThat(all).hasSize(23).doesNotHaveDuplicates().isEqualTo(sorted);
  }

  @Test
  void aContinuationSurvivesARestart() {
    Container c = container(null);
    putMany(c, "a", 6);
    byte[] continuation = page(c, null, ReadLimits.items(4)).continuation();
    reopen();
    assertThat(ids(page(again(c), continuation, ReadLimits.DEFAULT).entries()))
        .containsExactly("a4", "a5");
  }

  @Test
  void aContinuationOfAnotherContainerOrADamagedOneIsRefused() {
    Container c = container(null);
    Container other = create(named("other"));
    putMany(c, "a", 6);
    byte[] continuation = page(c, null, ReadLimits.items(4)).continuation();
    assertFails(ErrorCode.BAD_CONTINUATION, () -> page(other, continuation, ReadLimits.DEFAULT));
    assertFails(ErrorCode.BAD_CONTINUATION, () -> page(c, new byte[] {1, 2}, ReadLimits.DEFAULT));
    byte[] damaged = continuation.clone();
    damaged[0] = 99;
    assertFails(ErrorCode.BAD_CONTINUATION, () -> page(c, damaged, ReadLimits.DEFAULT));
  }

  @Test
  void aContinuationIsShortHoweverLongTheIdsAre() {
    Container c = container(null);
    List<String> ids = new ArrayList<>();
    for (int i = 10; i < 30; i++) {
      ids.add("x".repeat(3000) + i);
      ids.add(i + "y".repeat(3000));
    }
    ids.forEach(id -> put(c, id));
    List<String> all = new ArrayList<>();
    byte[] continuation = null;
    do {
      Page<Item> page = page(c, continuation, ReadLimits.items(1));
      all.addAll(ids(page.entries()));
      continuation = page.continuation();
      assertThat(continuation == null ? 0 : continuation.length).isLessThan(520);
    } while (continuation != null);
    Collections.sort(ids);
    assertThat(all).isEqualTo(ids);
  }

  @Test
  void aContinuationMissesNothingAfterItsLongItemIsGone() {
    Container c = container(null);
    String alike = "x".repeat(3000);
    putMany(c, alike, 6);
    put(c, "y" + alike);
    put(c, "z" + alike);
    byte[] inTheRun = page(c, null, ReadLimits.items(3)).continuation();
    c.delete(key(alike + 2));
    assertThat(ids(page(c, inTheRun, ReadLimits.DEFAULT).entries()))
        .containsSubsequence(alike + 3, alike + 4, alike + 5, "y" + alike, "z" + alike);
    byte[] afterTheRun = page(c, null, ReadLimits.items(6)).continuation();
    c.delete(key("y" + alike));
    assertThat(ids(page(c, afterTheRun, ReadLimits.DEFAULT).entries()))
        .containsExactly("z" + alike);
  }

  @Test
  void aPageFromALongItemOnTakesNoMoreWorkThanOneFromAShortItem() {
    Container c = container(null);
    String alike = "x".repeat(1000);
    putMany(c, alike, 300);
    byte[] continuation = page(c, null, ReadLimits.items(250)).continuation();
    long before = storage.rowsRead();
    assertThat(page(c, continuation, ReadLimits.items(5)).entries()).hasSize(5);
    assertThat(storage.rowsRead() - before).isLessThan(15);
    Item last = page(c, null, ReadLimits.items(250)).entries().get(249);
    put(c, Bodies.id(last.body()), "n", 2);
    assertThat(ids(page(c, continuation, ReadLimits.DEFAULT).entries()))
        .as("after the item was written again")
        .hasSize(50)
        .doesNotContain(Bodies.id(last.body()));
  }

  @Test
  void aContinuationResumesAfterItsItemIsGone() {
    Container c = container(null);
    putMany(c, "a", 6);
    byte[] continuation = page(c, null, ReadLimits.items(3)).continuation();
    c.delete(key("a2"));
    c.delete(key("a3"));
    assertThat(ids(page(c, continuation, ReadLimits.DEFAULT).entries()))
        .containsExactly("a4", "a5");
  }

  private static List<String> ids(Container c, IdRange range, int itemsPerPage) {
    List<String> ids = new ArrayList<>();
    byte[] continuation = null;
    do {
      Page<Item> page =
          c.beginQuery(System.nanoTime())
              .scan(range, continuation, ReadLimits.items(itemsPerPage), null);
      ids.addAll(ids(page.entries()));
      continuation = page.continuation();
    } while (continuation != null);
    return ids;
  }

  @Test
  void idsAreReadInRangesAndBackwards() {
    Container c = container(null);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(i + (i % 2 == 0 ? "y".repeat(3000) : ""));
    }
    all.forEach(id -> put(c, id));
    for (String other : List.of("o", "q")) {
      c.upsert(ItemKey.of(other, "5"), Bodies.of("5", "pk", other));
    }
    Bound third = new Bound(new BsonString(all.get(3)), true);
    Bound fourth = new Bound(new BsonString(all.get(4)), false);
    Bound eighth = new Bound(new BsonString(all.get(8)), true);
    List<String> down = new ArrayList<>(all);
    Collections.reverse(down);
    for (int items : new int[] {1, 3, 100}) {
      assertThat(ids(c, new IdRange(PartitionKey.of("p"), null, null, false), items))
          .isEqualTo(all);
      assertThat(ids(c, new IdRange(PartitionKey.of("p"), null, null, true), items))
          .isEqualTo(down);
      assertThat(ids(c, new IdRange(PartitionKey.of("p"), third, eighth, false), items))
          .isEqualTo(all.subList(3, 9));
      assertThat(ids(c, new IdRange(PartitionKey.of("p"), fourth, eighth, true), items))
          .isEqualTo(down.subList(1, 5));
      assertThat(ids(c, new IdRange(PartitionKey.of("p"), null, fourth, true), items))
          .isEqualTo(down.subList(6, 10));
      assertThat(ids(c, new IdRange(PartitionKey.of("p"), eighth, third, false), items)).isEmpty();
    }
  }
}
