package dev.mayfly.torture.cluster.judge;

import static dev.mayfly.testkit.linear.RegisterRequest.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.linear.RegisterRequest;
import dev.mayfly.testkit.linear.RegisterRequest.Kind;
import dev.mayfly.testkit.linear.RegisterRequest.Outcome;
import org.junit.jupiter.api.Test;

class RegisterLedgerTest {
  private final Findings findings = new Findings();
  private final RegisterLedger ledger = new RegisterLedger("items", findings);

  private static RegisterRequest done(Kind kind, long value) {
    long now = System.nanoTime();
    return new RegisterRequest("c", kind, Outcome.DONE, ABSENT, value, now, System.nanoTime());
  }

  private void record(Kind kind, int key, long value) {
    RegisterLedger.Epoch epoch = ledger.enter();
    ledger.leave(epoch, epoch.key(key), done(kind, value));
  }

  @Test
  void eachItemIsJudgedAlone() throws Exception {
    record(Kind.PUT, 0, 1);
    record(Kind.READ, 1, ABSENT);
    record(Kind.READ, 0, 1);
    ledger.judge(ledger.turn());
    assertThat(findings.lines()).isEmpty();
  }

  @Test
  void anEpochBeginsWithNothing() throws Exception {
    record(Kind.PUT, 0, 1);
    ledger.judge(ledger.turn());
    record(Kind.READ, 0, ABSENT);
    ledger.judge(ledger.turn());
    assertThat(findings.lines()).isEmpty();
  }

  @Test
  void aStaleReadIsReportedWithAllRequests() throws Exception {
    record(Kind.PUT, 0, 1);
    record(Kind.PUT, 0, 2);
    record(Kind.READ, 0, 1);
    ledger.judge(ledger.turn());
    assertThat(findings.lines()).hasSize(1);
    assertThat(findings.lines().get(0)).contains("items e1-0", "READ found 1", "PUT 2");
  }

  @Test
  void aRequestOfAnOldEpochBelongsToIt() throws Exception {
    RegisterLedger.Epoch old = ledger.enter();
    assertThat(ledger.turn()).isSameAs(old);
    ledger.leave(old, old.key(0), done(Kind.READ, 9));
    ledger.judge(old);
    assertThat(findings.lines()).hasSize(1);
  }
}
