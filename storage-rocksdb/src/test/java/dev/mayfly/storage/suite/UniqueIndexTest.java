package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.IndexStatus;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.UniqueKeyViolationException;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

/** Unique path indexes: whom a key belongs to, and when it is free. */
class UniqueIndexTest extends EachStorageTest {
  private static final PathIndex BY_U = PathIndex.of("by_u", "u").asUnique();

  private Container indexed(Integer defaultTtl, PathIndex... indexes) {
    return create(named("c").defaultTtl(defaultTtl).pathIndexes(indexes));
  }

  private static UniqueKeyViolationException assertTaken(ThrowingCallable call) {
    return (UniqueKeyViolationException) assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, call);
  }

  @Test
  void aTakenKeyIsRefusedInTheWholeContainerAndTheIndexIsNamed() {
    Container c = indexed(null, PathIndex.of("other", "o").asUnique().asSparse(), BY_U);
    put(c, "a", "u", "x");
    UniqueKeyViolationException taken = assertTaken(() -> put(c, "b", "u", "x"));
    assertThat(taken.name()).isEqualTo("by_u");
    assertThat(taken.values()).containsExactly(new BsonString("x"));
    byte[] elsewhere = Bodies.plain("id", "a", "pk", "q", "u", "x");
    assertTaken(() -> c.create(ItemKey.of("q", "a"), elsewhere));
    put(c, "a", "u", "x", "n", 1);
    assertThat(scanned(c)).containsExactly("a");
  }

  @Test
  void numbersOfAllTypesAreTheSameKey() {
    Container c = indexed(null, BY_U);
    put(c, "a", "u", 1);
    assertTaken(() -> put(c, "b", "u", 1L));
    assertTaken(() -> put(c, "b", "u", 1.0));
    assertTaken(() -> put(c, "b", "u", new BsonDecimal128(Decimal128.parse("1.00"))));
    put(c, "b", "u", "1");
    put(c, "c", "u", true);
  }

  @Test
  void whatIsMissingCountsAsNullAndAnEmptyArrayDoesNot() {
    Container c = indexed(null, BY_U);
    put(c, "a");
    assertThat(assertTaken(() -> put(c, "b", "u", null)).values()).containsExactly(BsonNull.VALUE);
    put(c, "b", "u", new BsonArray());
    assertTaken(() -> put(c, "c", "u", new BsonArray()));
  }

  @Test
  void aSparseIndexLeavesOutWhatHasNoneOfItsPaths() {
    Container c = indexed(null, PathIndex.of("s", "x", "y").asUnique().asSparse());
    put(c, "a");
    put(c, "b");
    put(c, "c", "x", 1);
    assertTaken(() -> put(c, "d", "x", 1, "y", null));
  }

  @Test
  void aFilterSaysWhichItemsMustDiffer() {
    ItemFilters filters = filter -> body -> Bodies.decode(body).containsKey(filter.getFirstKey());
    reopen(options().withFilters(filters));
    Container c = indexed(null, BY_U.withFilter(new BsonDocument("open", BsonBoolean.TRUE)));
    put(c, "a", "u", 1);
    put(c, "b", "u", 1, "open", true);
    assertTaken(() -> put(c, "c", "u", 1, "open", true));
    put(c, "b", "u", 1);
    put(c, "c", "u", 1, "open", true);
    reopen();
    assertTaken(() -> put(again(c), "d", "u", 1, "open", true));
  }

  @Test
  void elementsOfArraysAreKeysEach() {
    Container c = indexed(null, BY_U);
    put(c, "a", "u", array(1, 2, 2));
    assertTaken(() -> put(c, "b", "u", 2));
    assertTaken(() -> put(c, "b", "u", array(0, 1)));
    put(c, "b", "u", array(0, 3));
    put(c, "a", "u", array(2));
    put(c, "c", "u", 1);
  }

  private static BsonArray array(int... numbers) {
    BsonArray array = new BsonArray();
    for (int number : numbers) {
      array.add(new BsonInt32(number));
    }
    return array;
  }

  @Test
  void compoundKeysDifferIfOnePartDoes() {
    Container c = indexed(null, PathIndex.of("xy", "x", "-y").asUnique());
    put(c, "a", "x", 1, "y", "s");
    put(c, "b", "x", 1, "y", "t");
    put(c, "c", "x", 2, "y", "s");
    UniqueKeyViolationException taken = assertTaken(() -> put(c, "d", "x", 2, "y", "s"));
    assertThat(taken.values()).containsExactly(new BsonInt32(2), new BsonString("s"));
  }

  @Test
  void twoArraysInOneItemAreRefused() {
    Container c = indexed(null, PathIndex.of("xy", "x", "y"));
    assertFails(ErrorCode.PARALLEL_ARRAYS, () -> put(c, "a", "x", array(1, 2), "y", array(3)));
    put(c, "a", "x", array(1, 2), "y", 3);
  }

  @Test
  void longValuesAreDistinguishedToTheirEnd() {
    Container c = indexed(null, BY_U);
    String longText = "x".repeat(1 << 20);
    put(c, "a", "u", longText + "a");
    put(c, "b", "u", longText + "b");
    assertThat(assertTaken(() -> put(c, "c", "u", longText + "a")).values()).isEmpty();
  }

  @Test
  @Rule("B2")
  void aDeadItemBlocksNoKeyAlsoWhileItIsNotPurged() {
    Container c = indexed(10, BY_U);
    put(c, "a", "u", "x");
    clock.advance(9);
    assertTaken(() -> put(c, "b", "u", "x"));
    clock.advance(1);
    put(c, "b", "u", "x");
    assertTaken(() -> put(c, "a", "u", "x"));
    assertThat(purge(c)).isEqualTo(1);
    assertTaken(() -> put(c, "a", "u", "x"));
    assertThat(scanned(c)).containsExactly("b");
  }

  @Test
  @Rule({"B2", "C5"})
  void thePurgeOfADeadOwnerLeavesTheKeyToTheNewOne() {
    Container c = indexed(null, BY_U);
    change(c, definition -> definition.defaultTtl(-1));
    put(c, "old", "u", "x", "ttl", 5);
    clock.advance(5);
    put(c, "new", "u", "x");
    put(c, "new", "u", "y");
    put(c, "newer", "u", "x");
    assertThat(purge(c)).isEqualTo(1);
    assertTaken(() -> put(c, "old", "u", "x"));
  }

  @Test
  @Rule("B5")
  void aKeyThatDeathMadeFreeStaysFreeWhenThePolicyIsLifted() {
    Container c = indexed(10, BY_U);
    put(c, "a", "u", "x");
    clock.advance(10);
    changeDefault(c, null);
    put(c, "b", "u", "x");
    assertThat(scanned(c)).containsExactly("b");
  }

  @Test
  void onExistingItemsItTakesForceWhenItIsBuilt() {
    Container c = container(null);
    for (int i = 0; i < 30; i++) {
      put(c, "i" + i, "u", i);
    }
    change(c, definition -> definition.pathIndexes(BY_U));
    CompletableFuture<Void> built = c.awaitIndex("by_u");
    assertThat(c.maintenance().buildIndexes(10)).isTrue();
    assertThat(built).isNotDone();
    assertThat(c.indexes().get(0).phase()).isEqualTo(IndexStatus.Phase.BUILDING);
    assertThat(c.indexes().get(0).progress().seenItems()).isEqualTo(10);
    engine.background().catchUp();
    assertThat(built).isCompleted();
    assertThat(c.indexes().get(0).phase()).isEqualTo(IndexStatus.Phase.READY);
    assertTaken(() -> put(c, "z", "u", 7));
  }

  @Test
  void whileItIsBuiltNoWriteMayCollideWithWhatIsBuilt() {
    Container c = container(null);
    for (int i = 0; i < 9; i++) {
      put(c, "i" + i, "u", i);
    }
    change(c, definition -> definition.pathIndexes(BY_U));
    assertThat(c.maintenance().buildIndexes(5)).isTrue();
    assertTaken(() -> put(c, "new", "u", 2));
    put(c, "i2", "u", "moved");
    put(c, "i8", "u", 2);
    c.delete(key("i3"));
    put(c, "new", "u", 3);
    engine.background().catchUp();
    assertThat(c.awaitIndex("by_u")).isCompleted();
    assertTaken(() -> put(c, "newer", "u", 3));
  }

  @Test
  void duplicatesAmongLivingItemsMakeTheBuildFailAndTheDefinitionGoBack() {
    Container c = container(null);
    PathIndex plain = PathIndex.of("plain", "n");
    put(c, "a", "u", "x");
    put(c, "b", "u", "x");
    change(c, definition -> definition.pathIndexes(plain, BY_U));
    CompletableFuture<Void> built = c.awaitIndex("by_u");
    engine.background().catchUp();
    assertThatThrownBy(built::join)
        .cause()
        .isInstanceOfSatisfying(
            UniqueKeyViolationException.class,
            taken -> assertThat(taken.values()).containsExactly(new BsonString("x")));
    assertThat(c.awaitIndex("by_u")).isCompletedExceptionally();
    assertThat(c.definition().pathIndexes()).containsExactly(plain);
    IndexStatus failed = c.indexes().get(1);
    assertThat(failed.phase()).isEqualTo(IndexStatus.Phase.FAILED);
    assertThat(failed.failure()).hasMessageContaining("by_u");
    put(c, "c", "u", "x");
    verify();
    c.delete(key("b"));
    c.delete(key("c"));
    change(c, definition -> definition.pathIndexes(plain, BY_U));
    engine.background().catchUp();
    assertThat(c.awaitIndex("by_u")).isCompleted();
    assertThat(c.indexes()).hasSize(2);
  }

  @Test
  void whoWaitsAgainWhenABuildHasFailedGetsTheFailure() {
    Container c = container(null);
    put(c, "a", "u", "x");
    put(c, "b", "u", "x");
    change(c, definition -> definition.pathIndexes(BY_U));
    CompletableFuture<Void> again = new CompletableFuture<>();
    c.awaitIndex("by_u")
        .exceptionally(
            failure -> {
              // On the thread that commits: nothing after the commit may still be open.
              c.awaitIndex("by_u")
                  .whenComplete((done, cause) -> again.completeExceptionally(cause));
              return null;
            });
    engine.background().catchUp();
    assertThat(again).isCompletedExceptionally();
    assertThatThrownBy(again::join).cause().isInstanceOf(UniqueKeyViolationException.class);
  }

  @Test
  void whoWaitsAgainWhenAnIndexIsDroppedIsNotLeftWaiting() {
    Container c = container(null);
    put(c, "a", "u", "x");
    change(c, definition -> definition.pathIndexes(BY_U));
    CompletableFuture<Void> again = new CompletableFuture<>();
    c.awaitIndex("by_u")
        .exceptionally(
            dropped -> {
              // On the thread that commits: the index must be gone for everybody by now.
              c.awaitIndex("by_u")
                  .whenComplete((done, cause) -> again.completeExceptionally(cause));
              return null;
            });
    change(c, definition -> definition.pathIndexes());
    assertThat(again).isCompletedExceptionally();
    assertThatThrownBy(again::join)
        .cause()
        .isInstanceOfSatisfying(
            EngineException.class,
            gone -> assertThat(gone.code()).isEqualTo(ErrorCode.INDEX_NOT_FOUND));
  }

  @Test
  @Rule("B2")
  void duplicatesOfDeadItemsDoNotDisturbTheBuild() {
    Container c = container(10);
    put(c, "a", "u", "x");
    put(c, "b", "u", "x");
    clock.advance(10);
    put(c, "c", "u", "x");
    change(c, definition -> definition.pathIndexes(BY_U));
    engine.background().catchUp();
    assertThat(c.awaitIndex("by_u")).isCompleted();
    assertTaken(() -> put(c, "b", "u", "x"));
    assertThat(purge(c)).isEqualTo(2);
    assertTaken(() -> put(c, "b", "u", "x"));
  }

  @Test
  void aBuildResumesWhereItWasAfterARestart() {
    Container c = container(null);
    for (int i = 0; i < 20; i++) {
      put(c, "i" + i, "u", i);
    }
    change(c, definition -> definition.pathIndexes(BY_U));
    c.maintenance().buildIndexes(12);
    reopen();
    assertThat(again(c).indexes().get(0).progress().seenItems()).isEqualTo(12);
    assertTaken(() -> put(again(c), "z", "u", 1));
    engine.background().catchUp();
    assertThat(again(c).indexes().get(0).progress().seenItems()).isEqualTo(20);
    assertTaken(() -> put(again(c), "z", "u", 19));
  }

  @Test
  void droppedItIsForgottenAlsoWhileItIsBuilt() {
    Container c = container(null);
    put(c, "a", "u", 1);
    put(c, "b", "u", 2);
    change(c, definition -> definition.pathIndexes(BY_U));
    CompletableFuture<Void> built = c.awaitIndex("by_u");
    c.maintenance().buildIndexes(1);
    change(c, definition -> definition.pathIndexes());
    assertThatThrownBy(built::join).hasMessageContaining("dropped");
    put(c, "c", "u", 1);
    verify();
    assertFails(
        ErrorCode.INDEX_NOT_FOUND,
        () -> {
          try {
            c.awaitIndex("by_u").join();
          } catch (java.util.concurrent.CompletionException e) {
            throw e.getCause();
          }
        });
  }

  @Test
  void indexesAndUniqueKeysOfOnePartitionAreKeptApart() {
    Container c = create(named("c").uniqueKeys(UniqueKey.of("/k")).pathIndexes(BY_U));
    put(c, "a", "k", 1, "u", 1);
    assertThat(assertTaken(() -> put(c, "b", "k", 1, "u", 2)).name()).isEqualTo("[/k]");
    assertThat(assertTaken(() -> put(c, "b", "k", 2, "u", 1)).name()).isEqualTo("by_u");
    c.create(ItemKey.of("q", "b"), Bodies.plain("id", "b", "pk", "q", "k", 1, "u", 2));
  }

  @Test
  void withinABatchOneItemMayTakeWhatAnotherGaveUp() {
    Container c = indexed(null, BY_U);
    put(c, "a", "u", 1);
    c.batch(
        List.of(
            WriteRequest.upsert(key("a"), Bodies.of("a", "u", 2)),
            WriteRequest.create(key("b"), Bodies.of("b", "u", 1))));
    assertFails(
        ErrorCode.UNIQUE_KEY_VIOLATION,
        () ->
            c.batch(
                List.of(
                    WriteRequest.create(key("c"), Bodies.of("c", "u", 3)),
                    WriteRequest.create(key("d"), Bodies.of("d", "u", 3)))));
    assertThat(scanned(c)).containsExactly("a", "b");
  }
}
