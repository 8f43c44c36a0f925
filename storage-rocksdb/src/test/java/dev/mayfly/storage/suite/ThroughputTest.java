package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.engine.ru.TooManyRequestsException;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Charges, budgets and quotas. */
class ThroughputTest extends EachStorageTest {
  private static int readsUntilRefused(Container c) {
    for (int reads = 0; ; reads++) {
      try {
        c.read(key("none"));
      } catch (EngineException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
        return reads;
      }
    }
  }

  @Test
  void manualThroughputRefusesWhatIsBeyondAndSaysWhenToComeBack() {
    Container c = create(named("c").throughput(Throughput.manual(400)));
    realTime.passMillis(300);
    assertThat(readsUntilRefused(c)).isEqualTo(400);
    TooManyRequestsException refused =
        (TooManyRequestsException)
            assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> c.read(key("none")));
    assertThat(refused.retryAfterMillis()).isBetween(1L, 700L);
    realTime.passMillis(refused.retryAfterMillis());
    c.read(key("none"));
    assertThat(c.metrics().throttledTotal()).isEqualTo(2);
  }

  @Test
  void everyKindOfRequestIsRefusedWhenTheBudgetIsSpent() {
    Container c =
        create(
            named("c")
                .throughput(Throughput.manual(400))
                .allVersions(new dev.mayfly.engine.catalog.Retention(1000, 1 << 20)));
    readsUntilRefused(c);
    assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> put(c, "a"));
    assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> c.readMany(List.of(key("a"))));
    assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> c.scan(EpkRange.FULL, null, ReadLimits.DEFAULT));
    assertFails(
        ErrorCode.TOO_MANY_REQUESTS,
        () -> c.changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT));
    assertFails(
        ErrorCode.TOO_MANY_REQUESTS,
        () -> c.allVersions(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT));
    assertFails(
        ErrorCode.TOO_MANY_REQUESTS,
        () -> c.batch(List.of(WriteRequest.create(key("a"), body("a")))));
    assertFails(
        ErrorCode.TOO_MANY_REQUESTS, () -> c.submit(WriteRequest.create(key("a"), body("a"))));
    assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> c.deletePartition(PartitionKey.of("p")));
    realTime.passSeconds(60);
    assertThat(scanned(c)).as("nothing was written").isEmpty();
  }

  @Test
  void autoscaleHasItsMaximumAtOnce() {
    Container c = create(named("c").throughput(Throughput.autoscale(1000)));
    assertThat(readsUntilRefused(c)).isEqualTo(1000);
  }

  @Test
  void containersShareTheThroughputOfTheirDatabase() {
    engine.createDatabase("s", Throughput.manual(400), new BsonDocument());
    Container one = engine.createContainer("s", named("one").throughput(Throughput.SHARED).build());
    Container two = engine.createContainer("s", named("two").throughput(Throughput.SHARED).build());
    Container own =
        engine.createContainer("s", named("own").throughput(Throughput.manual(500)).build());
    for (int i = 0; i < 300; i++) {
      one.read(key("none"));
    }
    assertThat(readsUntilRefused(two)).isEqualTo(100);
    assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> one.read(key("none")));
    assertThat(readsUntilRefused(own)).isEqualTo(500);
    realTime.passSeconds(2);
    engine.replaceDatabase("s", Throughput.manual(600), new BsonDocument());
    assertThat(readsUntilRefused(two)).isEqualTo(600);
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> engine.replaceDatabase("s", Throughput.NONE, new BsonDocument()));
    assertFails(ErrorCode.BAD_REQUEST, () -> create(named("c").throughput(Throughput.SHARED)));
  }

  @Test
  void throughputCanBeChangedAndOutlivesARestart() {
    Container c = create(named("c").throughput(Throughput.manual(400)));
    readsUntilRefused(c);
    change(c, definition -> definition.throughput(Throughput.manual(800)));
    realTime.passSeconds(1);
    assertThat(readsUntilRefused(c)).isEqualTo(800);
    reopen();
    assertThat(readsUntilRefused(again(c))).isEqualTo(800);
    change(again(c), definition -> definition.throughput(Throughput.NONE));
    for (int i = 0; i < 5000; i++) {
      again(c).read(key("none"));
    }
  }

  @Test
  void throughputsThatCannotBeAreRefused() {
    assertFails(ErrorCode.BAD_REQUEST, () -> Throughput.manual(399));
    assertFails(ErrorCode.BAD_REQUEST, () -> Throughput.manual(450));
    assertFails(ErrorCode.BAD_REQUEST, () -> Throughput.autoscale(400));
  }

  @Test
  void chargesAreThoseOfTheTableAndAddUp() {
    Container c = container(null);
    long before = c.metrics().consumedTotalCentiRu();
    long sum = put(c, "a").chargeCentiRu();
    int size = c.read(key("a")).sizeBytes();
    sum += Charges.read(size);
    assertThat(c.readCharged(key("a")).chargeCentiRu()).isEqualTo(Charges.read(size));
    sum += Charges.read(size);
    assertThat(c.readCharged(key("none")).chargeCentiRu()).isEqualTo(Charges.readMissing());
    sum += Charges.readMissing();
    long replaced = put(c, "a").chargeCentiRu();
    assertThat(replaced).isGreaterThan(Charges.create(size, 0));
    sum += replaced;
    sum += c.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).chargeCentiRu();
    assertFails(ErrorCode.ALREADY_EXISTS, () -> c.create(key("a"), body("a")));
    sum += Charges.rejectedWrite();
    sum += c.delete(key("a")).chargeCentiRu();
    assertThat(c.metrics().consumedTotalCentiRu() - before).isEqualTo(sum);
  }

  @Test
  void theSameWritesCostTheSameOnAnotherDay() {
    Container c = container(null);
    long first = put(c, "a", "n", 1).chargeCentiRu();
    c.delete(key("a"));
    clock.advance(86_400);
    assertThat(put(c, "a", "n", 1).chargeCentiRu()).isEqualTo(first);
  }

  @Test
  void aQuotaRefusesWhatWouldPassItAndNothingElse() {
    Container c = create(named("c").quotaBytes(2000));
    put(c, "a", "payload", "x".repeat(1500));
    assertThat(assertFails(ErrorCode.QUOTA_EXCEEDED, () -> put(c, "b", "payload", "x".repeat(600))))
        .hasMessageContaining("2000");
    put(c, "b", "payload", "x".repeat(200));
    assertFails(ErrorCode.QUOTA_EXCEEDED, () -> put(c, "b", "payload", "x".repeat(600)));
    put(c, "a", "payload", "x".repeat(100));
    put(c, "b", "payload", "x".repeat(600));
    c.delete(key("b"));
    change(c, definition -> definition.quotaBytes(0));
    put(c, "b", "payload", "x".repeat(10_000));
  }

  @Test
  void aBatchIsMeasuredWhole() {
    Container c = create(named("c").quotaBytes(2000).partitionQuotaBytes(1500));
    assertFails(
        ErrorCode.QUOTA_EXCEEDED,
        () ->
            c.batch(
                List.of(
                    WriteRequest.create(key("a"), Bodies.of("a", "payload", "x".repeat(900))),
                    WriteRequest.create(key("b"), Bodies.of("b", "payload", "x".repeat(900))))));
    assertThat(scanned(c)).isEmpty();
    put(c, "a", "payload", "x".repeat(1300));
  }
}
