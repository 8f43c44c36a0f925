package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.count.Forecast;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forecast, dry run, remaining seconds (rules G2, G3), and the indexing mode (rule E1). */
class ForecastTest extends EachStorageTest {
  @Test
  @Rule("G2")
  void theForecastReportsItemsAndBytesOfEachInterval() {
    Container c = container(100);
    put(c, "a");
    put(c, "b", "ttl", 25);
    put(c, "c", "ttl", 30);
    put(c, "never", "ttl", -1);
    List<Forecast.Interval> intervals = c.metrics().forecast(10, 12);
    assertThat(intervals).hasSize(12);
    assertThat(intervals.get(0).afterSecond()).isEqualTo(START);
    assertThat(intervals.stream().map(each -> each.tally().items()))
        .containsExactly(0L, 0L, 2L, 0L, 0L, 0L, 0L, 0L, 0L, 1L, 0L, 0L);
    assertThat(intervals.get(9).tally().bytes()).isEqualTo(c.read(key("a")).sizeBytes());
  }

  @Test
  @Rule("G2")
  void theForecastComesTrue() {
    Container c = container(50);
    for (int i = 0; i < 40; i++) {
      put(c, "a" + i, i % 3 == 0 ? new Object[0] : new Object[] {"ttl", 3 * i + 1});
      clock.advance(i % 4);
    }
    List<Forecast.Interval> intervals = c.metrics().forecast(7, 30);
    long live = c.live().items();
    for (Forecast.Interval interval : intervals) {
      clock.advance(interval.upToSecond() - clock.epochSecond());
      live -= interval.tally().items();
      assertThat(c.live().items()).isEqualTo(live);
    }
    assertThat(live).isZero();
  }

  @Test
  @Rule("G2")
  void theForecastIsRefusedBeyondItsBounds() {
    Container c = container(50);
    assertFails(ErrorCode.BAD_REQUEST, () -> c.metrics().forecast(0, 1));
    assertFails(ErrorCode.BAD_REQUEST, () -> c.metrics().forecast(1, 1_000_000));
  }

  @Test
  @Rule({"G2", "C10"})
  void theDryRunIsExact() {
    Container c = container(1000);
    for (int i = 0; i < 30; i++) {
      put(c, "a" + i);
      put(c, "own" + i, "ttl", 100 + i);
      clock.advance(1);
    }
    for (Integer next : new Integer[] {1, 5, 10, 29, 30, 31, 500, 2000, -1, null}) {
      long expected = next == null || next < 0 ? 0 : Math.max(0, Math.min(30, 31 - next));
      Tally dry = c.metrics().dryRun(next);
      assertThat(dry.items()).as("default %s", next).isEqualTo(expected);
    }
    Tally dry = c.metrics().dryRun(10);
    Tally before = c.live();
    changeDefault(c, 10);
    assertThat(before.minus(c.live())).isEqualTo(dry);
  }

  @Test
  @Rule({"G2", "C10"})
  void theDryRunOfSwitchingOnSeesOwnTtls() {
    Container c = container(null);
    put(c, "a", "ttl", 10);
    put(c, "b", "ttl", 100);
    put(c, "c");
    clock.advance(10);
    assertThat(c.metrics().dryRun(-1).items()).isEqualTo(1);
    assertThat(c.metrics().dryRun(10).items()).isEqualTo(2);
    assertThat(c.metrics().dryRun(null).items()).isZero();
    assertThat(scanned(c)).as("a dry run changes nothing").hasSize(3);
  }

  @Test
  @Rule("G2")
  void aDryRunWithAValueThatIsNotValidIsRefused() {
    Container c = container(null);
    assertFails(ErrorCode.BAD_TTL, () -> c.metrics().dryRun(0));
  }

  @Test
  @Rule("G2")
  void itsCostDoesNotGrowWithTheNumberOfItems() {
    Container few = create(named("few").defaultTtl(1000));
    Container many = create(named("many").defaultTtl(1000));
    for (int second = 0; second < 20; second++) {
      putMany(few, "a" + second, 1);
      putMany(few, "o" + second, 1, "ttl", 500);
      putMany(many, "a" + second, 100);
      putMany(many, "o" + second, 100, "ttl", 500);
      clock.advance(1);
    }
    engine.background().catchUp();
    assertThat(rowsReadByForecast(many)).isEqualTo(rowsReadByForecast(few));
  }

  private long rowsReadByForecast(Container c) {
    long before = storage.rowsRead();
    c.metrics().forecast(60, 20);
    assertThat(c.metrics().dryRun(5).items()).isPositive();
    assertThat(c.live().items()).isPositive();
    return storage.rowsRead() - before;
  }

  @Test
  @Rule("G3")
  void remainingSecondsAreReportedByEveryRead() {
    Container c = container(100);
    put(c, "default");
    put(c, "never", "ttl", -1);
    put(c, "own", "ttl", 7);
    clock.advance(3);
    assertThat(c.read(key("default")).remainingSeconds()).isEqualTo(97);
    assertThat(c.read(key("own")).remainingSeconds()).isEqualTo(4);
    assertThat(c.read(key("never")).remainingSeconds()).isEqualTo(Long.MAX_VALUE);
    assertThat(
            c.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries().stream()
                .map(item -> item.remainingSeconds()))
        .containsExactlyInAnyOrder(97L, 4L, Long.MAX_VALUE);
    changeDefault(c, 50);
    assertThat(c.read(key("default")).remainingSeconds()).isEqualTo(47);
    changeDefault(c, null);
    assertThat(c.read(key("own")).remainingSeconds()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  @Rule("G3")
  void aWriteReportsThemToo() {
    Container c = container(100);
    assertThat(put(c, "a").item().remainingSeconds()).isEqualTo(100);
    assertThat(put(c, "a", "ttl", 5).item().remainingSeconds()).isEqualTo(5);
  }

  @Test
  @Rule("E1")
  void aContainerWithADefaultAndIndexingModeNoneIsRefused() {
    assertThat(
            assertFails(
                ErrorCode.BAD_REQUEST,
                () -> create(named("c").defaultTtl(10).indexing(IndexingPolicy.OFF))))
        .hasMessageContaining("indexing");
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> create(named("c").defaultTtl(-1).indexing(IndexingPolicy.OFF)));
    assertThat(engine.containers(DATABASE)).isEmpty();
  }

  @Test
  @Rule("E1")
  void settingADefaultWhereTheModeIsNoneIsRefused() {
    Container c = create(named("c").indexing(IndexingPolicy.OFF));
    put(c, "a");
    assertFails(ErrorCode.BAD_REQUEST, () -> changeDefault(c, 10));
    assertThat(again(c).definition().defaultTtl()).isNull();
    assertNeverDies(c, "a");
  }

  @Test
  @Rule("E1")
  void settingModeNoneWhereThereIsADefaultIsRefused() {
    Container c = container(10);
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> change(c, definition -> definition.indexing(IndexingPolicy.OFF)));
    assertThat(again(c).definition().indexing()).isEqualTo(IndexingPolicy.ALL);
  }

  @Test
  @Rule("E1")
  void lazyIsGoodEnough() {
    Container c =
        create(
            named("c")
                .defaultTtl(10)
                .indexing(new IndexingPolicy(IndexingPolicy.Mode.LAZY, List.of("/*"), List.of())));
    put(c, "a");
    assertDiesAfter(c, "a", 10);
  }

  @Test
  @Rule("E1")
  void bothCanBeChangedTogether() {
    Container c = create(named("c").indexing(IndexingPolicy.OFF));
    change(c, definition -> definition.indexing(IndexingPolicy.ALL).defaultTtl(10));
    put(c, "a");
    assertDiesAfter(c, "a", 10);
    change(c, definition -> definition.indexing(IndexingPolicy.OFF).defaultTtl(null));
    assertThat(again(c).definition().defaultTtl()).isNull();
  }

  @Test
  @Rule("G2")
  void aDryRunOfADateReportsWhatItWouldExpireAtOnce() {
    Container c = container(1000);
    put(c, "past", "at", Bodies.date(START - 100));
    put(c, "edge", "at", Bodies.date(START - 10));
    put(c, "later", "at", Bodies.date(START - 9));
    put(c, "none", "n", 1);
    put(c, "text", "at", "2001-01-01");
    Tally wouldExpire = c.dryRun(new DateTtl("at", "at", 10));
    assertThat(wouldExpire.items()).isEqualTo(2);
    assertThat(wouldExpire.bytes())
        .isEqualTo(c.read(key("past")).sizeBytes() + c.read(key("edge")).sizeBytes());
    assertThat(c.live().items()).isEqualTo(5);
    Container changed = change(c, definition -> definition.dateTtls(new DateTtl("at", "at", 10)));
    engine.background().catchUp();
    assertThat(changed.live().items()).isEqualTo(3);
  }
}
