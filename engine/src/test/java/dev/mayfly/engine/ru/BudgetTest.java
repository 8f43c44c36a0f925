package dev.mayfly.engine.ru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.engine.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What users may spend. */
class BudgetTest {
  private static final long BUDGET = 40_000;

  private final AtomicLong nano = new AtomicLong(Long.MAX_VALUE - 1_500_000_000L);
  private final Budget budget = Budget.limited(nano::get, 400);

  @Test
  void admitsUntilTheWindowIsSpent() {
    budget.admit();
    budget.charge(BUDGET - 1);
    budget.admit();
    budget.charge(1);
    passMillis(250);
    TooManyRequestsException e = throttled();
    assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
    assertThat(e.retryAfterMillis()).isEqualTo(750);
    assertThat(e).hasMessageContaining("400 RU/s").hasMessageContaining("750 ms");
    passMillis(749);
    assertThat(throttled().retryAfterMillis()).isEqualTo(1);
    passMillis(1);
    budget.admit();
    assertThat(budget.throttledTotal()).isEqualTo(2);
    assertThat(budget.consumedTotalCentiRu()).isEqualTo(BUDGET);
  }

  @Test
  void overdraftIsCarriedAsDebt() {
    budget.charge(3 * BUDGET + 10);
    passMillis(400);
    // Three windows pay for it; the fourth begins with a debt of 10.
    assertThat(throttled().retryAfterMillis()).isEqualTo(2600);
    passMillis(2599);
    assertThat(throttled().retryAfterMillis()).isEqualTo(1);
    passMillis(1);
    budget.admit();
    budget.charge(BUDGET - 11);
    budget.admit();
    budget.charge(1);
    throttled();
  }

  @Test
  void debtOfAWholeNumberOfWindows() {
    budget.charge(2 * BUDGET);
    assertThat(throttled().retryAfterMillis()).isEqualTo(2000);
    passMillis(1000);
    assertThat(throttled().retryAfterMillis()).isEqualTo(1000);
    passMillis(1000);
    budget.admit();
  }

  @Test
  void leftOverIsWhatUsersLeftInTheWindowBefore() {
    assertThat(budget.leftOverCentiRu()).isZero();
    budget.charge(15_000);
    assertThat(budget.leftOverCentiRu()).isZero();
    passMillis(1000);
    assertThat(budget.leftOverCentiRu()).isEqualTo(25_000);
    budget.charge(BUDGET + 5000);
    passMillis(1000);
    assertThat(budget.leftOverCentiRu()).isZero();
    passMillis(1000);
    assertThat(budget.leftOverCentiRu()).isEqualTo(BUDGET - 5000);
    passMillis(1000);
    assertThat(budget.leftOverCentiRu()).isEqualTo(BUDGET);
  }

  @Test
  void afterSeveralIdleWindowsEverythingIsLeft() {
    budget.charge(BUDGET);
    passMillis(2000);
    assertThat(budget.leftOverCentiRu()).isEqualTo(BUDGET);
    budget.charge(2 * BUDGET + 300);
    // Unasked, the debt is paid window by window all the same.
    passMillis(3000);
    assertThat(budget.leftOverCentiRu()).isEqualTo(BUDGET - 300);
    passMillis(1_000_000_000);
    assertThat(budget.leftOverCentiRu()).isEqualTo(BUDGET);
    budget.admit();
  }

  @Test
  void unlimitedAdmitsEverythingAndCounts() {
    Budget unlimited = Budget.unlimited(nano::get);
    for (int i = 0; i < 10; i++) {
      unlimited.admit();
      unlimited.charge(1_000_000_000);
    }
    assertThat(unlimited.isUnlimited()).isTrue();
    assertThat(unlimited.consumedTotalCentiRu()).isEqualTo(10_000_000_000L);
    assertThat(unlimited.leftOverCentiRu()).isEqualTo(Long.MAX_VALUE);
    assertThat(unlimited.throttledTotal()).isZero();
  }

  @Test
  void aLowerLimitDoesNotTurnHonestConsumptionIntoDebt() {
    Budget changing = Budget.of(nano::get, Throughput.manual(1000));
    changing.charge(90_000);
    changing.change(Throughput.manual(400));
    assertThatThrownBy(changing::admit).isInstanceOf(TooManyRequestsException.class);
    passMillis(1000);
    changing.admit();
    assertThat(changing.leftOverCentiRu()).isZero();
  }

  @Test
  void aDebtSurvivesAChangeOfTheLimit() {
    Budget changing = Budget.of(nano::get, Throughput.manual(1000));
    changing.charge(100_000 + 40_000);
    changing.change(Throughput.manual(400));
    passMillis(1000);
    assertThatThrownBy(changing::admit).isInstanceOf(TooManyRequestsException.class);
    passMillis(1000);
    changing.admit();
  }

  @Test
  void aHigherLimitHelpsAtOnce() {
    budget.charge(BUDGET);
    throttled();
    budget.change(Throughput.autoscale(1000));
    budget.admit();
    budget.charge(60_000);
    throttled();
  }

  @Test
  void theLimitCanGoAndComeBack() {
    budget.charge(10 * BUDGET);
    throttled();
    budget.change(Throughput.NONE);
    assertThat(budget.isUnlimited()).isTrue();
    budget.admit();
    budget.charge(10 * BUDGET);
    passMillis(5000);
    budget.change(Throughput.manual(400));
    assertThat(budget.isUnlimited()).isFalse();
    assertThat(budget.leftOverCentiRu()).isZero();
    budget.admit();
    budget.charge(BUDGET);
    throttled();
  }

  @Test
  void absurdAmountsDoNotOverflow() {
    budget.charge(Long.MAX_VALUE);
    budget.charge(Long.MAX_VALUE);
    assertThat(throttled().retryAfterMillis()).isPositive();
    passMillis(1000L * 86_400 * 365);
    budget.admit();
    assertThat(budget.leftOverCentiRu()).isEqualTo(BUDGET);
  }

  @Test
  void defectsOfTheCallerAreRefused() {
    assertThatThrownBy(() -> budget.charge(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> budget.tryPurge(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Budget.limited(nano::get, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Budget.of(nano::get, Throughput.SHARED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> budget.change(Throughput.SHARED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatCode(budget::admit).doesNotThrowAnyException();
  }

  private TooManyRequestsException throttled() {
    TooManyRequestsException e =
        catchThrowableOfType(TooManyRequestsException.class, budget::admit);
    assertThat(e).isNotNull();
    return e;
  }

  private void passMillis(long millis) {
    nano.addAndGet(millis * 1_000_000);
  }
}
