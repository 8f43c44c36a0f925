package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.ItemLockedException;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commits over several partitions and containers. */
class TransactionTest extends EachStorageTest {
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
      assertThat(ids(transaction.in(c).scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries()))
          .containsExactly("a");
      transaction.write(c, WriteRequest.create(key("own"), Bodies.of("own", "n", 5)));
      assertThat(number(transaction.read(c, key("own")))).isEqualTo(5);
      transaction.write(c, WriteRequest.delete(key("own")));
      assertThat(transaction.read(c, key("own"))).isNull();
    }
    assertThat(number(c.read(key("a")).body())).isEqualTo(2);
  }

  @Test
  void theFirstWriterWins() {
    Container c = container(null);
    put(c, "a", "n", 1);
    try (Transaction first = engine.begin();
        Transaction second = engine.begin()) {
      first.write(c, WriteRequest.replace(key("a"), Bodies.of("a", "n", 2)));
      assertFails(
          ErrorCode.WRITE_CONFLICT,
          () -> second.write(c, WriteRequest.replace(key("a"), Bodies.of("a", "n", 3))));
      assertThat(number(second.read(c, key("a")))).as("reads never conflict").isEqualTo(1);
      first.commit();
    }
    assertThat(number(c.read(key("a")).body())).isEqualTo(2);
    try (Transaction late = engine.begin()) {
      put(c, "a", "n", 4);
      assertFails(ErrorCode.WRITE_CONFLICT, () -> late.write(c, WriteRequest.delete(key("a"))));
    }
  }

  @Test
  void aPlainWriteIsRefusedUntilTheTransactionEnds() {
    Container c = container(null);
    Transaction transaction = engine.begin();
    transaction.write(c, WriteRequest.create(key("a"), Bodies.of("a", "n", 1)));
    ItemLockedException locked =
        catchThrowableOfType(ItemLockedException.class, () -> put(c, "a", "n", 2));
    assertThat(locked.released()).isNotDone();
    BatchRejectedException batch =
        catchThrowableOfType(
            BatchRejectedException.class,
            () -> c.batch(List.of(WriteRequest.upsert(key("a"), body("a")))));
    assertThat(batch.failure()).isInstanceOf(ItemLockedException.class);
    put(c, "b", "n", 2);
    transaction.commit();
    assertThat(locked.released()).isDone();
    put(c, "a", "n", 3);
    assertThat(number(c.read(key("a")).body())).isEqualTo(3);
  }

  @Test
  void aWriteThatWasOnItsWayWhenTheLockWasTakenIsFoundByTheCommit() {
    Container c = container(10);
    put(c, "a", "n", 1);
    try (Transaction transaction = engine.begin()) {
      transaction.write(c, WriteRequest.replace(key("a"), Bodies.of("a", "n", 2)));
      clock.advance(10);
      c.maintenance().purge(10);
      assertFails(ErrorCode.WRITE_CONFLICT, transaction::commit);
    }
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
      assertThat(transaction.in(c).scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries())
          .isEmpty();
      transaction.write(c, WriteRequest.create(key("a"), body("a")));
      transaction.commit();
    }
    assertThat(c.read(key("a")).tsSecond()).isEqualTo(START + 10);
  }

  @Test
  @Rule({"B2", "D6"})
  void onceAWrittenItemHasDiedEveryStatementIsAConflict() {
    Container c = container(10);
    put(c, "a");
    put(c, "own", "ttl", 5);
    try (Transaction transaction = engine.begin()) {
      transaction.write(c, WriteRequest.create(key("new"), Bodies.of("new", "ttl", 3)));
      clock.advance(4);
      assertThat(transaction.read(c, key("new"))).as("its time begins at the commit").isNotNull();
      transaction.write(c, WriteRequest.replace(key("own"), body("own")));
      clock.advance(1);
      assertFails(ErrorCode.WRITE_CONFLICT, () -> transaction.read(c, key("a")));
      assertFails(ErrorCode.WRITE_CONFLICT, transaction::commit);
    }
    assertThat(scanned(c)).containsExactly("a");
  }

  @Test
  void refusalsAreReportedAtTheStatement() {
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
                      key("a"), body("a"), new Etag(1, 1), TtlReading.STRICT)));
      assertFails(
          ErrorCode.UNIQUE_KEY_VIOLATION,
          () -> transaction.write(c, WriteRequest.create(key("b"), Bodies.of("b", "u", 1))));
    }
    assertThat(scanned(c)).containsExactly("a");
  }

  @Test
  void uniqueValuesArePassedOnWithinATransactionAndKeptFromOthers() {
    Container c = create(named("c").defaultTtl(-1).uniqueKeys(UniqueKey.of("/u")));
    put(c, "a", "u", 1);
    put(c, "b", "u", 2);
    try (Transaction transaction = engine.begin();
        Transaction other = engine.begin()) {
      transaction.write(c, WriteRequest.replace(key("a"), Bodies.of("a", "u", 3)));
      transaction.write(c, WriteRequest.replace(key("b"), Bodies.of("b", "u", 1)));
      transaction.write(c, WriteRequest.replace(key("a"), Bodies.of("a", "u", 2)));
      assertFails(
          ErrorCode.WRITE_CONFLICT,
          () -> other.write(c, WriteRequest.create(key("x"), Bodies.of("x", "u", 3))));
      assertFails(ErrorCode.ITEM_LOCKED, () -> put(c, "x", "u", 1));
      put(c, "y", "u", 4);
      assertFails(
          ErrorCode.WRITE_CONFLICT,
          () -> transaction.write(c, WriteRequest.create(key("z"), Bodies.of("z", "u", 4))));
      transaction.commit();
    }
    assertThat(Bodies.decode(c.read(key("a")).body()).getInt32("u").getValue()).isEqualTo(2);
    assertThat(Bodies.decode(c.read(key("b")).body()).getInt32("u").getValue()).isEqualTo(1);
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "x", "u", 1));
    put(c, "x", "u", 3);
  }

  @Test
  void scansSeeOwnWritesInEveryOrder() {
    Container c = create(named("c").pathIndexes(PathIndex.of("by_n", "n")));
    for (int i = 0; i < 6; i += 2) {
      put(c, "i" + i, "n", i);
    }
    try (Transaction transaction = engine.begin()) {
      Container in = transaction.in(c);
      in.create(key("i1"), Bodies.of("i1", "n", 1));
      in.create(key("i3"), Bodies.of("i3", "n", 30));
      in.replace(key("i4"), Bodies.of("i4", "n", -1));
      in.delete(key("i0"));
      in.create(key("gone"), Bodies.of("gone", "n", 7));
      in.delete(key("gone"));
      assertThat(ids(in.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries()))
          .containsExactly("i1", "i2", "i3", "i4");
      IndexQuery up = new IndexQuery("by_n", IndexRange.ALL);
      IndexQuery down = new IndexQuery("by_n", IndexRange.ALL, true, EpkRange.FULL);
      assertThat(paged(in, up)).containsExactly("i4", "i1", "i2", "i3");
      assertThat(paged(in, down)).containsExactly("i3", "i2", "i1", "i4");
      assertThat(in.countIndex(up, null, ReadLimits.DEFAULT).items()).isEqualTo(4);
      assertThat(ids(c.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries()))
          .as("others see nothing of it")
          .containsExactly("i0", "i2", "i4");
      transaction.commit();
    }
    assertThat(scanned(c)).containsExactly("i1", "i2", "i3", "i4");
  }

  private List<String> paged(Container c, IndexQuery query) {
    List<String> found = new ArrayList<>();
    byte[] continuation = null;
    do {
      Page<IndexEntry> page = c.scanIndex(query, continuation, new ReadLimits(1, 1 << 20, 1000));
      page.entries().forEach(entry -> found.addAll(ids(List.of(entry.item()))));
      continuation = page.continuation();
    } while (continuation != null);
    return found;
  }

  @Test
  void aBatchThatFailsLeavesNothingOfItselfInTheTransaction() {
    Container c = container(null);
    put(c, "a", "n", 1);
    try (Transaction transaction = engine.begin()) {
      Container in = transaction.in(c);
      in.replace(key("a"), Bodies.of("a", "n", 2));
      assertFails(
          ErrorCode.ITEM_NOT_FOUND,
          () ->
              in.batch(
                  List.of(
                      WriteRequest.replace(key("a"), Bodies.of("a", "n", 3)),
                      WriteRequest.create(key("b"), Bodies.of("b", "n", 3)),
                      WriteRequest.delete(key("none")))));
      assertThat(number(transaction.read(c, key("a")))).isEqualTo(2);
      assertThat(transaction.read(c, key("b"))).isNull();
      assertThat(transaction.commit()).hasSize(1);
    }
    assertThat(number(c.read(key("a")).body())).isEqualTo(2);
    assertThat(scanned(c)).containsExactly("a");
  }

  @Test
  void containersThatItMakesAreThereAfterTheCommit() {
    try (Transaction transaction = engine.begin();
        Transaction other = engine.begin()) {
      Container made =
          transaction.createContainer(
              "new", named("made").pathIndexes(PathIndex.of("u", "n").asUnique()).build());
      assertFails(
          ErrorCode.WRITE_CONFLICT, () -> other.createContainer("new", named("made").build()));
      assertFails(ErrorCode.DATABASE_NOT_FOUND, () -> engine.container("new", "made"));
      made.create(key("a"), Bodies.of("a", "n", 1));
      assertFails(
          ErrorCode.UNIQUE_KEY_VIOLATION, () -> made.create(key("b"), Bodies.of("b", "n", 1)));
      assertThat(transaction.container("new", "made").read(key("a"))).isNotNull();
      transaction.commit();
    }
    Container made = engine.container("new", "made");
    assertThat(scanned(made)).containsExactly("a");
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(made, "b", "n", 1));
    try (Transaction transaction = engine.begin()) {
      transaction.createContainer("new", named("other").build());
      assertFails(
          ErrorCode.ITEM_LOCKED, () -> engine.createContainer("new", named("other").build()));
    }
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> engine.container("new", "other"));
    engine.createContainer("new", named("other").build());
  }

  @Test
  void aContainerThatWasChangedOrDroppedSinceIsAConflict() {
    Container c = container(10);
    put(c, "a");
    Container used = create(named("used"));
    try (Transaction transaction = engine.begin()) {
      transaction.read(used, key("a"));
      assertThat(engine.transactionsOn(used)).isNotDone();
      assertThat(engine.transactionsOn(c)).isDone();
      engine.replaceContainer("d", c.definition().toBuilder().defaultTtl(20).build());
      assertFails(ErrorCode.WRITE_CONFLICT, () -> transaction.read(c, key("a")));
      engine.deleteContainer("d", "used");
      assertFails(ErrorCode.WRITE_CONFLICT, () -> transaction.container("d", "used"));
    }
    assertThat(engine.openTransactions()).isZero();
  }

  @Test
  void whatIsPendingIsLimited() {
    Container c = container(null);
    String text = "x".repeat(15 << 20);
    try (Transaction transaction = engine.begin()) {
      assertFails(
          ErrorCode.TRANSACTION_TOO_LARGE,
          () -> {
            for (int i = 0; i < 10; i++) {
              transaction.write(
                  c, WriteRequest.create(key("i" + i), Bodies.of("i" + i, "text", text)));
            }
          });
    }
    assertThat(scanned(c)).isEmpty();
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
