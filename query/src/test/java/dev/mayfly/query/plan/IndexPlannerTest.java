package dev.mayfly.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import dev.mayfly.query.plan.IndexOrdering.SortKey;
import dev.mayfly.query.plan.PathCondition.AllOf;
import dev.mayfly.query.plan.PathCondition.AnyOf;
import dev.mayfly.query.plan.PathCondition.OnPath;
import dev.mayfly.query.plan.PathCondition.Scope;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.List;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which access path is chosen, by its rank and by its rows, and how that is explained. */
class IndexPlannerTest {
  private static final int ITEMS = 1_600;
  private static final PathIndex A = PathIndex.of("a", "a");
  private static final PathIndex B = PathIndex.of("b", "b");
  private static final PathIndex AB = PathIndex.of("ab", "a", "b");

  /** It has no rows: nothing builds it. */
  private static final PathIndex MISSING = PathIndex.of("c", "c");

  private Engine engine;
  private Container container;
  private List<PathIndex> indexes = List.of(A, B);
  private boolean paged;

  /** Of 1,600 items, a has 4 values and b has 80. */
  @BeforeEach
  void fill() {
    MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
    engine = Engine.open(new MemoryStorage(), clock, EngineOptions.DEFAULT);
    engine.createDatabase("d");
    engine.createContainer("d", ContainerDefinition.named("c").pathIndexes(A, B, AB).build());
    container = engine.container("d", "c");
    for (int i = 0; i < ITEMS; i++) {
      BsonDocument document =
          new BsonDocument("a", new BsonInt32(i % 4)).append("b", new BsonInt32(i % 80));
      ItemKey key = new ItemKey(PartitionKey.NONE, ItemId.of("i" + i));
      container.create(key, bytes(document));
    }
  }

  private static byte[] bytes(BsonDocument document) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(new BsonBinaryWriter(buffer), document, EncoderContext.builder().build());
    return buffer.toByteArray();
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /** All indexes hold all items, in the order of their values. */
  private final class Rules implements PlanRules {
    @Override
    public List<PathIndex> indexes() {
      return indexes;
    }

    @Override
    public boolean isAutomatic() {
      return false;
    }

    @Override
    public PathIndex ready(PathIndex index) {
      return index == MISSING ? null : index;
    }

    @Override
    public boolean isMultikey(PathIndex index) {
      return false;
    }

    @Override
    public boolean applies(PathIndex index, OnPath condition) {
      return true;
    }

    @Override
    public boolean isComplete(PathIndex index, IndexBounds bounds, Conditions conditions) {
      return true;
    }

    @Override
    public IndexBounds inOrder(PathIndex index, IndexBounds bounds, IndexOrdering ordering) {
      return bounds;
    }

    @Override
    public boolean isPaged() {
      return paged;
    }
  }

  private static OnPath on(String path, int value) {
    return on(path, KeySet.of(KeyInterval.point(new BsonInt32(value))));
  }

  private static OnPath from(String path, int lower, int upper) {
    return on(path, KeySet.of(KeyInterval.closed(new BsonInt32(lower), new BsonInt32(upper))));
  }

  private static OnPath on(String path, KeySet keys) {
    return new OnPath(FieldPath.ofDotted(path).names(), keys, true, false, Scope.DOCUMENT);
  }

  private Explanation plan(boolean streamed, String sort, PathCondition... conditions) {
    List<SortKey> keys = sort == null ? List.of() : List.of(new SortKey(List.of(sort), false));
    IndexPlanner planner =
        new IndexPlanner(
            new Rules(),
            container.beginQuery(System.nanoTime()),
            new AllOf(List.of(conditions)),
            keys,
            List.of(EpkRange.FULL));
    return planner.explain(planner.choose(streamed, false, 1));
  }

  private static List<String> names(List<PathIndex> indexes) {
    return indexes.stream().map(PathIndex::name).toList();
  }

  private void assertReads(Explanation plan, String... names) {
    assertThat(names(plan.indexes())).containsExactly(names);
  }

  @Test
  void theFewestRowsAreRead() {
    Explanation plan = plan(true, null, on("a", 2), on("b", 2));
    assertReads(plan, "b");
    assertThat(plan.rows()).isEqualTo(ITEMS / 80);
    assertThat(plan.rejected()).singleElement();
    assertThat(plan.rejected().get(0).access().index()).isEqualTo(A);
    assertThat(plan.rejected().get(0).rows()).isEqualTo(ITEMS / 4);
  }

  @Test
  void theFirstOfTheBestRankIsTakenIfItHasFewRows() {
    indexes = List.of(A, AB);
    Explanation plan = plan(true, null, on("a", 2), on("b", 71));
    assertReads(plan, "ab");
    assertThat(plan.rejected().get(0).rows()).isEqualTo(Explanation.NOT_COUNTED);
  }

  @Test
  void oneAccessPathIsNotCounted() {
    assertThat(plan(true, null, on("a", 2)).rows()).isEqualTo(Explanation.NOT_COUNTED);
  }

  @Test
  void aPageScansWhereAnIndexHasTooManyRows() {
    assertReads(plan(false, null, on("a", 2)), "a");
    paged = true;
    assertThat(plan(false, null, on("a", 2)).stage()).isEqualTo(Explanation.Stage.SCAN);
    assertReads(plan(false, null, on("b", 2)), "b");
    assertReads(plan(true, null, on("a", 2)), "a");
  }

  @Test
  void eachAlternativeHasAnAccessPath() {
    PathCondition either = new AnyOf(List.of(on("a", 1), on("b", 2)));
    Explanation plan = plan(true, null, either);
    assertThat(plan.stage()).isEqualTo(Explanation.Stage.UNION);
    assertReads(plan, "a", "b");
    PathCondition open = new AnyOf(List.of(on("a", 1), on("x", 2)));
    assertThat(plan(true, null, open).stage()).isEqualTo(Explanation.Stage.SCAN);
    assertReads(plan(true, null, on("b", 5), open), "b");
  }

  @Test
  void aSortIsSparedUnlessFewAreSorted() {
    assertThat(plan(true, "b").isOrdered()).isTrue();
    assertReads(plan(true, "a", on("b", 5)), "b");
    paged = true;
    Explanation few = plan(false, "a", on("b", 5));
    assertReads(few, "b");
    assertThat(few.isOrdered()).isFalse();
    Explanation covered = plan(false, "b", from("b", 3, 70));
    assertThat(covered.isOrdered()).isTrue();
  }

  @Test
  void whatIsMissingIsToldAndNotRead() {
    paged = true;
    indexes = List.of(MISSING, B);
    Explanation plan = plan(false, null, on("c", 1), on("b", 2));
    assertReads(plan, "b");
    assertThat(plan.missing()).containsExactly(MISSING);
  }
}
