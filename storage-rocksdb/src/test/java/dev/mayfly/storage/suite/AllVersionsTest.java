package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.ChangeKind;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** All versions and deletes, in commit order; an expiry is a marked delete (rule F2). */
class AllVersionsTest extends EachStorageTest {
  private static final Retention LONG = new Retention(1_000_000, 1 << 30);

  private Container logged(Integer defaultTtl) {
    return create(named("c").defaultTtl(defaultTtl).allVersions(LONG));
  }

  private static Page<ChangeFeed.Version> page(Container c, FeedStart start, int items) {
    return c.allVersions(start, EpkRange.FULL, ReadLimits.items(items));
  }

  /** Each entry as its kind and id. */
  private static List<String> log(Container c, FeedStart start) {
    return page(c, start, 1000).entries().stream()
        .map(each -> each.kind() + " " + Bodies.id(each.item().body()))
        .toList();
  }

  private static List<String> log(Container c) {
    return log(c, FeedStart.beginning());
  }

  @Test
  @Rule("F2")
  void anExpiryIsOneMarkedDeleteAtThePurge() {
    Container c = logged(10);
    put(c, "a");
    put(c, "b", "ttl", 5);
    clock.advance(20);
    assertThat(log(c)).as("before the purge").containsExactly("CREATE a", "CREATE b");
    assertThat(purge(c)).isEqualTo(2);
    assertThat(log(c))
        .containsExactlyInAnyOrder("CREATE a", "CREATE b", "TTL_DELETE b", "TTL_DELETE a");
    purge(c);
    reopen();
    purge(again(c));
    assertThat(log(again(c))).hasSize(4);
    assertThat(page(again(c), FeedStart.beginning(), 10).entries())
        .filteredOn(ChangeFeed.Version::timeToLiveExpired)
        .hasSize(2);
  }

  @Test
  void eachEntrySaysWhichVersionItFollows() {
    Container c = logged(10);
    long first = put(c, "a").item().lsn();
    put(c, "other");
    long second = put(c, "a").item().lsn();
    c.delete(key("a"));
    long third = put(c, "a").item().lsn();
    clock.advance(10);
    put(c, "a");
    reopen();
    assertThat(page(again(c), FeedStart.beginning(), 10).entries())
        .filteredOn(each -> Bodies.id(each.item().body()).equals("a"))
        .extracting(each -> each.kind() + " after " + each.previousLsn())
        .containsExactly(
            "CREATE after 0",
            "REPLACE after " + first,
            "DELETE after " + second,
            "CREATE after 0",
            "TTL_DELETE after " + third,
            "CREATE after 0");
  }

  @Test
  @Rule("F2")
  void theDeleteComesInTheSameCommitAsThePhysicalDeletion() {
    Container c = logged(10);
    putMany(c, "a", 10);
    clock.advance(10);
    while (c.metrics().backlog().items() > 0) {
      assertThat(c.maintenance().purge(3)).isPositive();
      long deletes = log(c).stream().filter(each -> each.startsWith("TTL_DELETE")).count();
      assertThat(deletes).isEqualTo(10 - c.metrics().backlog().items());
    }
  }

  @Test
  @Rule("F2")
  void recreatingOverADeadItemReportsItsDeathFirst() {
    Container c = logged(10);
    put(c, "a", "n", 1);
    clock.advance(10);
    put(c, "a", "n", 2);
    assertThat(log(c)).containsExactly("CREATE a", "TTL_DELETE a", "CREATE a");
    ChangeFeed.Version death = page(c, FeedStart.beginning(), 10).entries().get(1);
    assertThat(death.timeToLiveExpired()).isTrue();
    assertThat(Bodies.decode(death.item().body()).getInt32("n").getValue()).isEqualTo(1);
    assertThat(purge(c)).isZero();
    assertThat(log(c)).hasSize(3);
  }

  @Test
  @Rule("F2")
  void recreatingWithinABatchReportsItToo() {
    Container c = logged(10);
    put(c, "a");
    clock.advance(10);
    c.batch(
        List.of(
            WriteRequest.create(key("a"), body("a")),
            WriteRequest.delete(key("a")),
            WriteRequest.create(key("a"), body("a"))));
    assertThat(log(c))
        .containsExactly("CREATE a", "TTL_DELETE a", "CREATE a", "DELETE a", "CREATE a");
  }

  @Test
  void everyVersionIsThereInCommitOrder() {
    Container c = logged(null);
    put(c, "a", "n", 1);
    put(c, "a", "n", 2);
    put(c, "b");
    c.write(WriteRequest.patch(key("a"), body -> Bodies.of("a", "n", 3)));
    c.delete(key("a"));
    assertThat(log(c))
        .containsExactly("CREATE a", "REPLACE a", "CREATE b", "REPLACE a", "DELETE a");
    List<Long> lsns =
        page(c, FeedStart.beginning(), 10).entries().stream().map(ChangeFeed.Version::lsn).toList();
    assertThat(lsns).isSorted().doesNotHaveDuplicates();
    ChangeFeed.Version delete = page(c, FeedStart.beginning(), 10).entries().get(4);
    assertThat(delete.kind()).isEqualTo(ChangeKind.DELETE);
    assertThat(delete.timeToLiveExpired()).isFalse();
    assertThat(Bodies.decode(delete.item().body()).getInt32("n").getValue()).isEqualTo(3);
  }

  @Test
  void theLogCanBeReadInPagesFromNowAndFromATime() {
    Container c = logged(null);
    for (int i = 0; i < 6; i++) {
      put(c, "a" + i);
      clock.advance(1);
    }
    List<String> seen = new ArrayList<>();
    FeedStart start = FeedStart.beginning();
    for (int i = 0; i < 3; i++) {
      Page<ChangeFeed.Version> page = page(c, start, 2);
      page.entries().forEach(each -> seen.add(Bodies.id(each.item().body())));
      start = FeedStart.after(page.continuation());
    }
    assertThat(seen).containsExactly("a0", "a1", "a2", "a3", "a4", "a5");
    assertThat(log(c, FeedStart.at(START + 4))).containsExactly("CREATE a4", "CREATE a5");
    byte[] now = page(c, FeedStart.now(), 1).continuation();
    put(c, "b");
    assertThat(log(c, FeedStart.after(now))).containsExactly("CREATE b");
  }

  @Test
  void aStartAtATimeReadsLittleOfTheLog() {
    Container c = logged(null);
    for (int i = 0; i < 500; i++) {
      put(c, "a" + i);
      clock.advance(1);
    }
    long before = storage.rowsRead();
    assertThat(log(c, FeedStart.at(START + 498))).containsExactly("CREATE a498", "CREATE a499");
    assertThat(storage.rowsRead() - before).isLessThan(30);
    assertThat(log(c, FeedStart.at(START - 1))).hasSize(500);
    assertThat(log(c, FeedStart.at(START + 250))).hasSize(250);
    assertThat(log(c, FeedStart.at(START + 500))).isEmpty();
  }

  @Test
  @Rule("F2")
  void aStartAfterThePurgeDoesNotTellOfIt() {
    Container c = logged(10);
    putMany(c, "a", 3);
    clock.advance(20);
    purge(c);
    assertThat(log(c, FeedStart.at(START + 20))).hasSize(3);
    clock.advance(1);
    assertThat(log(c, FeedStart.at(START + 21))).isEmpty();
  }

  @Test
  void aPartitionsDeleteAppearsForEachItem() {
    Container c = logged(null);
    putMany(c, "a", 3);
    c.deletePartition(PartitionKey.of("p"));
    engine.background().catchUp();
    assertThat(log(c))
        .containsExactly(
            "CREATE a0", "CREATE a1", "CREATE a2", "DELETE a0", "DELETE a1", "DELETE a2");
  }

  @Test
  void readersAreWokenByThePurge() throws Exception {
    Container c = logged(10);
    put(c, "a");
    byte[] end = page(c, FeedStart.beginning(), 10).continuation();
    clock.advance(10);
    CompletableFuture<Void> change = c.awaitChange(end);
    assertThat(change).isNotDone();
    purge(c);
    change.get(10, TimeUnit.SECONDS);
    assertThat(log(c, FeedStart.after(end))).containsExactly("TTL_DELETE a");
  }

  @Test
  void whatIsOlderThanTheRetentionGoes() {
    Container c = create(named("c").allVersions(new Retention(100, 1 << 20)));
    put(c, "a");
    byte[] early = page(c, FeedStart.beginning(), 1).continuation();
    put(c, "b");
    clock.advance(50);
    put(c, "c");
    clock.advance(50);
    engine.background().catchUp();
    assertThat(log(c)).containsExactly("CREATE c");
    assertThat(assertFails(ErrorCode.FEED_TRUNCATED, () -> page(c, FeedStart.after(early), 1)))
        .hasMessageContaining("beginning");
    reopen();
    assertThat(log(again(c))).containsExactly("CREATE c");
    assertFails(ErrorCode.FEED_TRUNCATED, () -> page(again(c), FeedStart.after(early), 1));
  }

  @Test
  void whatIsLargerThanTheRetentionGoesOldestFirst() {
    Container c = create(named("c").allVersions(new Retention(1_000_000, 20_000)));
    for (int i = 0; i < 10; i++) {
      put(c, "a" + i, "payload", "x".repeat(4000));
    }
    engine.background().catchUp();
    List<String> kept = log(c);
    assertThat(kept).hasSizeBetween(3, 5).last().isEqualTo("CREATE a9");
    assertThat(scanned(c)).as("the items themselves stay").hasSize(10);
  }

  @Test
  void switchedOnLaterItBeginsThereAndSwitchedOffItIsForgotten() {
    Container c = container(null);
    put(c, "before");
    change(c, definition -> definition.allVersions(LONG));
    put(c, "during");
    assertThat(log(c)).containsExactly("CREATE during");
    change(c, definition -> definition.allVersions(null));
    put(c, "outside");
    engine.background().catchUp();
    change(c, definition -> definition.allVersions(LONG));
    put(c, "again");
    assertThat(log(c)).containsExactly("CREATE again");
  }

  @Test
  void switchedOffAndOnAtOnceNothingFromBeforeIsReported() {
    Container c = logged(null);
    put(c, "before");
    change(c, definition -> definition.allVersions(null));
    put(c, "outside");
    change(c, definition -> definition.allVersions(LONG));
    put(c, "after");
    assertThat(log(c)).containsExactly("CREATE after");
  }
}
