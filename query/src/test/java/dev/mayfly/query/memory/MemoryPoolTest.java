package dev.mayfly.query.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MemoryPoolTest {
  private static final long MIB = 1 << 20;

  private final MemoryPool pool = new MemoryPool(80 * MIB);

  /** What a front end would make its error of. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient MemoryRefusal refusal;

    Refused(MemoryRefusal refusal) {
      this.refusal = refusal;
    }
  }

  private RequestMemory open() {
    return pool.open(Refused::new);
  }

  /** Charges until it is refused; gives what could be charged. */
  private static long fill(RequestMemory account) {
    while (true) {
      try {
        account.charge(MIB / 4);
      } catch (Refused e) {
        return account.usedBytes();
      }
    }
  }

  @Test
  void oneRequestAloneGetsTwoThirdsOfWhatIsNotReserved() {
    try (RequestMemory account = open()) {
      assertThat(fill(account))
          .isBetween(pool.requestBytesMax() - MIB, pool.requestBytesMax())
          .isBetween(45 * MIB, 47 * MIB);
      assertThatThrownBy(() -> account.charge(MIB))
          .isInstanceOfSatisfying(
              Refused.class,
              e -> {
                assertThat(e.refusal.isTooLarge()).isTrue();
                assertThat(e.refusal.bytesMax()).isEqualTo(pool.requestBytesMax());
              });
      assertThat(pool.refusals()).isEqualTo(2);
    }
    assertThat(pool.reservedBytes()).isZero();
  }

  @Test
  void theLargestIsRefusedFirstAndSmallOnesNever() {
    List<RequestMemory> accounts = new ArrayList<>();
    RequestMemory large = open();
    fill(large);
    RequestMemory next = open();
    next.charge(5 * MIB);
    assertThatThrownBy(() -> large.charge(2 * MIB))
        .isInstanceOfSatisfying(Refused.class, e -> assertThat(e.refusal.isTooLarge()).isTrue());
    accounts.addAll(List.of(large, next));
    for (int i = 0; i < 40; i++) {
      RequestMemory more = open();
      fill(more);
      accounts.add(more);
    }
    RequestMemory another = open();
    assertThatThrownBy(() -> another.charge(10 * MIB))
        .isInstanceOfSatisfying(Refused.class, e -> assertThat(e.refusal.isTooLarge()).isFalse());
    accounts.add(another);
    // Those that came last hold no more than a small request may, and there is room for those.
    assertThat(pool.reservedBytes()).isLessThanOrEqualTo(pool.capacityBytes());
    accounts.subList(2, accounts.size()).forEach(RequestMemory::close);
    for (int i = 0; i < 8; i++) {
      RequestMemory small = open();
      small.charge(MIB);
      accounts.add(small);
    }
    accounts.forEach(RequestMemory::close);
    assertThat(pool.reservedBytes()).isZero();
  }

  @Test
  void whatIsReclaimedIsGrantedBeforeARequestIsRefused() {
    RequestMemory idle = open();
    fill(idle);
    List<Long> asked = new ArrayList<>();
    pool.addReclaimer(
        least -> {
          asked.add(least);
          boolean enough = idle.reservedBytes() >= least;
          idle.close();
          return enough;
        });
    try (RequestMemory account = open()) {
      account.charge(20 * MIB);
      assertThat(asked).containsExactly(20 * MIB);
      assertThat(pool.refusals()).isEqualTo(1);
    }
    assertThat(pool.reservedBytes()).isZero();
  }

  @Test
  void whatIsLetGoComesBackInChunks() {
    RequestMemory account = open();
    account.charge(10 * MIB);
    account.charge(-9 * MIB);
    assertThat(pool.reservedBytes()).isBetween(MIB, 3 * MIB);
    account.close();
    account.close();
    account.charge(-MIB);
    assertThat(pool.reservedBytes()).isZero();
    assertThatThrownBy(() -> account.charge(1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aRefusedChargeIsNotCounted() {
    RequestMemory account = open();
    account.charge(MIB);
    assertThatThrownBy(() -> account.charge(100 * MIB)).isInstanceOf(Refused.class);
    assertThat(account.usedBytes()).isEqualTo(MIB);
    account.close();
    assertThat(pool.reservedBytes()).isZero();
  }

  @Test
  void aPartOutlivesTheAccountThatItWasSplitFrom() {
    RequestMemory account = open();
    account.charge(4 * MIB);
    RequestMemory part = account.split(3 * MIB);
    account.close();
    assertThat(pool.reservedBytes()).isEqualTo(3 * MIB);
    part.charge(MIB);
    part.close();
    assertThat(pool.reservedBytes()).isZero();
  }

  @Test
  void manyThreadsLeaveNothingBehind() throws Exception {
    long seed = Seeds.seedOfThreads(MemoryPoolTest.class);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      Random random = new Random(seed + thread);
      running.add(
          threads.submit(
              () -> {
                start.await();
                for (int i = 0; i < 2000; i++) {
                  runRandomly(random);
                }
                return null;
              }));
    }
    start.countDown();
    for (Future<?> each : running) {
      each.get();
    }
    threads.shutdown();
    assertThat(pool.reservedBytes()).as("seed %s", seed).isZero();
  }

  private void runRandomly(Random random) {
    RequestMemory account = open();
    RequestMemory part = null;
    try {
      for (int i = random.nextInt(20); i >= 0; i--) {
        long used = account.usedBytes();
        account.charge(
            random.nextInt(3) == 0
                ? -(long) (random.nextDouble() * used)
                : random.nextInt(4 << 20));
        assertThat(pool.reservedBytes()).isBetween(account.usedBytes(), pool.capacityBytes());
      }
      part = random.nextBoolean() ? account.split(account.usedBytes() / 2) : null;
    } catch (Refused e) {
      assertThat(e.refusal.heldBytes()).isPositive();
    } finally {
      account.close();
      if (part != null) {
        part.close();
      }
    }
  }
}
