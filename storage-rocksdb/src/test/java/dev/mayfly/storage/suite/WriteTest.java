package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** Writing items: alone, in batches, with conditions. */
class WriteTest extends EachStorageTest {
  @Test
  void createReplaceUpsertPatchDelete() {
    Container c = container(null);
    assertThat(c.create(key("a"), Bodies.of("a", "n", 1)).kind())
        .isEqualTo(WriteOutcome.Kind.CREATED);
    assertFails(ErrorCode.ALREADY_EXISTS, () -> c.create(key("a"), body("a")));
    WriteOutcome replaced = c.replace(key("a"), Bodies.of("a", "n", 2));
    assertThat(replaced.kind()).isEqualTo(WriteOutcome.Kind.REPLACED);
    assertThat(number(replaced.before().body())).isEqualTo(1);
    assertThat(c.upsert(key("a"), Bodies.of("a", "n", 3)).kind())
        .isEqualTo(WriteOutcome.Kind.REPLACED);
    WriteOutcome patched =
        c.write(
            WriteRequest.patch(
                key("a"),
                body -> {
                  BsonDocument document = Bodies.decode(body);
                  document.put("n", new BsonInt32(number(body) + 10));
                  return Bodies.encode(document);
                }));
    assertThat(number(patched.item().body())).isEqualTo(13);
    WriteOutcome deleted = c.delete(key("a"));
    assertThat(deleted.kind()).isEqualTo(WriteOutcome.Kind.DELETED);
    assertThat(deleted.item()).isNull();
    assertThat(number(deleted.before().body())).isEqualTo(13);
    assertFails(ErrorCode.ITEM_NOT_FOUND, () -> c.delete(key("a")));
    assertFails(ErrorCode.ITEM_NOT_FOUND, () -> c.replace(key("a"), body("a")));
    assertThat(c.live().items()).isZero();
  }

  private static int number(byte[] body) {
    return Bodies.decode(body).getInt32("n").getValue();
  }

  @Test
  void etagConditionsHoldForEveryKindOfWrite() {
    Container c = container(null);
    Etag old = put(c, "a").item().etag();
    Etag current = put(c, "a").item().etag();
    for (Etag etag : List.of(old, new Etag(old.incarnation() + 1, current.lsn()))) {
      for (WriteRequest request : conditional(etag)) {
        assertFails(ErrorCode.PRECONDITION_FAILED, () -> c.write(request));
      }
    }
    assertThat(c.read(key("a")).etag()).isEqualTo(current);
    for (int i = 0; i < 4; i++) {
      Etag now = c.read(key("a")).etag();
      c.write(conditional(now).get(i));
    }
    assertThat(isThere(c, "a")).isFalse();
  }

  private static List<WriteRequest> conditional(Etag etag) {
    return List.of(
        new WriteRequest.Replace(key("a"), body("a"), etag, TtlReading.STRICT),
        new WriteRequest.Upsert(key("a"), body("a"), etag, TtlReading.STRICT),
        new WriteRequest.Patch(key("a"), body -> body, 1, etag, TtlReading.STRICT),
        new WriteRequest.Delete(key("a"), etag));
  }

  @Test
  void aDeleteMayAskThatSomethingHoldsOfTheItem() {
    Container c = container(null);
    put(c, "a", "n", 1);
    Predicate<Item> isTwo = item -> Bodies.decode(item.body()).getInt32("n").getValue() == 2;
    WriteRequest request = new WriteRequest.Delete(key("a"), null, isTwo);
    assertFails(ErrorCode.PRECONDITION_FAILED, () -> c.write(request));
    put(c, "a", "n", 2);
    c.write(request);
    assertFails(ErrorCode.ITEM_NOT_FOUND, () -> c.write(request));
  }

  @Test
  void aPatchThatRefusesOrMovesTheItemWritesNothing() {
    Container c = container(null);
    put(c, "a", "n", 1);
    assertFails(
        ErrorCode.BAD_REQUEST,
        () ->
            c.write(
                WriteRequest.patch(
                    key("a"),
                    body -> {
                      throw new EngineException(ErrorCode.BAD_REQUEST, "no");
                    })));
    assertFails(
        ErrorCode.WRONG_PARTITION_KEY,
        () -> c.write(WriteRequest.patch(key("a"), body -> Bodies.of("a", "pk", "q"))));
    assertFails(
        ErrorCode.MALFORMED_BODY,
        () -> c.write(WriteRequest.patch(key("a"), body -> new byte[] {1, 2, 3})));
    assertThat(number(c.read(key("a")).body())).isEqualTo(1);
  }

  @Test
  void aPatchIsDoneOnlyIfItsConditionHolds() {
    Container c = container(null);
    Item first = put(c, "a", "n", 1).item();
    Predicate<Item> unchanged = item -> item.etag().equals(first.etag());
    WriteRequest request =
        new WriteRequest.Patch(
            key("a"), body -> Bodies.of("a", "n", 2), 1, null, unchanged, TtlReading.STRICT);
    assertThat(number(c.write(request).item().body())).isEqualTo(2);
    assertFails(ErrorCode.PRECONDITION_FAILED, () -> c.write(request));
    try (Transaction transaction = engine.begin()) {
      assertFails(ErrorCode.PRECONDITION_FAILED, () -> transaction.write(c, request));
    }
  }

  @Test
  void aBatchIsDoneWholeAndSeesItsOwnWrites() {
    Container c = create(named("c").uniqueKeys(UniqueKey.of("/u")));
    List<WriteOutcome> outcomes =
        c.batch(
            List.of(
                WriteRequest.create(key("a"), Bodies.of("a", "u", 1, "n", 1)),
                WriteRequest.replace(key("a"), Bodies.of("a", "u", 2, "n", 2)),
                WriteRequest.create(key("b"), Bodies.of("b", "u", 1)),
                new WriteRequest.Read(key("a")),
                WriteRequest.delete(key("b")),
                WriteRequest.create(key("c"), Bodies.of("c", "u", 1))));
    assertThat(outcomes.stream().map(WriteOutcome::kind))
        .containsExactly(
            WriteOutcome.Kind.CREATED,
            WriteOutcome.Kind.REPLACED,
            WriteOutcome.Kind.CREATED,
            WriteOutcome.Kind.READ,
            WriteOutcome.Kind.DELETED,
            WriteOutcome.Kind.CREATED);
    assertThat(number(outcomes.get(3).item().body())).isEqualTo(2);
    assertThat(outcomes).allMatch(outcome -> outcome.chargeCentiRu() > 0);
    assertThat(scanned(c)).containsExactlyInAnyOrder("a", "c");
    assertThat(changed(c)).containsExactly("a", "c");
    assertThat(c.live().items()).isEqualTo(2);
  }

  @Test
  void aBatchThatFailsWritesNothingAndReportsTheOutcomeOfEach() {
    Container c = create(named("c").uniqueKeys(UniqueKey.of("/u")));
    put(c, "x", "u", 9);
    BatchRejectedException rejected =
        (BatchRejectedException)
            assertFails(
                ErrorCode.UNIQUE_KEY_VIOLATION,
                () ->
                    c.batch(
                        List.of(
                            WriteRequest.create(key("a"), Bodies.of("a", "u", 1)),
                            WriteRequest.delete(key("x")),
                            WriteRequest.create(key("b"), Bodies.of("b", "u", 1)),
                            WriteRequest.create(key("c"), Bodies.of("c", "u", 3)))));
    assertThat(rejected.size()).isEqualTo(4);
    assertThat(rejected.failedIndex()).isEqualTo(2);
    assertThat(rejected.outcome(2)).isEqualTo(ErrorCode.UNIQUE_KEY_VIOLATION);
    assertThat(rejected.outcome(0)).isEqualTo(ErrorCode.FAILED_DEPENDENCY);
    assertThat(rejected.outcome(3)).isEqualTo(ErrorCode.FAILED_DEPENDENCY);
    assertThat(scanned(c)).containsExactly("x");
    assertThat(c.live().items()).isEqualTo(1);
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "y", "u", 9));
    put(c, "y", "u", 1);
  }

  @Test
  void manyNewItemsAreRefusedForTheOneThatIsThere() {
    Container c = container(null);
    c.batch(creates(100, 200));
    assertThat(failedIndex(c, creates(190, 290))).isZero();
    assertThat(failedIndex(c, creates(50, 150))).isEqualTo(50);
    List<WriteRequest> twice = new ArrayList<>(creates(200, 300));
    twice.add(WriteRequest.create(key("i240"), body("i240")));
    assertThat(failedIndex(c, twice)).isEqualTo(100);
    assertThat(c.live().items()).isEqualTo(100);
    c.batch(creates(200, 300));
    assertThat(failedIndex(c, creates(200, 300))).isZero();
    assertThat(c.live().items()).isEqualTo(200);
  }

  private static List<WriteRequest> creates(int from, int to) {
    List<WriteRequest> requests = new ArrayList<>();
    for (int i = from; i < to; i++) {
      requests.add(WriteRequest.create(key("i" + i), body("i" + i)));
    }
    return requests;
  }

  private static int failedIndex(Container c, List<WriteRequest> requests) {
    return ((BatchRejectedException) assertFails(ErrorCode.ALREADY_EXISTS, () -> c.batch(requests)))
        .failedIndex();
  }

  @Test
  void aBatchOfOtherPartitionsOrSizesIsRefused() {
    Container c = container(null);
    assertFails(ErrorCode.BAD_REQUEST, () -> c.batch(List.of()));
    assertFails(
        ErrorCode.WRONG_PARTITION_KEY,
        () ->
            c.batch(
                List.of(
                    WriteRequest.create(key("a"), body("a")),
                    WriteRequest.create(ItemKey.of("q", "a"), Bodies.of("a", "pk", "q")))));
    List<WriteRequest> many = new ArrayList<>();
    for (int i = 0; i <= 10_000; i++) {
      many.add(new WriteRequest.Read(key("a")));
    }
    assertFails(ErrorCode.BAD_REQUEST, () -> c.batch(many));
    assertThat(scanned(c)).isEmpty();
  }

  @Test
  void idsOfOtherTypesAreOtherItems() {
    Container c = create(ContainerDefinition.named("c"));
    List<BsonValue> ids =
        List.of(
            new BsonInt32(1),
            new BsonString("1"),
            BsonBoolean.TRUE,
            BsonNull.VALUE,
            new BsonObjectId(new ObjectId("0123456789abcdef01234567")),
            new BsonDocument("x", new BsonInt32(1)));
    for (BsonValue id : ids) {
      c.create(new ItemKey(PartitionKey.NONE, ItemId.of(id)), Bodies.plain("id", "x"));
    }
    assertThat(c.live().items()).isEqualTo(ids.size());
    for (BsonValue id : List.of(new BsonInt64(1), new BsonDouble(1.0))) {
      ItemKey key = new ItemKey(PartitionKey.NONE, ItemId.of(id));
      assertThat(c.read(key)).as("1 is 1 whatever its type").isNotNull();
      assertFails(ErrorCode.ALREADY_EXISTS, () -> c.create(key, Bodies.plain("id", "x")));
    }
    assertThat(c.read(new ItemKey(PartitionKey.NONE, ItemId.of(new BsonInt32(2))))).isNull();
    assertFails(ErrorCode.TOO_LARGE, () -> ItemId.of("x".repeat(5000)));
  }

  @Test
  void bodiesUpTo16MebibytesAreKept() {
    Container c = container(10);
    int overhead = Bodies.of("a", "payload", "").length;
    int most = 16 * 1024 * 1024 - overhead;
    byte[] largest = Bodies.of("a", "payload", "x".repeat(most));
    assertThat(largest).hasSize(16 * 1024 * 1024);
    c.create(key("a"), largest);
    assertThat(Arrays.equals(c.read(key("a")).body(), largest)).isTrue();
    assertFails(
        ErrorCode.TOO_LARGE,
        () -> c.upsert(key("a"), Bodies.of("a", "payload", "x".repeat(most + 1))));
    clock.advance(10);
    assertThat(purge(c)).isEqualTo(1);
  }

  @Test
  void malformedBodiesAreRefused() {
    Container c = container(null);
    byte[] body = body("a");
    assertFails(ErrorCode.MALFORMED_BODY, () -> c.create(key("a"), new byte[0]));
    assertFails(ErrorCode.MALFORMED_BODY, () -> c.create(key("a"), new byte[] {5, 0, 0}));
    assertFails(
        ErrorCode.MALFORMED_BODY, () -> c.create(key("a"), Arrays.copyOf(body, body.length - 1)));
    BsonDocument deep = new BsonDocument();
    for (int i = 0; i < 500; i++) {
      deep = new BsonDocument("x", deep);
    }
    BsonDocument nested = deep;
    assertFails(ErrorCode.MALFORMED_BODY, () -> put(c, "a", "deep", nested));
    assertThat(scanned(c)).isEmpty();
  }

  @Test
  void submittedWritesAreDoneInTheirOrder() throws Exception {
    Container c = container(null);
    List<CompletableFuture<WriteOutcome>> futures = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      futures.add(c.submit(WriteRequest.upsert(key("a"), Bodies.of("a", "n", i))));
    }
    long last = 0;
    for (CompletableFuture<WriteOutcome> future : futures) {
      long lsn = future.get().item().lsn();
      assertThat(lsn).isGreaterThan(last);
      last = lsn;
    }
    assertThat(number(c.read(key("a")).body())).isEqualTo(199);
    CompletableFuture<WriteOutcome> refused = c.submit(WriteRequest.delete(key("none")));
    assertThat(refused.handle((outcome, failure) -> failure).get())
        .isInstanceOf(EngineException.class);
  }

  @Test
  void readManyKeepsTheOrderOfTheKeysAndIsBounded() {
    Container c = container(null);
    putMany(c, "a", 5);
    assertThat(ids(c.readMany(List.of(key("a3"), key("none"), key("a1"))).entries()))
        .containsExactly("a3", "a1");
    List<ItemKey> many = new ArrayList<>();
    for (int i = 0; i <= 10_000; i++) {
      many.add(key("a0"));
    }
    assertFails(ErrorCode.BAD_REQUEST, () -> c.readMany(many));
  }
}
