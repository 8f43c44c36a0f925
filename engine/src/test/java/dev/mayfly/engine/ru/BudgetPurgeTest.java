package dev.mayfly.engine.ru;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The purge's account: rules C1 and C2. */
class BudgetPurgeTest {
  private static final long BUDGET = 40_000;

  private final AtomicLong nano = new AtomicLong();
  private final Budget budget = Budget.limited(nano::get, 400);

  @Test
  void c1SpendsAtMostWhatUsersLeftInTheWindowBefore() {
    budget.charge(30_000);
    assertThat(budget.purgeAllowanceCentiRu()).isZero();
    assertThat(budget.tryPurge(1)).isFalse();
    passSecond();
    assertThat(budget.purgeAllowanceCentiRu()).isEqualTo(10_000);
    assertThat(budget.tryPurge(6000)).isTrue();
    assertThat(budget.purgeAllowanceCentiRu()).isEqualTo(4000);
    assertThat(budget.tryPurge(4000)).isTrue();
    assertThat(budget.purgeAllowanceCentiRu()).isZero();
    assertThat(budget.tryPurge(1)).isFalse();
    assertThat(budget.purgeTotalCentiRu()).isEqualTo(10_000);
    // What the purge did not use does not pile up.
    passSecond();
    passSecond();
    assertThat(budget.purgeAllowanceCentiRu()).isEqualTo(BUDGET);
  }

  @Test
  void c1AContainerAtItsLimitPurgesNothing() {
    for (int i = 0; i < 10; i++) {
      budget.admit();
      budget.charge(BUDGET);
      assertThat(budget.tryPurge(1)).isFalse();
      passSecond();
    }
    assertThat(budget.purgeTotalCentiRu()).isZero();
    passSecond();
    assertThat(budget.tryPurge(BUDGET)).isTrue();
  }

  @Test
  void c2NeverEntersWhatUsersSee() {
    passSecond();
    assertThat(budget.tryPurge(BUDGET)).isTrue();
    budget.admit();
    budget.charge(BUDGET - 1);
    budget.admit();
    assertThat(budget.consumedTotalCentiRu()).isEqualTo(BUDGET - 1);
    passSecond();
    assertThat(budget.leftOverCentiRu()).isEqualTo(1);
    assertThat(budget.throttledTotal()).isZero();
  }

  @Test
  void anItemThatNoWindowCanPayIsSavedFor() {
    passSecond();
    long cost = 2 * BUDGET + 500;
    assertThat(budget.tryPurge(cost)).isFalse();
    assertThat(budget.tryPurge(cost)).isFalse();
    passSecond();
    assertThat(budget.purgeAllowanceCentiRu()).isEqualTo(2 * BUDGET);
    assertThat(budget.tryPurge(cost)).isFalse();
    passSecond();
    assertThat(budget.tryPurge(cost)).isTrue();
    assertThat(budget.purgeAllowanceCentiRu()).isEqualTo(BUDGET - 500);
    assertThat(budget.purgeTotalCentiRu()).isEqualTo(cost);
  }

  @Test
  void savingsAreSpentFirst() {
    passSecond();
    assertThat(budget.tryPurge(BUDGET + 1)).isFalse();
    assertThat(budget.tryPurge(BUDGET - 100)).isTrue();
    assertThat(budget.purgeAllowanceCentiRu()).isEqualTo(100);
    assertThat(budget.tryPurge(100)).isTrue();
    assertThat(budget.tryPurge(1)).isFalse();
  }

  @Test
  void unlimited() {
    Budget unlimited = Budget.unlimited(nano::get);
    assertThat(unlimited.purgeAllowanceCentiRu()).isEqualTo(Long.MAX_VALUE);
    assertThat(unlimited.tryPurge(1L << 50)).isTrue();
    assertThat(unlimited.purgeAllowanceCentiRu()).isEqualTo(Long.MAX_VALUE);
    assertThat(unlimited.purgeTotalCentiRu()).isEqualTo(1L << 50);
  }

  @Test
  void aLowerLimitLowersTheAllowance() {
    Budget changing = Budget.of(nano::get, Throughput.manual(1000));
    passSecond();
    changing.change(Throughput.manual(400));
    assertThat(changing.purgeAllowanceCentiRu()).isEqualTo(BUDGET);
    assertThat(changing.tryPurge(30_000)).isTrue();
    changing.change(Throughput.manual(600));
    assertThat(changing.purgeAllowanceCentiRu()).isEqualTo(10_000);
  }

  @Test
  void c1HoldsInEverySecondOfARandomHistory() {
    long seed = Seeds.seed(BudgetPurgeTest.class);
    Random random = new Random(seed);
    long usedBefore = BUDGET;
    for (int second = 0; second < 5000; second++) {
      long purgeBefore = budget.purgeTotalCentiRu();
      long used = 0;
      for (int i = random.nextInt(20); i > 0; i--) {
        long amount = random.nextInt(4000);
        if (random.nextBoolean()) {
          budget.tryPurge(amount);
        } else if (used + amount <= BUDGET) {
          budget.admit();
          budget.charge(amount);
          used += amount;
          if (used == BUDGET) {
            break;
          }
        }
      }
      assertThat(budget.purgeTotalCentiRu() - purgeBefore).isLessThanOrEqualTo(BUDGET - usedBefore);
      usedBefore = used;
      passSecond();
    }
    assertThat(budget.purgeTotalCentiRu()).isPositive();
  }

  @Test
  void isSafeForAllThreads() throws Exception {
    passSecond();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    AtomicLong purged = new AtomicLong();
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        workers.add(
            threads.submit(
                () -> {
                  for (int j = 0; j < 20_000; j++) {
                    budget.charge(1);
                    if (budget.tryPurge(1)) {
                      purged.incrementAndGet();
                    }
                  }
                }));
      }
      for (Future<?> worker : workers) {
        worker.get(30, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(purged).hasValue(BUDGET);
    assertThat(budget.purgeTotalCentiRu()).isEqualTo(BUDGET);
    assertThat(budget.consumedTotalCentiRu()).isEqualTo(80_000);
    // The second window pays the debt of the first.
    passSecond();
    passSecond();
    assertThat(budget.leftOverCentiRu()).isZero();
    passSecond();
    assertThat(budget.leftOverCentiRu()).isEqualTo(BUDGET);
  }

  private void passSecond() {
    nano.addAndGet(1_000_000_000);
  }
}
