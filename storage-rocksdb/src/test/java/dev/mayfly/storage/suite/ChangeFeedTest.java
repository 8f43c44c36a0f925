package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The change feed of latest versions (rule F1). */
class ChangeFeedTest extends EachStorageTest {
  private static Page<Item> page(Container c, FeedStart start, int items) {
    return c.changes(start, EpkRange.FULL, ReadLimits.items(items));
  }

  @Test
  @Rule("F1")
  void anExpiredItemIsNoLongerDelivered() {
    Container c = container(10);
    put(c, "a");
    put(c, "b", "ttl", 5);
    put(c, "c", "ttl", -1);
    assertThat(changed(c)).containsExactly("a", "b", "c");
    clock.advance(5);
    assertThat(changed(c)).containsExactly("a", "c");
    clock.advance(5);
    assertThat(changed(c)).containsExactly("c");
    purge(c);
    assertThat(changed(c)).containsExactly("c");
  }

  @Test
  @Rule("F1")
  void itemsComeInTheOrderOfTheirLastChangeWhateverTheirTtl() {
    Container c = container(1000);
    put(c, "a");
    put(c, "b", "ttl", 500);
    put(c, "c", "ttl", -1);
    put(c, "d");
    put(c, "a", "ttl", 100);
    put(c, "c");
    assertThat(changed(c)).containsExactly("b", "d", "a", "c");
    c.delete(key("d"));
    assertThat(changed(c)).containsExactly("b", "a", "c");
  }

  @Test
  void pagesGoOnWhereTheyEndedAndSayWhyTheyStopped() {
    Container c = container(null);
    putMany(c, "a", 7);
    List<String> seen = new ArrayList<>();
    FeedStart start = FeedStart.beginning();
    Page<Item> page;
    do {
      page = page(c, start, 3);
      seen.addAll(ids(page.entries()));
      start = FeedStart.after(page.continuation());
    } while (page.reason() != StopReason.END);
    assertThat(seen).containsExactly("a0", "a1", "a2", "a3", "a4", "a5", "a6");
    assertThat(page(c, start, 3).entries()).isEmpty();
    put(c, "a2");
    assertThat(ids(page(c, start, 3).entries())).containsExactly("a2");
  }

  @Test
  void aReaderThatFollowsMissesNothingAndSeesNothingTwice() {
    Container c = container(null);
    FeedStart start = FeedStart.beginning();
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      put(c, "a" + i);
      if (i % 3 == 0) {
        Page<Item> page = page(c, start, 100);
        seen.addAll(ids(page.entries()));
        start = FeedStart.after(page.continuation());
      }
    }
    seen.addAll(ids(page(c, start, 100).entries()));
    assertThat(seen).hasSize(30).doesNotHaveDuplicates();
  }

  @Test
  void fromNowOnlyWhatComesAfter() {
    Container c = container(null);
    put(c, "before");
    Page<Item> now = page(c, FeedStart.now(), 10);
    assertThat(now.entries()).isEmpty();
    put(c, "after");
    assertThat(ids(page(c, FeedStart.after(now.continuation()), 10).entries()))
        .containsExactly("after");
  }

  @Test
  void fromAPointInTimeWhatWasWrittenInThatSecondOrLater() {
    Container c = container(1000);
    for (int second = 0; second < 10; second++) {
      put(c, "a" + second);
      put(c, "b" + second, "ttl", 500);
      clock.advance(1);
    }
    assertThat(ids(page(c, FeedStart.at(START + 8), 100).entries()))
        .containsExactly("a8", "b8", "a9", "b9");
    assertThat(ids(page(c, FeedStart.at(START - 5), 100).entries())).hasSize(20);
    assertThat(page(c, FeedStart.at(START + 10), 100).entries()).isEmpty();
  }

  @Test
  void aContinuationSurvivesARestart() {
    Container c = container(null);
    putMany(c, "a", 5);
    byte[] continuation = page(c, FeedStart.beginning(), 2).continuation();
    reopen();
    assertThat(ids(page(again(c), FeedStart.after(continuation), 10).entries()))
        .containsExactly("a2", "a3", "a4");
  }

  @Test
  void aContinuationOfAnotherContainerOrKindIsRefused() {
    Container c = container(null);
    Container other = create(named("other"));
    putMany(c, "a", 5);
    byte[] feed = page(c, FeedStart.beginning(), 2).continuation();
    byte[] scan = c.scan(EpkRange.FULL, null, ReadLimits.items(2)).continuation();
    assertFails(ErrorCode.BAD_CONTINUATION, () -> page(other, FeedStart.after(feed), 1));
    assertFails(ErrorCode.BAD_CONTINUATION, () -> page(c, FeedStart.after(scan), 1));
    assertFails(ErrorCode.BAD_CONTINUATION, () -> page(c, FeedStart.after(new byte[3]), 1));
    assertFails(ErrorCode.BAD_CONTINUATION, () -> c.scan(EpkRange.FULL, feed, ReadLimits.DEFAULT));
  }

  @Test
  void aFeedOfOnePartitionDeliversOnlyThat() {
    Container c = container(null);
    put(c, "a");
    c.create(ItemKey.of("q", "b"), Bodies.of("b", "pk", "q"));
    put(c, "c");
    EpkRange range = EpkRange.of(c.definition().partitionKey(), PartitionKey.of("q"));
    assertThat(ids(c.changes(FeedStart.beginning(), range, ReadLimits.DEFAULT).entries()))
        .containsExactly("b");
  }

  @Test
  void readersWaitForAChangeWithoutPolling() throws Exception {
    Container c = container(null);
    byte[] end = page(c, FeedStart.now(), 1).continuation();
    CompletableFuture<Void> change = c.awaitChange(end);
    assertThat(change).isNotDone();
    put(c, "a");
    change.get(10, TimeUnit.SECONDS);
    assertThat(c.awaitChange(end)).as("it has changed already").isDone();
    byte[] after = page(c, FeedStart.after(end), 10).continuation();
    assertThat(c.awaitChange(after)).isNotDone();
  }

  @Test
  void readersThatWaitAreWokenByDeletesAndByTheEndOfTheContainer() throws Exception {
    Container c = container(null);
    put(c, "a");
    byte[] end = page(c, FeedStart.beginning(), 10).continuation();
    CompletableFuture<Void> deleted = c.awaitChange(end);
    c.delete(key("a"));
    deleted.get(10, TimeUnit.SECONDS);
    CompletableFuture<Void> dropped = c.awaitChange(page(c, FeedStart.now(), 1).continuation());
    engine.deleteContainer(DATABASE, "c");
    dropped.get(10, TimeUnit.SECONDS);
  }

  @Test
  void afterARestartAReaderAtTheEndWaitsAndIsWoken() throws Exception {
    Container c = container(null);
    put(c, "a");
    reopen();
    Container after = again(c);
    byte[] end = page(after, FeedStart.beginning(), 10).continuation();
    CompletableFuture<Void> change = after.awaitChange(end);
    put(after, "b");
    change.get(10, TimeUnit.SECONDS);
    assertThat(ids(page(after, FeedStart.after(end), 10).entries())).containsExactly("b");
  }

  @Test
  void severalWritesOfOneItemAreDeliveredOnceAsTheyAreNow() {
    Container c = container(null);
    put(c, "a", "n", 1);
    put(c, "a", "n", 2);
    c.batch(
        List.of(
            WriteRequest.upsert(key("a"), Bodies.of("a", "n", 3)),
            WriteRequest.upsert(key("a"), Bodies.of("a", "n", 4))));
    List<Item> items = page(c, FeedStart.beginning(), 10).entries();
    assertThat(items).hasSize(1);
    assertThat(Bodies.decode(items.get(0).body()).getInt32("n").getValue()).isEqualTo(4);
  }

  @Test
  void logsThatWereNotAskedForAreRefused() {
    Container c = container(10);
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> c.allVersions(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT));
    assertFails(ErrorCode.BAD_REQUEST, () -> c.expiries(FeedStart.beginning(), ReadLimits.DEFAULT));
    assertFails(ErrorCode.BAD_REQUEST, () -> new Retention(0, 1));
  }
}
