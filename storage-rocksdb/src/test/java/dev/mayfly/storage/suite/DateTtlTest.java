package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** Date fields that kill (rule D5). */
class DateTtlTest extends EachStorageTest {
  private Container dated(Integer defaultTtl, DateTtl... dates) {
    return create(named("c").defaultTtl(defaultTtl).dateTtls(dates));
  }

  private static DateTtl after(long seconds) {
    return new DateTtl("at", "at", seconds);
  }

  @Test
  @Rule("D5")
  void anItemDiesSoManySecondsAfterItsDate() {
    Container c = dated(null, after(30));
    put(c, "a", "at", Bodies.date(START - 10));
    assertThat(c.read(key("a")).remainingSeconds()).isEqualTo(20);
    assertDiesAfter(c, "a", 20);
    assertThat(purge(c)).isEqualTo(1);
  }

  @Test
  @Rule("D5")
  void withZeroSecondsItDiesAtTheDate() {
    Container c = dated(null, after(0));
    put(c, "a", "at", Bodies.date(START + 60));
    assertDiesAfter(c, "a", 60);
  }

  @Test
  @Rule("D5")
  void aDateWithinASecondCountsAtTheNextWholeSecond() {
    Container c = dated(null, after(0));
    put(c, "a", "at", new BsonDateTime((START + 60) * 1000 + 1));
    assertDiesAfter(c, "a", 61);
  }

  @Test
  @Rule("D5")
  void datesBefore1970AndFarAheadWork() {
    Container c = dated(null, after(10));
    put(c, "past", "at", new BsonDateTime(-1500));
    put(c, "ancient", "at", new BsonDateTime(Long.MIN_VALUE));
    put(c, "far", "at", new BsonDateTime(Long.MAX_VALUE));
    assertThat(scanned(c)).containsExactly("far");
    assertThat(c.live().items()).isEqualTo(1);
    assertThat(purge(c)).isEqualTo(2);
    assertNeverDies(c, "far");
  }

  @Test
  @Rule("D5")
  void itemsWithoutADateOrWithAnotherTypeThereNeverDieByIt() {
    Container c = dated(null, after(0));
    put(c, "missing");
    put(c, "text", "at", "2020-01-01");
    put(c, "number", "at", 1L);
    put(c, "null", "at", null);
    put(c, "empty", "at", new BsonArray());
    clock.advance(1_000_000);
    assertThat(scanned(c)).hasSize(5);
    assertThat(purge(c)).isZero();
  }

  @Test
  @Rule("D5")
  void ofAnArrayTheEarliestDateCounts() {
    Container c = dated(null, after(0));
    put(
        c,
        "a",
        "at",
        new BsonArray(
            List.of(
                Bodies.date(START + 50),
                new BsonString("x"),
                Bodies.date(START + 20),
                Bodies.date(START + 90))));
    assertDiesAfter(c, "a", 20);
  }

  @Test
  @Rule("D5")
  void datesInNestedDocumentsAndArraysOfThemAreFound() {
    Container c = dated(null, new DateTtl("n", "x.at", 0));
    put(c, "doc", "x", new BsonDocument("at", Bodies.date(START + 10)));
    put(
        c,
        "array",
        "x",
        new BsonArray(
            List.of(
                new BsonDocument("at", Bodies.date(START + 30)),
                new BsonDocument("at", Bodies.date(START + 20)))));
    clock.advance(10);
    assertThat(scanned(c)).containsExactly("array");
    clock.advance(10);
    assertThat(scanned(c)).isEmpty();
  }

  @Test
  @Rule("D5")
  void theEarliestDeadlineOfAllSourcesCounts() {
    Container c = dated(100, after(0), new DateTtl("by", "by", 10));
    put(c, "default", "at", Bodies.date(START + 500), "by", Bodies.date(START + 500));
    put(c, "at", "at", Bodies.date(START + 20), "by", Bodies.date(START + 500));
    put(c, "by", "at", Bodies.date(START + 500), "by", Bodies.date(START + 20));
    put(c, "own", "at", Bodies.date(START + 500), "ttl", 5);
    assertThat(c.live().items()).isEqualTo(4);
    clock.advance(5);
    assertThat(scanned(c)).containsExactlyInAnyOrder("default", "at", "by");
    clock.advance(15);
    assertThat(scanned(c)).containsExactlyInAnyOrder("default", "by");
    assertThat(c.live().items()).isEqualTo(2);
    clock.advance(10);
    assertThat(scanned(c)).containsExactly("default");
    clock.advance(70);
    assertThat(scanned(c)).isEmpty();
    assertThat(c.live().items()).isZero();
    assertThat(c.metrics().backlog().items()).isEqualTo(4);
    assertThat(purge(c)).isEqualTo(4);
    assertThat(c.metrics().backlog().items()).isZero();
  }

  @Test
  @Rule("D5")
  void minusOneOverridesOnlyTheDefault() {
    Container c = dated(10, after(0));
    put(c, "never", "ttl", -1);
    put(c, "byDate", "ttl", -1, "at", Bodies.date(START + 50));
    clock.advance(49);
    assertThat(scanned(c)).containsExactlyInAnyOrder("never", "byDate");
    clock.advance(1);
    assertThat(scanned(c)).containsExactly("never");
    assertThat(purge(c)).isEqualTo(1);
  }

  @Test
  @Rule("D5")
  void datesCountWhileTheDefaultIsOff() {
    Container c = dated(10, after(0));
    put(c, "a", "at", Bodies.date(START + 50));
    changeDefault(c, null);
    assertDiesAfter(c, "a", 50);
  }

  @Test
  @Rule("D5")
  void aFilterSaysWhichItemsItAppliesTo() {
    ItemFilters filters = filter -> body -> Bodies.decode(body).containsKey(filter.getFirstKey());
    reopen(options().withFilters(filters));
    BsonDocument filter = new BsonDocument("temporary", BsonBoolean.TRUE);
    Container c = dated(null, new DateTtl("at", FieldPath.ofDotted("at"), 0, filter));
    put(c, "kept", "at", Bodies.date(START + 5));
    put(c, "gone", "at", Bodies.date(START + 5), "temporary", true);
    clock.advance(5);
    assertThat(scanned(c)).containsExactly("kept");
    reopen();
    assertThat(scanned(again(c))).containsExactly("kept");
    assertThat(purge(again(c))).isEqualTo(1);
  }

  @Test
  @Rule("D5")
  void aFilterThatNobodyUnderstandsIsRefused() {
    BsonDocument filter = new BsonDocument("x", new BsonInt32(1));
    assertFails(
        ErrorCode.NOT_SUPPORTED,
        () -> dated(null, new DateTtl("at", FieldPath.ofDotted("at"), 0, filter)));
    assertThat(engine.containers(DATABASE)).isEmpty();
  }

  @Test
  @Rule("D5")
  void onExistingDataItIsBuiltInTheBackgroundAndTakesForceAllAtOnce() {
    Container c = container(null);
    putMany(c, "old", 50, "at", Bodies.date(START));
    put(c, "later", "at", Bodies.date(START + 100));
    put(c, "none");
    change(c, definition -> definition.dateTtls(after(10)));
    clock.advance(10);
    assertThat(c.dateTtlsReady()).isFalse();
    put(c, "meanwhile", "at", Bodies.date(START));
    assertThat(scanned(c)).as("not in force while it is built").hasSize(53);
    assertThat(c.live().items()).isEqualTo(53);
    engine.background().catchUp();
    assertThat(c.dateTtlsReady()).isTrue();
    assertThat(scanned(c)).containsExactly("later", "none");
    assertThat(c.live().items()).isEqualTo(2);
    assertThat(purge(c)).isEqualTo(51);
    assertThat(c.read(key("later")).tsSecond()).as("a build is no write").isEqualTo(START);
  }

  @Test
  @Rule("D5")
  void aBuildResumesAfterARestart() {
    Container c = container(null);
    putMany(c, "old", 50, "at", Bodies.date(START));
    change(c, definition -> definition.dateTtls(after(10)));
    clock.advance(10);
    reopen();
    assertThat(scanned(again(c))).hasSize(50);
    engine.background().catchUp();
    assertThat(scanned(again(c))).isEmpty();
    assertThat(purge(again(c))).isEqualTo(50);
  }

  @Test
  @Rule("D5")
  void aBuildKeepsFeedOrderAndCountsExact() {
    Container c = container(1000);
    put(c, "a", "at", Bodies.date(START + 50));
    put(c, "b", "ttl", 30, "at", Bodies.date(START + 20));
    put(c, "c");
    change(c, definition -> definition.dateTtls(after(0)));
    engine.background().catchUp();
    assertThat(changed(c)).containsExactly("a", "b", "c");
    assertThat(c.live().items()).isEqualTo(3);
    clock.advance(20);
    assertThat(c.live().items()).isEqualTo(2);
    clock.advance(30);
    assertThat(c.live().items()).isEqualTo(1);
    assertThat(changed(c)).containsExactly("c");
    assertThat(purge(c)).isEqualTo(2);
  }

  @Test
  @Rule({"D5", "A7"})
  void changingItsSecondsHoldsAtOnceForAllItems() {
    Container c = dated(null, after(100));
    putMany(c, "a", 10, "at", Bodies.date(START));
    clock.advance(50);
    change(c, definition -> definition.dateTtls(after(60)));
    assertThat(c.dateTtlsReady()).as("nothing is built anew").isTrue();
    assertThat(scanned(c)).hasSize(10);
    clock.advance(10);
    assertThat(scanned(c)).isEmpty();
  }

  @Test
  @Rule("D5")
  void droppedItNoLongerKills() {
    Container c = dated(null, after(10), new DateTtl("by", "by", 0));
    put(c, "a", "at", Bodies.date(START), "by", Bodies.date(START + 100));
    change(c, definition -> definition.dateTtls(new DateTtl("by", "by", 0)));
    clock.advance(99);
    assertLives(c, "a");
    assertThat(purge(c)).isZero();
    clock.advance(1);
    assertDead(c, "a");
    assertThat(purge(c)).isEqualTo(1);
    assertThat(c.live().items()).isZero();
  }

  @Test
  @Rule("D5")
  void droppedWhileItIsBuiltItLeavesNothing() {
    Container c = container(null);
    putMany(c, "a", 5, "at", Bodies.date(START));
    change(c, definition -> definition.dateTtls(after(0)));
    put(c, "b", "at", Bodies.date(START));
    change(c, definition -> definition.dateTtls());
    engine.background().catchUp();
    clock.advance(100);
    assertThat(scanned(c)).hasSize(6);
    assertThat(purge(c)).isZero();
    assertThat(c.live().items()).isEqualTo(6);
    putMany(c, "a", 5);
    c.delete(key("b"));
    assertThat(c.live().items()).isEqualTo(5);
  }

  @Test
  @Rule("D5")
  void theBuildEndsWhenItsContainerIsDroppedMeanwhile() {
    Container c = container(null);
    putMany(c, "a", 5, "at", Bodies.date(START));
    change(c, definition -> definition.dateTtls(after(0)));
    InterruptingClock interrupting = new InterruptingClock(clock);
    reopen(interrupting, options());
    interrupting.next = () -> engine.deleteContainer(DATABASE, c.name());
    engine.background().catchUp();
    assertThat(engine.containers(DATABASE)).isEmpty();
  }

  /** Does something when it is asked for the time, between two steps of whoever asks. */
  private static final class InterruptingClock implements TtlClock {
    private final TtlClock clock;
    private Runnable next;

    InterruptingClock(TtlClock clock) {
      this.clock = clock;
    }

    @Override
    public long epochSecond() {
      Runnable now = next;
      next = null;
      if (now != null) {
        now.run();
      }
      return clock.epochSecond();
    }

    @Override
    public void resumeFrom(long storedEpochSecond) {
      clock.resumeFrom(storedEpochSecond);
    }

    @Override
    public long millisToNextSecond() {
      return clock.millisToNextSecond();
    }

    @Override
    public void onMove(Runnable listener) {
      clock.onMove(listener);
    }

    @Override
    public Status status() {
      return clock.status();
    }

    @Override
    public void confirmStep() {
      clock.confirmStep();
    }
  }

  @Test
  @Rule("D5")
  void badSecondsAndNamesAreRefused() {
    assertFails(ErrorCode.BAD_TTL, () -> after(-1));
    assertFails(ErrorCode.BAD_TTL, () -> after(1L + Integer.MAX_VALUE));
    assertFails(ErrorCode.BAD_REQUEST, () -> dated(null, after(1), after(2)));
  }

  @Test
  @Rule({"D5", "A5"})
  void rewritingAnItemDoesNotMoveItsDate() {
    Container c = dated(null, after(10));
    put(c, "a", "at", Bodies.date(START));
    clock.advance(9);
    put(c, "a", "at", Bodies.date(START));
    assertDiesAfter(c, "a", 1);
  }
}
