package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From its deadline on no operation sees an item, purged or not (rule B2). */
class AbsenceTest extends EachStorageTest {
  /** A container with a dead item named dead and a living one named alive. */
  private Container withDead() {
    Container c = container(10);
    put(c, "dead");
    put(c, "alive", "ttl", 1000);
    clock.advance(10);
    return c;
  }

  @Test
  @Rule("B2")
  void aPointReadFindsNothing() {
    Container c = withDead();
    assertThat(c.read(key("dead"))).isNull();
    assertThat(c.readCharged(key("dead")).chargeCentiRu()).isEqualTo(Charges.readMissing());
    assertThat(c.read(key("alive"))).isNotNull();
  }

  @Test
  @Rule("B2")
  void readManyLeavesItOut() {
    Container c = withDead();
    assertThat(ids(c.readMany(List.of(key("dead"), key("alive"), key("none"))).entries()))
        .containsExactly("alive");
  }

  @Test
  @Rule({"B2", "ghosts-matched"})
  void scansOfEverythingAndOfAPartitionLeaveItOut() {
    Container c = withDead();
    assertThat(scanned(c)).containsExactly("alive");
    EpkRange range = EpkRange.of(c.definition().partitionKey(), PartitionKey.of("p"));
    assertThat(ids(c.scan(range, null, ReadLimits.DEFAULT).entries())).containsExactly("alive");
  }

  @Test
  @Rule({"B2", "ghosts-matched"})
  void continuationPagesLeaveItOutAndStillEnd() {
    Container c = container(10);
    putMany(c, "dead", 30);
    put(c, "last", "ttl", 1000);
    Page<Item> first = c.scan(EpkRange.FULL, null, ReadLimits.items(5));
    assertThat(first.entries()).hasSize(5);
    clock.advance(10);
    byte[] continuation = first.continuation();
    int pages = 0;
    int found = 0;
    while (continuation != null) {
      Page<Item> page = c.scan(EpkRange.FULL, continuation, new ReadLimits(5, 1 << 20, 4));
      found += page.entries().size();
      continuation = page.continuation();
      pages++;
    }
    assertThat(found).isEqualTo(1);
    assertThat(pages).as("rows looked at are bounded too").isGreaterThan(5);
  }

  @Test
  @Rule({"B2", "C3", "ghosts-counted"})
  void countsLeaveItOut() {
    Container c = withDead();
    assertThat(c.live().items()).isEqualTo(1);
    assertThat(c.live().bytes()).isEqualTo(c.read(key("alive")).sizeBytes());
  }

  @Test
  @Rule({"B2", "F1"})
  void theChangeFeedLeavesItOutFromAnyStart() {
    Container c = container(10);
    byte[] before = c.changes(FeedStart.now(), EpkRange.FULL, ReadLimits.DEFAULT).continuation();
    put(c, "dead");
    put(c, "alive", "ttl", 1000);
    clock.advance(10);
    for (FeedStart start :
        List.of(FeedStart.beginning(), FeedStart.at(START), FeedStart.after(before))) {
      assertThat(ids(c.changes(start, EpkRange.FULL, ReadLimits.DEFAULT).entries()))
          .containsExactly("alive");
    }
  }

  @Test
  @Rule("B2")
  void itsUniqueKeysAreFreeAtOnce() {
    Container c =
        create(named("c").defaultTtl(10).uniqueKeys(UniqueKey.of("/email"), UniqueKey.of("/n")));
    put(c, "a", "email", "x@y", "n", 1);
    clock.advance(9);
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "b", "email", "x@y", "n", 2));
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "b", "email", "z@y", "n", 1));
    clock.advance(1);
    put(c, "b", "email", "x@y", "n", 1);
    assertLives(c, "b");
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "a", "email", "x@y", "n", 3));
  }

  @Test
  @Rule({"B2", "ghosts-matched"})
  void itsEtagMatchesNothing() {
    Container c = container(10);
    Etag etag = put(c, "a").item().etag();
    clock.advance(10);
    assertFails(
        ErrorCode.ITEM_NOT_FOUND,
        () -> c.write(new WriteRequest.Replace(key("a"), body("a"), etag, TtlReading.STRICT)));
    assertFails(ErrorCode.ITEM_NOT_FOUND, () -> c.write(new WriteRequest.Delete(key("a"), etag)));
    WriteOutcome made =
        c.write(new WriteRequest.Upsert(key("a"), body("a"), etag, TtlReading.STRICT));
    assertThat(made.kind()).isEqualTo(WriteOutcome.Kind.CREATED);
    assertThat(made.item().etag()).isNotEqualTo(etag);
    assertFails(
        ErrorCode.PRECONDITION_FAILED,
        () -> c.write(new WriteRequest.Upsert(key("a"), body("a"), etag, TtlReading.STRICT)));
    assertFails(
        ErrorCode.PRECONDITION_FAILED,
        () -> c.write(new WriteRequest.Replace(key("a"), body("a"), etag, TtlReading.STRICT)));
    assertFails(
        ErrorCode.PRECONDITION_FAILED, () -> c.write(new WriteRequest.Delete(key("a"), etag)));
  }

  @Test
  @Rule("B2")
  void replacePatchAndDeleteFindNothing() {
    Container c = withDead();
    assertFails(ErrorCode.ITEM_NOT_FOUND, () -> c.replace(key("dead"), body("dead")));
    assertFails(
        ErrorCode.ITEM_NOT_FOUND,
        () ->
            c.write(
                WriteRequest.patch(
                    key("dead"),
                    body -> {
                      throw new AssertionError("the body of a dead item was shown");
                    })));
    assertFails(ErrorCode.ITEM_NOT_FOUND, () -> c.delete(key("dead")));
  }

  @Test
  @Rule("B2")
  void createMakesANewItem() {
    Container c = container(10);
    Item old = put(c, "a", "n", 1).item();
    clock.advance(10);
    WriteOutcome created = c.create(key("a"), Bodies.of("a", "n", 2));
    assertNewItem(c, old, created);
  }

  @Test
  @Rule("B2")
  void upsertMakesANewItem() {
    Container c = container(10);
    Item old = put(c, "a", "n", 1).item();
    clock.advance(10);
    assertNewItem(c, old, c.upsert(key("a"), Bodies.of("a", "n", 2)));
  }

  private void assertNewItem(Container c, Item old, WriteOutcome created) {
    assertThat(created.kind()).isEqualTo(WriteOutcome.Kind.CREATED);
    assertThat(created.before()).as("the dead item is not returned").isNull();
    assertThat(created.item().rid()).isNotEqualTo(old.rid());
    assertThat(created.item().etag()).isNotEqualTo(old.etag());
    assertThat(created.item().tsSecond()).isEqualTo(START + 10);
    assertThat(purge(c)).isZero();
    assertDiesAfter(c, "a", 10);
  }

  @Test
  @Rule("B2")
  void aBatchSeesNothingOfIt() {
    Container c = withDead();
    for (WriteRequest request :
        List.of(
            new WriteRequest.Read(key("dead")),
            WriteRequest.delete(key("dead")),
            WriteRequest.replace(key("dead"), body("dead")),
            WriteRequest.patch(key("dead"), body -> body))) {
      BatchRejectedException rejected =
          (BatchRejectedException)
              assertFails(
                  ErrorCode.ITEM_NOT_FOUND,
                  () -> c.batch(List.of(WriteRequest.upsert(key("x"), body("x")), request)));
      assertThat(rejected.failedIndex()).isEqualTo(1);
      assertThat(rejected.outcome(0)).isEqualTo(ErrorCode.FAILED_DEPENDENCY);
    }
    assertThat(isThere(c, "x")).isFalse();
    List<WriteOutcome> outcomes =
        c.batch(
            List.of(
                WriteRequest.create(key("dead"), body("dead")),
                new WriteRequest.Read(key("dead"))));
    assertThat(outcomes.get(0).kind()).isEqualTo(WriteOutcome.Kind.CREATED);
    assertThat(outcomes.get(1).kind()).isEqualTo(WriteOutcome.Kind.READ);
  }

  @Test
  @Rule("B2")
  void aTransactionSeesNothingOfIt() {
    Container c = withDead();
    try (Transaction transaction = engine.begin()) {
      assertThat(transaction.read(c, key("dead"))).isNull();
      assertThat(ids(transaction.in(c).scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries()))
          .containsExactly("alive");
      assertFails(
          ErrorCode.ITEM_NOT_FOUND, () -> transaction.write(c, WriteRequest.delete(key("dead"))));
      transaction.write(c, WriteRequest.create(key("dead"), body("dead")));
      assertThat(transaction.commit()).hasSize(1);
    }
    assertLives(c, "dead");
  }

  @Test
  @Rule("B2")
  void deadOrPurgedMakesNoDifference() {
    Container c = withDead();
    assertThat(purge(c)).isEqualTo(1);
    assertDead(c, "dead");
    assertFails(ErrorCode.ITEM_NOT_FOUND, () -> c.delete(key("dead")));
    assertThat(c.create(key("dead"), body("dead")).kind()).isEqualTo(WriteOutcome.Kind.CREATED);
  }
}
