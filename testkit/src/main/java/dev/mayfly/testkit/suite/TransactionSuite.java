package dev.mayfly.testkit.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.Rule;
import org.junit.jupiter.api.Test;

/** Commits over several partitions and containers. */
public abstract class TransactionSuite extends EngineFixture {
  private static int number(byte[] body) {
    return Bodies.decode(body).getInt32("n").getValue();
  }

  @Test
  void writesOverPartitionsAndContainersAreCommittedTogether() {
    Container c = container(null);
    Container other = create(named("other"));
    put(other, "x");
    try (Transaction transaction = engine.begin()) {
      transaction.write(c, WriteRequest.create(key("a"), Bodies.of("a", "n", 1)));
      transaction.write(c, WriteRequest.create(ItemKey.of("q", "b"), Bodies.of("b", "pk", "q")));
      transaction.write(other, WriteRequest.delete(key("x")));
      assertThat(isThere(c, "a")).as("before the commit").isFalse();
      assertThat(transaction.commit()).hasSize(3);
      assertFails(ErrorCode.CLOSED, transaction::commit);
    }
    assertThat(scanned(c)).containsExactlyInAnyOrder("a", "b");
    assertThat(scanned(other)).isEmpty();
  }

  @Test
  void itReadsAsOfItsBeginningAndItsOwnWrites() {
    Container c = container(null);
    put(c, "a", "n", 1);
    try (Transaction transaction = engine.begin()) {
      put(c, "a", "n", 2);
      put(c, "late");
      assertThat(number(transaction.read(c, key("a")))).isEqualTo(1);
      assertThat(transaction.read(c, key("late"))).isNull();
      assertThat(ids(transaction.scan(c, EpkRange.FULL, null, ReadLimits.DEFAULT).entries()))
          .containsExactly("a");
      transaction.write(c, WriteRequest.create(key("own"), Bodies.of("own", "n", 5)));
      assertThat(number(transaction.read(c, key("own")))).isEqualTo(5);
      transaction.write(c, WriteRequest.delete(key("own")));
      assertThat(transaction.read(c, key("own"))).isNull();
    }
    assertThat(number(c.read(key("a")).body())).isEqualTo(2);
  }

  @Test
  void theFirstToCommitWins() {
    Container c = container(null);
    put(c, "a", "n", 1);
    try (Transaction first = engine.begin();
        Transaction second = engine.begin()) {
      first.write(c, WriteRequest.replace(key("a"), Bodies.of("a", "n", 2)));
      second.write(c, WriteRequest.replace(key("a"), Bodies.of("a", "n", 3)));
      second.write(c, WriteRequest.create(key("b"), body("b")));
      first.commit();
      assertFails(ErrorCode.WRITE_CONFLICT, second::commit);
    }
    assertThat(number(c.read(key("a")).body())).isEqualTo(2);
    assertThat(isThere(c, "b")).isFalse();
  }

  @Test
  void aPlainWriteInBetweenIsAConflictToo() {
    Container c = container(null);
    try (Transaction transaction = engine.begin()) {
      transaction.write(c, WriteRequest.create(key("a"), Bodies.of("a", "n", 1)));
      put(c, "a", "n", 2);
      assertFails(ErrorCode.WRITE_CONFLICT, transaction::commit);
    }
    assertThat(number(c.read(key("a")).body())).isEqualTo(2);
  }

  @Test
  @Rule({"B2", "B4"})
  void anItemThatDiesBeforeTheCommitIsAConflict() {
    Container c = container(10);
    put(c, "a", "n", 1);
    try (Transaction transaction = engine.begin()) {
      transaction.write(c, WriteRequest.replace(key("a"), Bodies.of("a", "n", 2)));
      clock.advance(10);
      assertFails(ErrorCode.WRITE_CONFLICT, transaction::commit);
    }
    assertDead(c, "a");
  }

  @Test
  @Rule("B4")
  void eachStatementJudgesAtItsOwnInstant() {
    Container c = container(10);
    put(c, "a");
    try (Transaction transaction = engine.begin()) {
      assertThat(transaction.read(c, key("a"))).isNotNull();
      clock.advance(10);
      assertThat(transaction.read(c, key("a"))).isNull();
      assertThat(transaction.scan(c, EpkRange.FULL, null, ReadLimits.DEFAULT).entries()).isEmpty();
      transaction.write(c, WriteRequest.create(key("a"), body("a")));
      transaction.commit();
    }
    assertThat(c.read(key("a")).tsSecond()).isEqualTo(START + 10);
  }

  @Test
  void refusalsAreToldAtTheStatementAndUniqueKeysAtTheCommit() {
    Container c = create(named("c").defaultTtl(-1).uniqueKeys(UniqueKey.of("/u")));
    put(c, "a", "u", 1);
    try (Transaction transaction = engine.begin()) {
      assertFails(
          ErrorCode.ALREADY_EXISTS,
          () -> transaction.write(c, WriteRequest.create(key("a"), body("a"))));
      assertFails(
          ErrorCode.ITEM_NOT_FOUND, () -> transaction.write(c, WriteRequest.delete(key("none"))));
      assertFails(
          ErrorCode.PRECONDITION_FAILED,
          () ->
              transaction.write(
                  c,
                  new WriteRequest.Replace(
                      key("a"),
                      body("a"),
                      new dev.mayfly.engine.item.Etag(1, 1),
                      TtlReading.STRICT)));
      transaction.write(c, WriteRequest.create(key("b"), Bodies.of("b", "u", 1)));
      assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, transaction::commit);
    }
    assertThat(scanned(c)).containsExactly("a");
  }

  @Test
  void closedWithoutACommitItLeavesNothing() {
    Container c = container(null);
    try (Transaction transaction = engine.begin()) {
      transaction.write(c, WriteRequest.create(key("a"), body("a")));
    }
    assertThat(scanned(c)).isEmpty();
    Transaction empty = engine.begin();
    assertThat(empty.commit()).isEmpty();
  }
}
