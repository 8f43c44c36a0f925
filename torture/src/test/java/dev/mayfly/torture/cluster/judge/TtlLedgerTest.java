package dev.mayfly.torture.cluster.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Seconds of the store are numbers from 100; those of this process are those of nanoTime. */
class TtlLedgerTest {
  private static final Set<String> ITEM = Set.of("t");

  private final Findings findings = new Findings();
  private final TtlLedger ledger = new TtlLedger("ttl", findings);

  /** A write that began now and was acknowledged with this second. */
  private void observe(long second) {
    ledger.observe(System.nanoTime(), second);
  }

  private void written(int ttl, long second) {
    ledger.write("t", ttl, second, System.nanoTime());
    observe(second);
  }

  private void read(Set<String> found) {
    ledger.end(ledger.begin(), ITEM, found);
  }

  @Test
  void aLiveItemMayBeSeenToTheLastSecond() {
    written(5, 100);
    observe(104);
    read(ITEM);
    assertThat(findings.lines()).isEmpty();
  }

  @Test
  void anExpiredItemMustNotBeSeen() {
    written(5, 100);
    observe(105);
    read(ITEM);
    assertThat(findings.lines())
        .containsExactly("ttl: t was found at 105 or later, and it expired at 105");
  }

  @Test
  void aReadThatBeganBeforeMayStillSeeIt() {
    written(5, 100);
    TtlLedger.Read read = ledger.begin();
    observe(105);
    ledger.end(read, ITEM, ITEM);
    assertThat(findings.lines()).isEmpty();
  }

  @Test
  void aLiveItemMustBeFound() {
    written(5, 100);
    read(Set.of());
    assertThat(findings.lines()).isEmpty();
    observe(104);
    assertThat(findings.lines())
        .containsExactly(
            "ttl: t was not found, although it lives until 105 and a later write was at 104");
  }

  @Test
  void whatMayHaveExpiredNeedNotBeFound() {
    written(5, 100);
    read(Set.of());
    observe(105);
    observe(104);
    assertThat(findings.lines()).isEmpty();
  }

  @Test
  void aWriteThatWasSentBeforeTheReadEndedProvesNothing() {
    written(5, 100);
    long began = System.nanoTime();
    read(Set.of());
    ledger.observe(began, 104);
    assertThat(findings.lines()).isEmpty();
  }

  @Test
  void anItemThatIsBeingWrittenProvesNothing() {
    TtlLedger.Read read = ledger.begin();
    written(5, 100);
    ledger.end(read, ITEM, Set.of());
    observe(101);
    assertThat(findings.lines()).isEmpty();
  }

  @Test
  void anItemOfUnknownSecondIsBoundedByWritesAround() {
    observe(100);
    TtlLedger.Read before = ledger.begin();
    ledger.writeUndated(before, "t", 5, System.nanoTime());
    observe(102);
    observe(106);
    read(ITEM);
    assertThat(findings.lines()).isEmpty();
    observe(107);
    read(ITEM);
    assertThat(findings.lines())
        .containsExactly("ttl: t was found at 107 or later, and it expired at 107");
  }

  @Test
  void anItemOfUnknownSecondLivesAtLeastFromTheWriteBefore() {
    observe(100);
    ledger.writeUndated(ledger.begin(), "t", 5, System.nanoTime());
    read(Set.of());
    observe(104);
    assertThat(findings.lines()).hasSize(1);
  }

  @Test
  void followersAreMeasured() {
    written(5, 100);
    observe(107);
    ledger.endAtFollower(ledger.begin(), ITEM);
    assertThat(ledger.followerLagSeconds()).isEqualTo(3);
    assertThat(findings.lines()).isEmpty();
  }
}
