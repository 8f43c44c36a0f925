package dev.mayfly.testkit.linear;

import static dev.mayfly.testkit.linear.RegisterRequest.ABSENT;
import static dev.mayfly.testkit.linear.RegisterRequest.OPEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.linear.RegisterRequest.Kind;
import dev.mayfly.testkit.linear.RegisterRequest.Outcome;
import dev.mayfly.testkit.linear.Verdict.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The judge accepts what one item can have answered, and nothing else. */
class LinearizabilityTest {
  private static RegisterRequest done(Kind kind, long expected, long value, long from, long to) {
    return new RegisterRequest("c", kind, Outcome.DONE, expected, value, from, to);
  }

  private static RegisterRequest put(long value, long from, long to) {
    return done(Kind.PUT, ABSENT, value, from, to);
  }

  private static RegisterRequest read(long value, long from, long to) {
    return done(Kind.READ, ABSENT, value, from, to);
  }

  private static RegisterRequest swap(long expected, long value, long from, long to) {
    return done(Kind.SWAP, expected, value, from, to);
  }

  private static RegisterRequest refused(Kind kind, long expected, long value, long from, long to) {
    return new RegisterRequest("c", kind, Outcome.REFUSED, expected, value, from, to);
  }

  private static Result judge(RegisterRequest... requests) {
    return Linearizability.judge(List.of(requests)).result();
  }

  @Test
  void anItemBeginsAbsent() {
    assertThat(judge()).isEqualTo(Result.LINEARIZABLE);
    assertThat(judge(read(ABSENT, 1, 2))).isEqualTo(Result.LINEARIZABLE);
    assertThat(judge(read(7, 1, 2))).isEqualTo(Result.VIOLATED);
  }

  @Test
  void concurrentRequestsMayTakeEffectInAnyOrder() {
    assertThat(judge(put(1, 0, 9), put(2, 0, 9), read(1, 10, 11))).isEqualTo(Result.LINEARIZABLE);
    assertThat(judge(put(1, 0, 9), put(2, 0, 9), read(2, 10, 11))).isEqualTo(Result.LINEARIZABLE);
    assertThat(judge(put(1, 0, 9), read(ABSENT, 3, 4), read(1, 5, 6)))
        .isEqualTo(Result.LINEARIZABLE);
  }

  @Test
  void aStaleReadIsNoticed() {
    assertThat(judge(put(1, 0, 1), put(2, 2, 3), read(1, 4, 5))).isEqualTo(Result.VIOLATED);
    assertThat(judge(put(1, 0, 1), put(2, 2, 9), read(2, 3, 4), read(1, 5, 6)))
        .isEqualTo(Result.VIOLATED);
  }

  @Test
  void aLostUpdateIsNoticed() {
    assertThat(judge(put(1, 0, 1), swap(1, 2, 2, 9), swap(1, 3, 2, 9))).isEqualTo(Result.VIOLATED);
    assertThat(judge(put(1, 0, 1), swap(1, 2, 2, 3), read(1, 4, 5))).isEqualTo(Result.VIOLATED);
    assertThat(judge(put(1, 0, 1), swap(1, 2, 2, 9), refused(Kind.SWAP, 1, 3, 2, 9)))
        .isEqualTo(Result.LINEARIZABLE);
  }

  @Test
  void aWriteOfUnknownOutcomeMayTakeEffectLaterOrNever() {
    RegisterRequest unknown = put(2, 2, 3).unknown();
    assertThat(judge(put(1, 0, 1), unknown, read(1, 4, 5))).isEqualTo(Result.LINEARIZABLE);
    assertThat(judge(put(1, 0, 1), unknown, read(1, 4, 5), read(2, 6, 7)))
        .isEqualTo(Result.LINEARIZABLE);
    assertThat(judge(put(1, 0, 1), unknown, read(2, 4, 5), read(1, 6, 7)))
        .isEqualTo(Result.VIOLATED);
    assertThat(judge(put(1, 4, 5), read(2, 0, 1), unknown)).isEqualTo(Result.VIOLATED);
  }

  @Test
  void aWriteOfUnknownOutcomeTakesEffectOnce() {
    RegisterRequest unknown = put(2, 0, 0).unknown();
    assertThat(judge(unknown, read(2, 1, 2), put(3, 3, 4), read(2, 5, 6)))
        .isEqualTo(Result.VIOLATED);
  }

  @Test
  void aSwapOfUnknownOutcomeNeedsItsValue() {
    RegisterRequest unknown = swap(1, 2, 2, 3).unknown();
    assertThat(judge(put(1, 0, 1), unknown, read(2, 4, 5))).isEqualTo(Result.LINEARIZABLE);
    assertThat(judge(put(9, 0, 1), unknown, read(2, 4, 5))).isEqualTo(Result.VIOLATED);
  }

  @Test
  void refusalsAreHeldToTheValue() {
    assertThat(judge(refused(Kind.CREATE, ABSENT, 5, 0, 1))).isEqualTo(Result.VIOLATED);
    assertThat(judge(put(1, 0, 1), refused(Kind.CREATE, ABSENT, 5, 2, 3)))
        .isEqualTo(Result.LINEARIZABLE);
    assertThat(judge(put(1, 0, 1), refused(Kind.SWAP, 1, 5, 2, 3))).isEqualTo(Result.VIOLATED);
    assertThat(judge(put(1, 0, 1), refused(Kind.DELETE, ABSENT, ABSENT, 2, 3)))
        .isEqualTo(Result.VIOLATED);
  }

  @Test
  void deletionsAreWrites() {
    RegisterRequest delete = done(Kind.DELETE, ABSENT, ABSENT, 2, 3);
    assertThat(judge(put(1, 0, 1), delete, read(ABSENT, 4, 5))).isEqualTo(Result.LINEARIZABLE);
    assertThat(judge(put(1, 0, 1), delete, read(1, 4, 5))).isEqualTo(Result.VIOLATED);
    assertThat(judge(delete)).isEqualTo(Result.VIOLATED);
  }

  @Test
  void whatIsViolatedIsNamed() {
    Verdict verdict =
        Linearizability.judge(List.of(put(1, 0, 1), put(2, 2, 3), read(1, 4, 5), read(1, 6, 7)));
    assertThat(verdict.stuckAt()).containsExactly(read(1, 4, 5));
  }

  @Test
  void theSearchIsBounded() {
    List<RegisterRequest> requests = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      requests.add(put(i, 0, 1000));
    }
    requests.add(read(99, 2000, 2001));
    Verdict verdict = Linearizability.judge(requests, 10_000);
    assertThat(verdict.result()).isEqualTo(Result.UNDECIDED);
  }

  @Test
  void manyRequestsOfUnknownOutcomeDoNotMultiplyTheOrders() {
    List<RegisterRequest> requests = new ArrayList<>();
    for (int i = 1; i <= 60; i++) {
      requests.add(put(i, i, i).unknown());
      requests.add(done(Kind.DELETE, ABSENT, ABSENT, i, i).unknown());
    }
    requests.add(put(100, 200, 201));
    requests.add(read(100, 202, 203));
    requests.add(refused(Kind.SWAP, 100, 101, 204, 205));
    assertThat(Linearizability.judge(requests).result()).isEqualTo(Result.LINEARIZABLE);
    requests.add(read(99, 206, 207));
    assertThat(Linearizability.judge(requests).result()).isEqualTo(Result.VIOLATED);
  }

  @Test
  void whatNoClientCanSeeIsRefused() {
    assertThatThrownBy(() -> refused(Kind.READ, ABSENT, 1, 0, 1)).hasMessageContaining("READ");
    assertThatThrownBy(() -> put(ABSENT, 0, 1)).hasMessageContaining("value");
    assertThatThrownBy(() -> put(1, 5, 4)).hasMessageContaining("ended 4");
    assertThatThrownBy(() -> swap(ABSENT, 1, 0, 1)).hasMessageContaining("CREATE");
  }

  /** Half of the histories are changed at one place, so that there are some of both sorts. */
  @Test
  void itSaysWhatTryingAllOrdersSays() {
    Random random = Seeds.random(LinearizabilityTest.class);
    int violated = 0;
    int rounds = Rounds.of(3_000, 30_000);
    for (int i = 0; i < rounds; i++) {
      List<RegisterRequest> requests = history(random, 2 + random.nextInt(5));
      if (random.nextBoolean()) {
        change(requests, random);
      }
      boolean expected = AllOrders.isLinearizable(requests);
      violated += expected ? 0 : 1;
      assertThat(Linearizability.judge(requests).isLinearizable())
          .as("%s", requests)
          .isEqualTo(expected);
    }
    assertThat(violated).isBetween(rounds / 20, rounds / 2);
  }

  /** Answers of one item to requests that overlap, each of which takes effect while it is open. */
  private static List<RegisterRequest> history(Random random, int size) {
    List<RegisterRequest> requests = new ArrayList<>();
    long item = ABSENT;
    long last = ABSENT;
    for (int i = 0; i < size; i++) {
      long effect = 10L * (i + 1);
      long began = effect - random.nextInt(30);
      long ended = effect + random.nextInt(30);
      Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
      long expected = random.nextInt(3) > 0 && item != ABSENT ? item : Math.max(1, last);
      boolean writes = kind == Kind.PUT || kind == Kind.CREATE || kind == Kind.SWAP;
      long value = kind == Kind.READ ? item : writes ? i + 1 : ABSENT;
      boolean applies =
          switch (kind) {
            case READ, PUT -> true;
            case CREATE -> item == ABSENT;
            case SWAP -> item == expected;
            case DELETE -> item != ABSENT;
          };
      boolean unknown = random.nextInt(4) == 0;
      boolean lost = unknown && random.nextBoolean();
      if (applies && !lost && kind != Kind.READ) {
        last = item;
        item = value;
      }
      RegisterRequest request =
          new RegisterRequest(
              "c" + i,
              kind,
              applies ? Outcome.DONE : Outcome.REFUSED,
              expected,
              value,
              began,
              ended);
      requests.add(unknown ? request.unknown() : request);
    }
    return requests;
  }

  private static void change(List<RegisterRequest> requests, Random random) {
    int at = random.nextInt(requests.size());
    RegisterRequest old = requests.get(at);
    if (old.ended() == OPEN) {
      return;
    }
    boolean read = old.kind() == Kind.READ;
    boolean flips = !read && old.kind() != Kind.PUT && random.nextBoolean();
    Outcome other = old.outcome() == Outcome.DONE ? Outcome.REFUSED : Outcome.DONE;
    long shift = random.nextInt(40) - 20;
    requests.set(
        at,
        new RegisterRequest(
            old.client(),
            old.kind(),
            flips ? other : old.outcome(),
            old.expected(),
            read ? random.nextInt(requests.size() + 1) : old.value(),
            old.began() + shift,
            old.ended() + shift));
  }

  /** Threads on a register that is one, and on one whose reads may be old. */
  @Test
  void threadsOnARealRegister() throws Exception {
    long seed = Seeds.seedOfThreads(LinearizabilityTest.class);
    for (int round = 0; round < Rounds.of(5, 50); round++) {
      List<RegisterRequest> requests = threads(seed + round);
      Verdict verdict = Linearizability.judge(requests);
      assertThat(verdict.result()).as("%s", requests).isEqualTo(Result.LINEARIZABLE);
    }
  }

  private static List<RegisterRequest> threads(long seed) throws Exception {
    AtomicLong register = new AtomicLong(ABSENT);
    AtomicLong values = new AtomicLong();
    ExecutorService pool = Executors.newFixedThreadPool(6);
    try {
      List<Future<List<RegisterRequest>>> futures = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Random random = new Random(seed * 31 + i);
        futures.add(pool.submit(() -> client(register, values, random)));
      }
      List<RegisterRequest> all = new ArrayList<>();
      for (Future<List<RegisterRequest>> future : futures) {
        all.addAll(future.get());
      }
      return all;
    } finally {
      pool.shutdownNow();
    }
  }

  private static List<RegisterRequest> client(
      AtomicLong register, AtomicLong values, Random random) {
    List<RegisterRequest> requests = new ArrayList<>();
    long seen = 1;
    for (int i = 0; i < 100; i++) {
      long value = values.incrementAndGet();
      long began = System.nanoTime();
      RegisterRequest request;
      switch (random.nextInt(4)) {
        case 0 -> {
          boolean done = register.compareAndSet(seen, value);
          request = answered(Kind.SWAP, done, seen, value, began);
        }
        case 1 -> {
          boolean done = register.compareAndSet(ABSENT, value);
          request = answered(Kind.CREATE, done, ABSENT, value, began);
        }
        case 2 -> {
          boolean done = register.getAndSet(ABSENT) != ABSENT;
          request = answered(Kind.DELETE, done, ABSENT, ABSENT, began);
        }
        default -> {
          long found = register.get();
          seen = found == ABSENT ? seen : found;
          request = answered(Kind.READ, true, ABSENT, found, began);
        }
      }
      requests.add(random.nextInt(20) == 0 ? request.unknown() : request);
    }
    return requests;
  }

  private static RegisterRequest answered(
      Kind kind, boolean done, long expected, long value, long began) {
    Outcome outcome = done ? Outcome.DONE : Outcome.REFUSED;
    return new RegisterRequest("t", kind, outcome, expected, value, began, System.nanoTime());
  }
}
