package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the purge removes, what it touches, and what counts meanwhile (rules C3, C4, C5, C7). */
class PurgeTest extends EachStorageTest {
  @Test
  @Rule({"C3", "ghosts-counted"})
  void countsFallAtTheSecondOfExpiryPurgedOrNot() {
    Container c = container(10);
    for (int i = 0; i < 10; i++) {
      put(c, "default" + i);
      put(c, "own" + i, "ttl", 3);
      clock.advance(1);
    }
    // Written in second i, the defaults die in second i + 10 and the others in i + 3.
    for (int second = 10; second < 20; second++) {
      int defaults = 10 - Math.max(0, second - 9);
      int own = Math.max(0, 12 - second);
      assertThat(c.live().items()).as("second %d", second).isEqualTo(defaults + own);
      assertThat(scanned(c)).hasSize(defaults + own);
      assertThat(c.live().items() + c.metrics().backlog().items()).isEqualTo(20);
      clock.advance(1);
    }
    assertThat(c.live().bytes()).isZero();
    purge(c);
    assertThat(c.metrics().backlog().items()).isZero();
    assertThat(c.metrics().backlog().bytes()).isZero();
  }

  @Test
  @Rule("C3")
  void countsAreExactAfterARestart() {
    Container c = container(10);
    putMany(c, "a", 5);
    engine.background().foldCounts();
    clock.advance(5);
    putMany(c, "b", 3);
    reopen();
    Container after = again(c);
    assertThat(after.live().items()).isEqualTo(8);
    clock.advance(5);
    assertThat(after.live().items()).isEqualTo(3);
    assertThat(after.metrics().backlog().items()).isEqualTo(5);
  }

  @Test
  @Rule("C3")
  void theContainersQuotaIsFreeAtTheSecondOfExpiry() {
    Container c = create(named("c").defaultTtl(10).quotaBytes(1000));
    put(c, "a", "payload", "x".repeat(800));
    assertFails(ErrorCode.QUOTA_EXCEEDED, () -> put(c, "b", "payload", "x".repeat(800)));
    clock.advance(9);
    assertFails(ErrorCode.QUOTA_EXCEEDED, () -> put(c, "b", "payload", "x".repeat(800)));
    clock.advance(1);
    put(c, "b", "payload", "x".repeat(800));
    assertThat(c.live().items()).isEqualTo(1);
  }

  @Test
  @Rule("C3")
  void theLogicalPartitionsQuotaIsFreeAtTheSecondOfExpiry() {
    Container c = create(named("c").defaultTtl(10).partitionQuotaBytes(1000));
    put(c, "a", "payload", "x".repeat(800));
    assertFails(ErrorCode.QUOTA_EXCEEDED, () -> put(c, "b", "payload", "x".repeat(800)));
    c.upsert(ItemKey.of("q", "b"), Bodies.of("b", "pk", "q", "payload", "x".repeat(800)));
    clock.advance(10);
    put(c, "b", "payload", "x".repeat(800));
    assertFails(ErrorCode.QUOTA_EXCEEDED, () -> put(c, "c", "payload", "x".repeat(800)));
    purge(c);
    assertFails(ErrorCode.QUOTA_EXCEEDED, () -> put(c, "c", "payload", "x".repeat(800)));
    put(c, "b", "payload", "x".repeat(100));
    put(c, "c", "payload", "x".repeat(700));
  }

  @Test
  @Rule({"C4", "lag-by-bystanders"})
  void purgingOneDueItemCostsTheSameAmongFewAndManyThatAreNotDue() {
    Container few = create(named("few").defaultTtl(100_000));
    Container many = create(named("many").defaultTtl(100_000));
    bystanders(few, 10);
    bystanders(many, 3000);
    put(few, "due", "ttl", 5);
    put(many, "due", "ttl", 5);
    clock.advance(5);
    assertThat(rowsTouchedByPurge(many, 1)).isEqualTo(rowsTouchedByPurge(few, 1));
    assertThat(rowsTouchedByPurge(many, 0)).isEqualTo(rowsTouchedByPurge(few, 0));
  }

  @Test
  @Rule({"C4", "lag-by-bystanders"})
  void purgingByTheDefaultCostsTheSameAmongManyThatNeverExpire() {
    Container few = create(named("few").defaultTtl(5));
    Container many = create(named("many").defaultTtl(5));
    putMany(few, "never", 10, "ttl", -1);
    putMany(many, "never", 3000, "ttl", -1);
    put(few, "due");
    put(many, "due");
    putMany(few, "late", 10, "ttl", 1000);
    putMany(many, "late", 3000, "ttl", 1000);
    clock.advance(5);
    assertThat(rowsTouchedByPurge(many, 1)).isEqualTo(rowsTouchedByPurge(few, 1));
  }

  private static void bystanders(Container c, int count) {
    putMany(c, "default", count);
    putMany(c, "never", count, "ttl", -1);
    putMany(c, "own", count, "ttl", 1_000_000);
  }

  private long rowsTouchedByPurge(Container c, int expected) {
    engine.background().foldCounts();
    long before = storage.rowsTouched();
    assertThat(c.maintenance().purge(1000)).isEqualTo(expected);
    return storage.rowsTouched() - before;
  }

  @Test
  @Rule("C4")
  void purgingIsLinearInWhatIsDue() {
    Container c = container(10);
    putMany(c, "a", 1000);
    clock.advance(10);
    engine.background().foldCounts();
    long before = storage.rowsTouched();
    assertThat(c.maintenance().purge(1000)).isEqualTo(1000);
    assertThat(storage.rowsTouched() - before).isLessThan(4 * 1000);
  }

  @Test
  @Rule("C4")
  void afterAPassTheNextBeginsWhereItEnded() {
    Container c = container(10);
    putMany(c, "a", 500);
    clock.advance(10);
    purge(c);
    put(c, "b");
    clock.advance(10);
    assertThat(rowsTouchedByPurge(c, 1)).isLessThan(20);
  }

  @Test
  @Rule("C5")
  void anItemThatWasRewrittenIsNeverPurged() {
    Container c = container(10);
    put(c, "rewritten");
    put(c, "left");
    put(c, "own", "ttl", 10);
    clock.advance(9);
    put(c, "rewritten");
    put(c, "own", "ttl", 10);
    clock.advance(1);
    assertThat(purge(c)).isEqualTo(1);
    assertThat(scanned(c)).containsExactlyInAnyOrder("own", "rewritten");
  }

  @Test
  @Rule("C5")
  void anItemRecreatedOverADeadOneIsNotPurgedInItsPlace() {
    Container c = container(10);
    put(c, "a");
    put(c, "b", "ttl", 5);
    clock.advance(10);
    put(c, "a");
    put(c, "b", "ttl", 100);
    assertThat(purge(c)).isZero();
    assertThat(scanned(c)).containsExactlyInAnyOrder("a", "b");
    assertThat(c.live().items()).isEqualTo(2);
  }

  @Test
  @Rule("C5")
  void anItemThatChangedItsKindOfTtlLeavesNoRowBehind() {
    Container c = create(named("c").defaultTtl(10).dateTtls(new DateTtl("at", "at", 0)));
    put(c, "a", "at", Bodies.date(START + 5));
    put(c, "a", "ttl", 7);
    put(c, "a", "ttl", -1);
    clock.advance(100);
    assertThat(purge(c)).isZero();
    assertLives(c, "a");
    put(c, "a", "ttl", 3, "at", Bodies.date(START + 1000));
    clock.advance(3);
    assertThat(purge(c)).isEqualTo(1);
  }

  @Test
  @Rule("C5")
  void aUniqueRowWithANewOwnerSurvivesThePurgeOfTheOld() {
    Container c = create(named("c").defaultTtl(10).uniqueKeys(UniqueKey.of("/u")));
    put(c, "old", "u", 1);
    clock.advance(10);
    put(c, "new", "u", 1);
    assertThat(purge(c)).isEqualTo(1);
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "third", "u", 1));
    clock.advance(10);
    put(c, "third", "u", 1);
  }

  @Test
  @Rule("C5")
  void aUniqueValueThatMovedToAnotherItemStaysThere() {
    Container c = create(named("c").defaultTtl(100).uniqueKeys(UniqueKey.of("/u")));
    put(c, "a", "u", 1, "ttl", 10);
    put(c, "a", "u", 2, "ttl", 10);
    put(c, "b", "u", 1);
    clock.advance(10);
    assertThat(purge(c)).isEqualTo(1);
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "c", "u", 1));
    put(c, "c", "u", 2);
  }

  @Test
  @Rule("C7")
  void backlogAgeAndPurgedItemsAreReported() {
    Container c = container(10);
    assertThat(c.metrics().backlogAgeSeconds()).isZero();
    put(c, "a");
    int size = c.read(key("a")).sizeBytes();
    clock.advance(3);
    put(c, "b", "ttl", 10);
    assertThat(c.metrics().backlog().items()).isZero();
    clock.advance(17);
    assertThat(c.metrics().backlog().items()).isEqualTo(2);
    assertThat(c.metrics().backlog().bytes()).isGreaterThan(size);
    assertThat(c.metrics().backlogAgeSeconds()).isEqualTo(10);
    assertThat(c.metrics().purgedItemsTotal()).isZero();
    assertThat(c.maintenance().purge(1)).isEqualTo(1);
    assertThat(c.metrics().purgedItemsTotal()).isEqualTo(1);
    assertThat(c.metrics().backlogAgeSeconds()).isEqualTo(7);
    long spent = c.metrics().purgeChargeTotalCentiRu();
    assertThat(spent).isPositive();
    purge(c);
    assertThat(c.metrics().purgeChargeTotalCentiRu()).isGreaterThan(spent);
    assertThat(c.metrics().purgedItemsTotal()).isEqualTo(2);
    assertThat(c.metrics().backlog().items()).isZero();
    assertThat(c.metrics().backlogAgeSeconds()).isZero();
  }

  @Test
  @Rule("C7")
  void theAgeOfWhatAPolicyChangeKilledCountsFromTheChange() {
    Container c = container(1000);
    put(c, "a");
    clock.advance(500);
    changeDefault(c, 10);
    assertThat(c.metrics().backlog().items()).isEqualTo(1);
    clock.advance(7);
    assertThat(c.metrics().backlogAgeSeconds()).isLessThanOrEqualTo(497);
    changeDefault(c, null);
    clock.advance(3);
    assertThat(c.metrics().backlogAgeSeconds()).isPositive();
    purge(c);
    assertThat(c.metrics().backlogAgeSeconds()).isZero();
  }

  @Test
  @Rule("C6")
  void theBackgroundVisitsOnlyContainersThatHaveWork() {
    List<Container> containers = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      containers.add(create(named("c" + i).defaultTtl(-1)));
    }
    settle();
    assertThat(visitsOfRounds(10)).as("visits of idle rounds").isZero();
    put(containers.get(7), "a", "ttl", 5);
    put(containers.get(8), "b", "ttl", 50);
    assertThat(visitsOfRounds(10)).as("visits before the deadline").isZero();
    clock.advance(5);
    assertThat(visitsOfRounds(1)).as("visits at the deadline").isEqualTo(1);
    settle();
    assertThat(containers.get(7).metrics().purgedItemsTotal()).isEqualTo(1);
    assertThat(visitsOfRounds(10)).as("visits after the purge").isZero();
    changeDefault(containers.get(8), 10);
    clock.advance(45);
    settle();
    assertThat(containers.get(8).metrics().purgedItemsTotal()).isEqualTo(1);
    assertThat(visitsOfRounds(10)).isZero();
  }

  /** Rounds until nothing is left to do; real time passes, so that the store counts as idle. */
  private void settle() {
    for (int i = 0; i < 10; i++) {
      realTime.passSeconds(1);
      engine.background().round();
    }
  }

  private long visitsOfRounds(int rounds) {
    long before = engine.background().visitsTotal();
    for (int i = 0; i < rounds; i++) {
      engine.background().round();
    }
    return engine.background().visitsTotal() - before;
  }
}
