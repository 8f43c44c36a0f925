package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.storage.Hold;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When exactly an item is dead, and at which instant that is judged (rules B1, B3, B4, B7). */
class DeadlineTest extends EachStorageTest {
  @Test
  @Rule("B1")
  void theDeadlineSecondItselfIsDead() {
    Container c = container(60);
    put(c, "a");
    clock.advance(59);
    assertThat(c.read(key("a")).remainingSeconds()).isEqualTo(1);
    clock.advance(1);
    assertDead(c, "a");
    clock.advance(1);
    assertDead(c, "a");
  }

  @Test
  @Rule("B1")
  void deadlinesPast2038Work() {
    long beyond = Instant.parse("2038-01-19T03:14:07Z").getEpochSecond();
    Container c = container(Integer.MAX_VALUE);
    put(c, "default");
    put(c, "own", "ttl", Integer.MAX_VALUE);
    put(c, "tenYears", "ttl", 10 * 366 * 86_400);
    clock.advance(beyond - START + 1);
    assertThat(scanned(c)).containsExactlyInAnyOrder("default", "own");
    put(c, "later", "ttl", 100);
    assertDiesAfter(c, "later", 100);
    clock.advance(START + Integer.MAX_VALUE - 1 - clock.epochSecond());
    assertThat(scanned(c)).containsExactlyInAnyOrder("default", "own");
    assertThat(c.live().items()).isEqualTo(2);
    clock.advance(1);
    assertThat(scanned(c)).isEmpty();
    assertThat(c.live().items()).isZero();
  }

  @Test
  @Rule("B1")
  void theTimestampIsTheClocksWholeSecond() {
    Container c = container(10);
    clock.advance(3);
    assertThat(put(c, "a").item().tsSecond()).isEqualTo(START + 3);
    assertThat(c.read(key("a")).remainingSeconds()).isEqualTo(10);
  }

  @Test
  @Rule("B3")
  void withoutAnyPurgeNothingDeadIsSeenYearsLater() {
    Container c = container(10);
    putMany(c, "a", 20);
    engine.background().pause();
    clock.advance(10);
    for (int year = 0; year < 3; year++) {
      assertThat(scanned(c)).isEmpty();
      assertThat(changed(c)).isEmpty();
      assertThat(c.live().items()).isZero();
      assertThat(c.metrics().backlog().items()).isEqualTo(20);
      assertThat(purge(c)).as("the purge is paused").isZero();
      clock.advance(366 * 86_400);
    }
  }

  @Test
  @Rule("B3")
  void pausingAndResumingThePurgeChangesNothingThatIsSeen() {
    Container c = container(10);
    put(c, "a");
    put(c, "b", "ttl", 100);
    engine.background().pause();
    assertThat(engine.background().isPaused()).isTrue();
    clock.advance(10);
    List<String> before = scanned(c);
    assertThat(purge(c)).isZero();
    engine.background().resume();
    assertThat(purge(c)).isEqualTo(1);
    assertThat(scanned(c)).isEqualTo(before).containsExactly("b");
    assertThat(c.live().items()).isEqualTo(1);
  }

  @Test
  @Rule({"B3", "B2"})
  void aRestartBeforeThePurgeChangesNothingThatIsSeen() {
    Container c = container(10);
    put(c, "a");
    put(c, "b", "ttl", 100);
    clock.advance(10);
    reopen();
    Container after = again(c);
    assertDead(after, "a");
    assertLives(after, "b");
    assertThat(after.live().items()).isEqualTo(1);
    assertThat(after.metrics().backlog().items()).isEqualTo(1);
  }

  @Test
  @Rule("B4")
  void eachPageIsJudgedAtItsOwnInstant() {
    Container c = container(-1);
    for (int i = 0; i < 9; i++) {
      put(c, "a" + i, "ttl", i < 5 ? 10 : 20);
    }
    Page<Item> first = c.scan(EpkRange.FULL, null, ReadLimits.items(3));
    assertThat(ids(first.entries())).containsExactly("a0", "a1", "a2");
    clock.advance(10);
    Page<Item> second = c.scan(EpkRange.FULL, first.continuation(), ReadLimits.items(3));
    assertThat(ids(second.entries())).containsExactly("a5", "a6", "a7");
    clock.advance(10);
    Page<Item> third = c.scan(EpkRange.FULL, second.continuation(), ReadLimits.items(3));
    assertThat(third.entries()).isEmpty();
    assertThat(third.continuation()).isNull();
  }

  @Test
  @Rule("B4")
  void feedPagesAreJudgedAtTheirOwnInstant() {
    Container c = container(-1);
    put(c, "a", "ttl", 100);
    put(c, "b", "ttl", 10);
    put(c, "c", "ttl", 100);
    Page<Item> first = c.changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.items(1));
    assertThat(ids(first.entries())).containsExactly("a");
    clock.advance(10);
    Page<Item> second =
        c.changes(FeedStart.after(first.continuation()), EpkRange.FULL, ReadLimits.items(10));
    assertThat(ids(second.entries())).containsExactly("c");
  }

  @Test
  @Rule("B4")
  void anItemRewrittenInTimeIsNeverMissed() throws Exception {
    Container c = container(2);
    put(c, "a");
    List<String> missed = new ArrayList<>();
    CompletableFuture<Void> reader =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 2000; i++) {
                if (!isThere(c, "a")) {
                  missed.add("point read " + i);
                }
                if (scanned(c).isEmpty()) {
                  missed.add("scan " + i);
                }
              }
            });
    while (!reader.isDone()) {
      // Alive for two seconds, rewritten after one.
      clock.advance(1);
      put(c, "a");
    }
    reader.get();
    assertThat(missed).isEmpty();
  }

  @Test
  @Rule("B4")
  void aWriteIsJudgedWhenItCommitsNotWhenItWasAskedFor() throws Exception {
    Container c = container(10);
    put(c, "a");
    clock.advance(9);
    Hold hold = Hold.ofWriter(storage);
    CompletableFuture<?> replaced = c.submit(WriteRequest.replace(key("a"), body("a")));
    CompletableFuture<?> created = c.submit(WriteRequest.create(key("b"), body("b")));
    clock.advance(1);
    hold.release();
    assertThat(replaced.handle((outcome, failure) -> failure != null).get()).isTrue();
    created.get();
    assertThat(c.read(key("b")).tsSecond()).isEqualTo(START + 10);
    assertDead(c, "a");
  }

  @Test
  @Rule("B7")
  void twoEnginesOnCopiesOfTheSameDataAgreeAtEverySecond() {
    Container c = container(7);
    for (int i = 0; i < 12; i++) {
      put(c, "default" + i);
      put(c, "own" + i, "ttl", i + 1);
      put(c, "never" + i, "ttl", -1);
      clock.advance(1);
    }
    changeDefault(c, 9);
    var otherClock = dev.mayfly.engine.clock.MovableClock.frozenAt(clock.epochSecond());
    Engine other = alsoClose(Engine.open(copyOfStorage(), otherClock, options()));
    Container copy = other.container(DATABASE, "c");
    for (int second = 0; second < 25; second++) {
      assertThat(scanned(copy)).isEqualTo(scanned(c));
      assertThat(changed(copy)).isEqualTo(changed(c));
      assertThat(copy.live()).isEqualTo(c.live());
      if (second % 5 == 0) {
        // Only one of them purges: no message passes between the two.
        purge(c);
      }
      clock.advance(1);
      otherClock.advance(1);
    }
  }
}
