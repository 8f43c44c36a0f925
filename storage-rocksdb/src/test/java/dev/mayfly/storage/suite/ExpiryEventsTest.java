package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import dev.mayfly.testkit.suite.EngineFixture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Expiry events at the second of the deadline (rule F3). */
class ExpiryEventsTest extends EachStorageTest {
  private static final Retention LONG = new Retention(1_000_000, 1 << 30);

  private Container watched(Integer defaultTtl) {
    return create(named("c").defaultTtl(defaultTtl).expiryEvents(LONG));
  }

  /** Lets the background do its work, then returns each event as "id@second after the start". */
  private List<String> events(Container c) {
    engine.background().catchUp();
    return reported(c, FeedStart.beginning());
  }

  private static List<String> reported(Container c, FeedStart start) {
    return c.expiries(start, new ReadLimits(10_000, 1 << 30, 100_000)).entries().stream()
        .map(EngineFixture::described)
        .toList();
  }

  @Test
  @Rule("F3")
  void eventsComeInTheOrderOfTheDeadlinesAtTheirSecond() {
    Container c = watched(10);
    put(c, "second");
    put(c, "first", "ttl", 5);
    put(c, "third", "ttl", 20);
    put(c, "never", "ttl", -1);
    clock.advance(4);
    assertThat(events(c)).isEmpty();
    clock.advance(1);
    assertThat(events(c)).containsExactly("first@5");
    clock.advance(15);
    assertThat(events(c)).containsExactly("first@5", "second@10", "third@20");
  }

  @Test
  @Rule("F3")
  void anEventHasTheLastVersionOfTheItem() {
    Container c = watched(10);
    put(c, "a", "n", 1);
    clock.advance(5);
    put(c, "a", "n", 2);
    clock.advance(10);
    engine.background().catchUp();
    List<ChangeFeed.Expiry> events =
        c.expiries(FeedStart.beginning(), ReadLimits.DEFAULT).entries();
    assertThat(events).hasSize(1);
    assertThat(Bodies.decode(events.get(0).item().body()).getInt32("n").getValue()).isEqualTo(2);
    assertThat(events.get(0).deathSecond()).isEqualTo(START + 15);
  }

  @Test
  @Rule("F3")
  void thePurgeNeverPassesAnItemWhoseEventIsNotRecorded() {
    Container c = watched(10);
    putMany(c, "a", 10);
    putMany(c, "b", 10, "ttl", 7);
    clock.advance(100);
    // No recorder has run: the purge itself must record.
    assertThat(purge(c)).isEqualTo(20);
    List<String> events = events(c);
    assertThat(events).hasSize(20).contains("a3@10", "b3@7");
  }

  @Test
  @Rule("F3")
  void recordingFirstAndPurgingLaterReportsEachOnce() {
    Container c = watched(10);
    putMany(c, "a", 10);
    clock.advance(10);
    assertThat(events(c)).hasSize(10);
    purge(c);
    assertThat(events(c)).hasSize(10).doesNotHaveDuplicates();
  }

  @Test
  @Rule("F3")
  void whatDiesInOneSecondAndTakesSeveralSlicesIsReportedOnce() {
    Container c = watched(10);
    putMany(c, "a", 5000);
    clock.advance(10);
    while (engine.background().round()) {}
    assertThat(reported(c, FeedStart.beginning())).hasSize(5000).doesNotHaveDuplicates();
  }

  @Test
  @Rule({"F3", "B3"})
  void aPausedPurgeDelaysNoEvent() {
    Container c = watched(10);
    put(c, "a");
    engine.background().pause();
    clock.advance(10);
    assertThat(events(c)).containsExactly("a@10");
    assertThat(purge(c)).isZero();
  }

  @Test
  @Rule("F3")
  void rewritingADeadItemDoesNotLoseItsEvent() {
    Container c = watched(10);
    put(c, "a", "n", 1);
    put(c, "b", "ttl", 5);
    clock.advance(10);
    put(c, "a", "n", 2);
    c.batch(List.of(WriteRequest.create(key("b"), body("b"))));
    assertThat(events(c)).containsExactly("b@5", "a@10");
    clock.advance(10);
    assertThat(events(c)).containsExactlyInAnyOrder("b@5", "a@10", "a@20", "b@20");
  }

  @Test
  @Rule("F3")
  void anItemThatIsRewrittenInTimeOrDeletedHasNoEvent() {
    Container c = watched(10);
    put(c, "a");
    put(c, "b");
    clock.advance(9);
    put(c, "a");
    c.delete(key("b"));
    clock.advance(5);
    assertThat(events(c)).isEmpty();
  }

  @Test
  @Rule("F3")
  void readersGoOnWhereTheyEndedAndMissNothing() {
    Container c = watched(100);
    for (int i = 0; i < 30; i++) {
      put(c, "a" + i, "ttl", 1 + (i * 7) % 30);
    }
    List<String> seen = new ArrayList<>();
    FeedStart start = FeedStart.beginning();
    for (int second = 0; second < 40; second++) {
      clock.advance(1);
      if (second % 3 == 0) {
        purge(c);
      }
      engine.background().catchUp();
      Page<ChangeFeed.Expiry> page = c.expiries(start, ReadLimits.items(2));
      page.entries().forEach(each -> seen.add(described(each)));
      start = FeedStart.after(page.continuation());
    }
    seen.addAll(reported(c, start));
    assertThat(seen).hasSize(30).doesNotHaveDuplicates();
    assertThat(seen.stream().map(each -> Integer.parseInt(each.split("@")[1])).toList()).isSorted();
  }

  @Test
  @Rule("F3")
  void recordingResumesAfterARestartWithoutLoss() {
    Container c = watched(10);
    putMany(c, "a", 5);
    clock.advance(5);
    putMany(c, "b", 5);
    clock.advance(5);
    assertThat(events(c)).hasSize(5);
    reopen();
    clock.advance(5);
    List<String> events = events(again(c));
    assertThat(events).contains("a0@10", "a4@10", "b0@15", "b4@15");
    assertThat(events.stream().distinct()).hasSize(10);
  }

  @Test
  @Rule("F3")
  void aPolicyChangeThatKillsReportsOfItAtItsOwnSecond() {
    Container c = watched(1000);
    put(c, "a");
    clock.advance(500);
    assertThat(events(c)).isEmpty();
    changeDefault(c, 10);
    assertThat(events(c)).isEmpty();
    clock.advance(1);
    assertThat(events(c)).containsExactly("a@500");
  }

  @Test
  @Rule({"F3", "B5"})
  void whatDiedJustBeforeThePolicyWasLiftedIsReportedToo() {
    Container c = watched(10);
    put(c, "a");
    put(c, "b", "ttl", 10);
    clock.advance(10);
    changeDefault(c, null);
    clock.advance(1);
    assertThat(events(c).stream().distinct()).containsExactlyInAnyOrder("a@10", "b@10");
    purge(c);
    assertThat(events(c).stream().distinct()).hasSize(2);
  }

  @Test
  @Rule({"F3", "A7"})
  void whatDiedUnderAPolicyIsRecordedAsThatPolicySays() {
    Container c = watched(10);
    putMany(c, "a", 3);
    put(c, "own", "ttl", 15);
    clock.advance(20);
    put(c, "b");
    clock.advance(11);
    put(c, "c");
    // Nothing is recorded by now, and three policies follow each other.
    changeDefault(c, 5);
    clock.advance(4);
    changeDefault(c, 100);
    clock.advance(1);
    changeDefault(c, 2);
    // An item that died under the first policy is written again before the recorder comes to it.
    put(c, "a0");
    clock.advance(1);
    purge(c);
    reopen();
    List<String> events = events(again(c));
    assertThat(firstOfEach(events)).contains("a0@10", "a1@10", "a2@10", "own@15", "b@30", "c@36");
    clock.advance(1);
    assertThat(events(again(c))).contains("a0@38");
  }

  private static List<String> firstOfEach(List<String> events) {
    Map<String, String> first = new LinkedHashMap<>();
    events.forEach(event -> first.putIfAbsent(event.split("@")[0], event));
    return List.copyOf(first.values());
  }

  @Test
  @Rule({"F3", "D5"})
  void datesAreReportedAtTheirDeadline() {
    Container c =
        create(named("c").defaultTtl(100).expiryEvents(LONG).dateTtls(new DateTtl("at", "at", 5)));
    put(c, "byDate", "at", Bodies.date(START + 10));
    put(c, "byDefault", "at", Bodies.date(START + 1000));
    clock.advance(15);
    assertThat(events(c)).containsExactly("byDate@15");
    clock.advance(85);
    // At least once: the first is met again by the default, which it has not been purged for.
    assertThat(events(c).stream().distinct()).containsExactly("byDate@15", "byDefault@100");
  }

  @Test
  @Rule({"F3", "C9"})
  void whatIsImportedDeadIsReportedAtOnce() {
    Container c = watched(10);
    put(c, "a");
    clock.advance(10);
    assertThat(events(c)).containsExactly("a@10");
    putImported(c, START - 100, "old");
    clock.advance(1);
    assertThat(events(c).stream().distinct()).containsExactlyInAnyOrder("a@10", "old@10");
  }

  @Test
  @Rule("F3")
  void manyDeathsInOneSecondAreAllReported() {
    Container c = watched(10);
    putMany(c, "a", 6000);
    clock.advance(10);
    assertThat(events(c)).hasSize(6000).doesNotHaveDuplicates();
  }

  @Test
  @Rule("F3")
  void eventsAreKeptWithinTheirRetention() {
    Container c = create(named("c").defaultTtl(10).expiryEvents(new Retention(100, 1 << 20)));
    put(c, "a");
    clock.advance(50);
    put(c, "b");
    clock.advance(59);
    assertThat(events(c)).containsExactly("a@10", "b@60");
    clock.advance(1);
    assertThat(events(c)).containsExactly("b@60");
  }

  @Test
  @Rule("F3")
  void aReaderThatWasAwayForLongerThanEventsAreKeptIsTold() {
    Container c = create(named("c").defaultTtl(10).expiryEvents(new Retention(100, 1 << 20)));
    byte[] early = c.expiries(FeedStart.now(), ReadLimits.DEFAULT).continuation();
    put(c, "a");
    clock.advance(50);
    put(c, "b");
    clock.advance(50);
    engine.background().catchUp();
    List<ChangeFeed.Expiry> both = c.expiries(FeedStart.after(early), ReadLimits.DEFAULT).entries();
    assertThat(both).hasSize(2);
    byte[] afterA = both.get(0).continuation();
    clock.advance(10);
    engine.background().catchUp();
    assertFails(ErrorCode.FEED_TRUNCATED, () -> reported(c, FeedStart.after(early)));
    assertThat(reported(c, FeedStart.after(afterA))).containsExactly("b@60");
    reopen();
    assertFails(ErrorCode.FEED_TRUNCATED, () -> reported(again(c), FeedStart.after(early)));
    assertThat(reported(again(c), FeedStart.beginning())).containsExactly("b@60");
    assertThat(reported(again(c), FeedStart.after(afterA))).containsExactly("b@60");
  }

  @Test
  @Rule("F3")
  void aReaderFromBeforeEventsWereOffIsTold() {
    Container c = watched(10);
    put(c, "a");
    clock.advance(10);
    engine.background().catchUp();
    byte[] after = c.expiries(FeedStart.beginning(), ReadLimits.DEFAULT).continuation();
    change(c, definition -> definition.expiryEvents(null));
    put(c, "b");
    clock.advance(10);
    engine.background().catchUp();
    change(c, definition -> definition.expiryEvents(LONG));
    assertFails(ErrorCode.FEED_TRUNCATED, () -> reported(c, FeedStart.after(after)));
    byte[] now = c.expiries(FeedStart.now(), ReadLimits.DEFAULT).continuation();
    // Nothing is there yet, and whoever has begun misses nothing.
    byte[] first = c.expiries(FeedStart.beginning(), ReadLimits.DEFAULT).continuation();
    put(c, "c");
    clock.advance(10);
    engine.background().catchUp();
    assertThat(reported(c, FeedStart.after(now))).contains("c@30");
    assertThat(reported(c, FeedStart.after(first))).contains("c@30");
  }

  @Test
  @Rule("F3")
  void fromNowAndFromATime() {
    Container c = watched(-1);
    for (int i = 1; i <= 6; i++) {
      put(c, "a" + i, "ttl", i);
    }
    clock.advance(4);
    engine.background().catchUp();
    byte[] now = c.expiries(FeedStart.now(), ReadLimits.DEFAULT).continuation();
    assertThat(reported(c, FeedStart.after(now))).isEmpty();
    assertThat(reported(c, FeedStart.at(START + 3))).containsExactly("a3@3", "a4@4");
    clock.advance(2);
    engine.background().catchUp();
    assertThat(reported(c, FeedStart.after(now))).containsExactly("a5@5", "a6@6");
  }
}
