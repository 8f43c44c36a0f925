package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.engine.ru.TooManyRequestsException;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** The purge spends what users left over, and costs them nothing (rules C1, C2). */
class PurgeBudgetTest extends EachStorageTest {
  private static final long LIMIT_CENTI_RU = 400 * 100;

  /** A container of 400 RU/s with so many dead items, in a fresh window. */
  private Container limitedWithDead(int dead) {
    Container c = container(10);
    putMany(c, "dead", dead);
    put(c, "alive", "ttl", -1);
    clock.advance(10);
    change(c, definition -> definition.throughput(Throughput.manual(400)));
    realTime.passSeconds(1);
    return c;
  }

  /** Reads until the budget of this window is spent; returns how many were let in. */
  private static int readUntilRefused(Container c) {
    int admitted = 0;
    try {
      while (true) {
        c.read(key("alive"));
        admitted++;
      }
    } catch (EngineException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
    }
    return admitted;
  }

  @Test
  @Rule("C1")
  void atTheLimitThePurgeRemovesNothingAndNoRequestFailsBecauseOfIt() {
    Container c = limitedWithDead(300);
    readUntilRefused(c);
    int purged = 0;
    for (int second = 0; second < 20; second++) {
      realTime.passSeconds(1);
      purged += c.maintenance().purge(1000);
      int admitted = readUntilRefused(c);
      assertThat(admitted).as("requests let in in second %d", second).isEqualTo(400);
      purged += c.maintenance().purge(1000);
    }
    assertThat(purged).isZero();
    assertThat(c.metrics().backlog().items()).isEqualTo(300);
  }

  @Test
  @Rule("C1")
  void whenTheLoadStopsTheBacklogDrainsAtTheLeftOverRate() {
    Container c = limitedWithDead(300);
    readUntilRefused(c);
    realTime.passSeconds(1);
    assertThat(c.maintenance().purge(1000)).as("nothing was left in the second before").isZero();
    int purged = 0;
    int seconds = 0;
    while (c.metrics().backlog().items() > 0) {
      realTime.passSeconds(1);
      long before = c.metrics().purgeChargeTotalCentiRu();
      purged += purge(c);
      assertThat(c.metrics().purgeChargeTotalCentiRu() - before)
          .as("RU of the purge in one second")
          .isPositive()
          .isLessThanOrEqualTo(LIMIT_CENTI_RU);
      assertThat(++seconds).isLessThan(60);
    }
    assertThat(purged).isEqualTo(300);
    assertThat(seconds).as("300 items of about 5 RU in 400 RU/s").isBetween(3, 6);
  }

  @Test
  @Rule("C1")
  void ofHalfABudgetThePurgeGetsTheOtherHalfASecondLater() {
    Container c = limitedWithDead(1000);
    List<Long> spent = new ArrayList<>();
    for (int second = 0; second < 5; second++) {
      for (int i = 0; i < 200; i++) {
        c.read(key("alive"));
      }
      realTime.passSeconds(1);
      long before = c.metrics().purgeChargeTotalCentiRu();
      purge(c);
      spent.add(c.metrics().purgeChargeTotalCentiRu() - before);
    }
    assertThat(spent)
        .allSatisfy(
            each -> assertThat(each).isBetween(LIMIT_CENTI_RU / 2 - 1000, LIMIT_CENTI_RU / 2));
  }

  @Test
  @Rule("C1")
  void whatIsNotSpentIsNotSavedUp() {
    Container c = limitedWithDead(1000);
    realTime.passSeconds(3600);
    long before = c.metrics().purgeChargeTotalCentiRu();
    purge(c);
    assertThat(c.metrics().purgeChargeTotalCentiRu() - before).isLessThanOrEqualTo(LIMIT_CENTI_RU);
    assertThat(c.metrics().backlog().items()).isPositive();
  }

  @Test
  @Rule("C1")
  void containersThatShareABudgetShareWhatIsLeft() {
    engine.createDatabase("shared", Throughput.manual(400), new BsonDocument());
    Container one =
        engine.createContainer(
            "shared", named("one").defaultTtl(10).throughput(Throughput.SHARED).build());
    Container two =
        engine.createContainer(
            "shared", named("two").defaultTtl(10).throughput(Throughput.SHARED).build());
    fillWithin(one, 60);
    fillWithin(two, 60);
    clock.advance(10);
    realTime.passSeconds(2);
    long before = one.metrics().purgeChargeTotalCentiRu();
    one.maintenance().purge(1000);
    two.maintenance().purge(1000);
    assertThat(one.metrics().purgeChargeTotalCentiRu() - before)
        .isLessThanOrEqualTo(LIMIT_CENTI_RU);
    assertThat(one.metrics().backlog().items() + two.metrics().backlog().items()).isPositive();
  }

  private void fillWithin(Container c, int items) {
    for (int i = 0; i < items; ) {
      try {
        put(c, "a" + i);
        i++;
      } catch (TooManyRequestsException e) {
        realTime.passMillis(e.retryAfterMillis());
      }
    }
  }

  @Test
  @Rule("C2")
  void purgingIsNoConsumptionAndThrottlesNobody() {
    Container c = limitedWithDead(50);
    long consumed = c.metrics().consumedTotalCentiRu();
    long throttled = c.metrics().throttledTotal();
    assertThat(purge(c)).isPositive();
    assertThat(c.metrics().consumedTotalCentiRu()).isEqualTo(consumed);
    assertThat(c.metrics().throttledTotal()).isEqualTo(throttled);
    assertThat(readUntilRefused(c)).as("the whole budget is the users'").isEqualTo(400);
  }

  @Test
  @Rule("C2")
  void theSameRequestsCostTheSameWithAndWithoutTtlAndDeadItems() {
    Container without = create(named("without"));
    Container with = create(named("with").defaultTtl(10));
    Container withDead = create(named("withDead").defaultTtl(10));
    for (String id : List.of("a", "b", "c")) {
      put(withDead, id, "payload", "x".repeat(3000));
      put(withDead, "more" + id);
    }
    clock.advance(10);
    List<Long> charges = charges(without);
    assertThat(charges(with)).isEqualTo(charges);
    assertThat(charges(withDead)).as("with dead items that are not purged").isEqualTo(charges);
    purge(withDead);
    forget(withDead);
    assertThat(charges(withDead)).as("once they are purged").isEqualTo(charges);
  }

  private static void forget(Container c) {
    for (String id : scanned(c)) {
      c.delete(key(id));
    }
  }

  private static List<Long> charges(Container c) {
    List<Long> charges = new ArrayList<>();
    charges.add(c.readCharged(key("a")).chargeCentiRu());
    charges.add(put(c, "a", "n", 1).chargeCentiRu());
    charges.add(put(c, "a", "n", 2, "m", 3).chargeCentiRu());
    charges.add(c.create(key("b"), body("b")).chargeCentiRu());
    charges.add(c.readCharged(key("b")).chargeCentiRu());
    charges.add(c.readMany(List.of(key("a"), key("b"), key("c"))).chargeCentiRu());
    charges.add(c.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).chargeCentiRu());
    charges.add(
        c.changes(dev.mayfly.engine.feed.FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT)
            .chargeCentiRu());
    charges.add(c.delete(key("b")).chargeCentiRu());
    long before = c.metrics().consumedTotalCentiRu();
    assertFails(ErrorCode.ITEM_NOT_FOUND, () -> c.delete(key("c")));
    charges.add(c.metrics().consumedTotalCentiRu() - before);
    return charges;
  }

  @Test
  @Rule("C2")
  void anItemsOwnTtlDoesNotChangeTheCharge() {
    Container c = container(-1);
    for (int payload : new int[] {10, 1000, 1020, 1024, 5000}) {
      String text = "x".repeat(payload);
      long with = put(c, "a" + payload, "payload", text, "ttl", 10).chargeCentiRu();
      long without = put(c, "b" + payload, "payload", text).chargeCentiRu();
      assertThat(with).as("%d bytes", payload).isEqualTo(without);
    }
  }

  @Test
  @Rule("C1")
  void anItemThatCostsMoreThanASecondLeavesIsPurgedInTheEnd() {
    Container c = container(10);
    put(c, "large", "payload", "x".repeat(1 << 20));
    clock.advance(10);
    change(c, definition -> definition.throughput(Throughput.manual(400)));
    int seconds = 0;
    while (c.metrics().backlog().items() > 0) {
      realTime.passSeconds(1);
      purge(c);
      assertThat(++seconds).isLessThan(20);
    }
    assertThat(seconds).isGreaterThan(1);
  }
}
