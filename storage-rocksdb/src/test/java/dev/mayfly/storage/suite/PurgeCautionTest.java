package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.StoreIdentity;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import org.junit.jupiter.api.Test;

/** Where the purge waits for a person: restores, imports, and the guard (rules C9, C10). */
class PurgeCautionTest extends EachStorageTest {
  /** What a restore of the store as it is now gives, opened years later. */
  private Engine restoredYearsLater(MovableClock later) {
    Storage copy = copyOfStorage();
    StoreIdentity.markRestored(copy);
    return alsoClose(Engine.open(stores.reopen(copy), later, options()));
  }

  @Test
  @Rule({"C9", "purged-backup"})
  void aRestoredOldBackupIsNotPurgedBeforeSomeoneConfirms() {
    Container c = container(10);
    putMany(c, "a", 20);
    put(c, "never", "ttl", -1);
    MovableClock later = MovableClock.frozenAt(START + 3L * 366 * 86_400);
    Engine restored = restoredYearsLater(later);
    Container copy = restored.container(DATABASE, "c");
    assertThat(restored.background().isHeld()).isTrue();
    assertThat(scanned(copy)).as("dead all the same").containsExactly("never");
    assertThat(copy.live().items()).isEqualTo(1);
    assertThat(copy.metrics().backlog().items()).isEqualTo(20);
    assertThat(purge(copy)).isZero();
    restored.background().catchUp();
    assertThat(copy.metrics().backlog().items()).isEqualTo(20);
    restored.background().confirm();
    assertThat(restored.background().isHeld()).isFalse();
    assertThat(purge(copy)).isEqualTo(20);
    assertThat(scanned(copy)).containsExactly("never");
  }

  @Test
  @Rule("C9")
  void theHoldOutlivesRestartsUntilItIsConfirmed() {
    container(10);
    Storage copy = copyOfStorage();
    StoreIdentity.markRestored(copy);
    Storage first = stores.reopen(copy);
    Engine held = Engine.open(first, clock, options());
    assertThat(held.background().isHeld()).isTrue();
    held.close();
    Storage second = stores.reopen(first);
    Engine again = Engine.open(second, clock, options());
    assertThat(again.background().isHeld()).isTrue();
    again.background().confirm();
    again.close();
    Engine confirmed = alsoClose(Engine.open(stores.reopen(second), clock, options()));
    assertThat(confirmed.background().isHeld()).isFalse();
  }

  @Test
  @Rule("C9")
  void afterARestoreOldEtagsAndContinuationsAreRefused() {
    Container c = container(null);
    Etag etag = put(c, "a").item().etag();
    putMany(c, "b", 5);
    byte[] scan = c.scan(EpkRange.FULL, null, ReadLimits.items(2)).continuation();
    byte[] feed =
        c.changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.items(2)).continuation();
    Container copy = restoredYearsLater(clock).container(DATABASE, "c");
    assertFails(
        ErrorCode.PRECONDITION_FAILED,
        () -> copy.write(new WriteRequest.Replace(key("a"), body("a"), etag, TtlReading.STRICT)));
    assertThat(
            assertFails(
                ErrorCode.BAD_CONTINUATION,
                () -> copy.scan(EpkRange.FULL, scan, ReadLimits.DEFAULT)))
        .hasMessageContaining("restore");
    assertFails(
        ErrorCode.BAD_CONTINUATION,
        () -> copy.changes(FeedStart.after(feed), EpkRange.FULL, ReadLimits.DEFAULT));
  }

  @Test
  @Rule("C9")
  void anImportOfOldDataHoldsThePurgeOfItsContainerOnly() {
    Container c = container(10);
    Container other = create(named("other").defaultTtl(10));
    put(other, "a");
    clock.advance(10);
    putImported(c, START - 1000, "old");
    assertDead(c, "old");
    assertThat(engine.background().isHeld()).isTrue();
    assertThat(purge(c)).isZero();
    assertThat(purge(other)).isEqualTo(1);
    reopen();
    assertThat(engine.background().isHeld()).isTrue();
    assertThat(purge(again(c))).isZero();
    engine.background().confirm();
    assertThat(purge(again(c))).isEqualTo(1);
    assertThat(engine.background().isHeld()).isFalse();
  }

  @Test
  @Rule("C9")
  void theHoldAfterAnImportCanBeSwitchedOff() {
    reopen(options().withHoldPurgeAfterImport(false));
    Container c = container(10);
    putImported(c, START - 1000, "old");
    assertThat(engine.background().isHeld()).isFalse();
    assertThat(purge(c)).isEqualTo(1);
  }

  @Test
  @Rule("C9")
  void anImportKeepsItsTimeAndIsJudgedByIt() {
    Container c = container(100);
    putImported(c, START - 60, "inherits");
    putImported(c, START - 60, "own", "ttl", 70);
    putImported(c, START - 60, "never", "ttl", -1);
    assertThat(c.read(key("inherits")).tsSecond()).isEqualTo(START - 60);
    assertThat(c.read(key("inherits")).remainingSeconds()).isEqualTo(40);
    assertFails(ErrorCode.BAD_REQUEST, () -> putImported(c, START + 1, "future"));
    clock.advance(10);
    assertThat(scanned(c)).containsExactlyInAnyOrder("inherits", "never");
    clock.advance(30);
    assertThat(scanned(c)).containsExactly("never");
    assertThat(c.live().items()).isEqualTo(1);
    put(c, "inherits");
    assertDiesAfter(c, "inherits", 100);
  }

  @Test
  @Rule("C10")
  void theGuardRefusesAChangeThatWouldExpireTooMuchUnlessForced() {
    reopen(options().withGuardPercent(50));
    Container c = container(1000);
    putMany(c, "old", 6);
    clock.advance(100);
    putMany(c, "young", 4);
    assertThat(assertFails(ErrorCode.GUARD_REFUSED, () -> changeDefault(c, 50)))
        .hasMessageContaining("6")
        .hasMessageContaining("10")
        .hasMessageContaining("50");
    assertThat(again(c).definition().defaultTtl()).isEqualTo(1000);
    assertThat(scanned(c)).hasSize(10);
    assertThat(c.metrics().dryRun(50).items()).isEqualTo(6);
    engine.forceReplaceContainer(DATABASE, c.definition().toBuilder().defaultTtl(50).build());
    assertThat(scanned(c)).hasSize(4);
    assertThat(c.live().items()).isEqualTo(4);
  }

  @Test
  @Rule("C10")
  void theGuardLetsThroughWhatStaysWithinItsShare() {
    reopen(options().withGuardPercent(50));
    Container c = container(1000);
    putMany(c, "old", 5);
    clock.advance(100);
    putMany(c, "young", 5);
    changeDefault(c, 50);
    assertThat(scanned(c)).hasSize(5);
  }

  @Test
  @Rule("C10")
  void theGuardChecksOwnTtlsThatComeIntoForceToo() {
    reopen(options().withGuardPercent(10));
    Container c = container(null);
    putMany(c, "own", 5, "ttl", 10);
    clock.advance(10);
    assertFails(ErrorCode.GUARD_REFUSED, () -> changeDefault(c, -1));
    assertThat(scanned(c)).hasSize(5);
  }

  @Test
  @Rule("C10")
  void theGuardChecksDatesWhoseSecondsChange() {
    reopen(options().withGuardPercent(10));
    Container c = create(named("c").dateTtls(new DateTtl("at", "at", 1000)));
    putMany(c, "a", 5, "at", Bodies.date(START));
    clock.advance(100);
    assertFails(
        ErrorCode.GUARD_REFUSED,
        () -> change(c, definition -> definition.dateTtls(new DateTtl("at", "at", 50))));
    assertThat(scanned(c)).hasSize(5);
  }

  @Test
  @Rule("C10")
  void withoutAGuardEveryChangeGoesThrough() {
    Container c = container(1000);
    putMany(c, "a", 5);
    clock.advance(100);
    changeDefault(c, 1);
    assertThat(scanned(c)).isEmpty();
  }
}
