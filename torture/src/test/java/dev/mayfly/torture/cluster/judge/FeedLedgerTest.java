package dev.mayfly.torture.cluster.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeedLedgerTest {
  private final Findings findings = new Findings();
  private final FeedLedger ledger = new FeedLedger("feed", findings);

  private long acknowledged() {
    long number = ledger.send("w");
    ledger.acknowledge("w", number);
    return number;
  }

  @Test
  void everythingOnceAndInOrderIsWell() {
    long first = acknowledged();
    long early = ledger.send("w");
    ledger.receive("w", first);
    ledger.receive("w", early);
    ledger.acknowledge("w", early);
    assertThat(ledger.isComplete()).isTrue();
    ledger.requireComplete();
    assertThat(findings.lines()).isEmpty();
  }

  @Test
  void aGapIsNoticed() {
    acknowledged();
    ledger.receive("w", acknowledged());
    assertThat(findings.lines()).containsExactly("feed: received w 2 before [1]");
  }

  @Test
  void whatNeverComesIsNoticed() {
    ledger.receive("w", acknowledged());
    acknowledged();
    assertThat(ledger.isComplete()).isFalse();
    ledger.requireComplete();
    assertThat(findings.lines()).containsExactly("feed: never received w [2]");
  }

  @Test
  void aRepetitionIsNoticed() {
    long number = acknowledged();
    ledger.receive("w", number);
    ledger.receive("w", number);
    assertThat(findings.lines()).containsExactly("feed: received w 1 twice");
  }

  @Test
  void anotherOrderIsNoticed() {
    long first = ledger.send("w");
    long second = ledger.send("w");
    ledger.receive("w", second);
    ledger.receive("w", first);
    assertThat(findings.lines()).containsExactly("feed: received w 1 after 2");
  }

  @Test
  void whatWasNeverSentIsNoticed() {
    ledger.receive("w", 1);
    assertThat(findings.lines()).containsExactly("feed: received w 1, which was never sent");
  }

  @Test
  void anUnknownOutcomeMayComeLaterOnceOrNever() {
    long unknown = ledger.send("w");
    ledger.lose("w", unknown);
    ledger.lose("w", ledger.send("w"));
    ledger.receive("w", acknowledged());
    ledger.receive("w", unknown);
    ledger.requireComplete();
    assertThat(findings.lines()).isEmpty();
    ledger.receive("w", unknown);
    assertThat(findings.lines()).hasSize(1);
  }

  @Test
  void theOrderOfDifferentWritersIsFree() {
    ledger.send("a");
    ledger.send("b");
    ledger.receive("b", 1);
    ledger.receive("a", 1);
    assertThat(findings.lines()).isEmpty();
  }
}
