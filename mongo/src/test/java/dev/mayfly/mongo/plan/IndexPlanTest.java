package dev.mayfly.mongo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.index.IndexSpecs;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.query.plan.Explanation;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Which index is chosen, and which of its keys are read. */
class IndexPlanTest {
  /** A document that makes the indexes on the path multikey; null for none. */
  private String array;

  private String hint;

  /** How many keys an index has within the bounds, by its name. */
  private Map<String, Integer> keys = Map.of();

  private static IndexSpec index(String options) {
    BsonDocument sent = BsonDocument.parse(options);
    String name =
        sent.getDocument("key").entrySet().stream()
            .map(each -> each.getKey() + "_" + each.getValue().asInt32().getValue())
            .collect(Collectors.joining("_"));
    return new IndexSpecs(false).parse(sent.append("name", new BsonString(name)), null);
  }

  private String chosen(String filter, String sort, boolean simple, IndexSpec... indexes) {
    MemoryStorage storage = new MemoryStorage();
    EngineOptions options = EngineOptions.DEFAULT.withFilters(new FilterItemFilters());
    try (Engine engine = Engine.open(storage, MovableClock.frozenAt(1_800_000_000L), options)) {
      engine.createDatabase("d");
      PathIndex[] kept = Stream.of(indexes).map(IndexSpec::toPathIndex).toArray(PathIndex[]::new);
      engine.createContainer("d", ContainerDefinition.named("c").pathIndexes(kept).build());
      Container container = engine.container("d", "c");
      if (array != null) {
        ItemKey key = new ItemKey(PartitionKey.NONE, ItemId.of("array"));
        container.create(key, BsonBytes.of(BsonDocument.parse(array)));
      }
      fill(container);
      SortPattern order =
          sort == null ? null : SortPattern.parse(BsonDocument.parse(sort), BsonOrder.SIMPLE);
      return shown(
          IndexPlan.of(
              BsonDocument.parse(filter),
              order,
              ReadableIndex.among(List.of(indexes)),
              hint,
              simple,
              container.beginQuery(System.nanoTime())));
    }
  }

  private void fill(Container container) {
    Map<String, Integer> values = Map.of("a", 1, "b", 2, "c", 3, "d", 4);
    keys.forEach(
        (index, count) -> {
          BsonDocument document = new BsonDocument();
          for (String path : index.replace("_1", "").split("_")) {
            document.append(path, new BsonInt32(values.get(path)));
          }
          for (int i = 0; i < count; i++) {
            ItemKey key = new ItemKey(PartitionKey.NONE, ItemId.of(index + i));
            container.create(key, BsonBytes.of(document));
          }
        });
  }

  private String chosen(String filter, String sort, IndexSpec... indexes) {
    return chosen(filter, sort, true, indexes);
  }

  private String chosen(String filter, IndexSpec... indexes) {
    return chosen(filter, null, true, indexes);
  }

  private static String shown(IndexPlan plan) {
    if (plan == null) {
      return "";
    }
    Explanation explanation = plan.explanation();
    List<Explanation> reads =
        explanation.inputs().isEmpty() ? List.of(explanation) : explanation.inputs();
    return reads.stream().map(each -> shown(plan, each)).collect(Collectors.joining(" or "));
  }

  private static String shown(IndexPlan plan, Explanation read) {
    BsonDocument shown = plan.shown(read);
    String bounds =
        shown.getDocument("indexBounds").values().stream()
            .map(
                each ->
                    each.asArray().stream()
                        .map(BsonValue::asString)
                        .map(BsonString::getValue)
                        .collect(Collectors.joining(" ")))
            .collect(Collectors.joining(" | "));
    return shown.getString("indexName").getValue()
        + ": "
        + bounds
        + (read.isOrdered() ? " ordered" : "")
        + (read.access().isBackwards() ? " backwards" : "");
  }

  @Test
  void ofManyKeysTheFewestAreRead() {
    IndexSpec a = index("{key: {a: 1}}");
    IndexSpec b = index("{key: {b: 1}}");
    IndexSpec cd = index("{key: {c: 1, d: 1}}");
    String filter = "{a: 1, b: 2, c: 3, d: 4}";
    assertThat(chosen(filter, a, b, cd)).startsWith("c_1_d_1:");

    keys = Map.of("c_1_d_1", 500, "a_1", 40, "b_1", 20);
    assertThat(chosen(filter, a, b, cd)).startsWith("b_1:");
    keys = Map.of("c_1_d_1", 9, "a_1", 4, "b_1", 2);
    assertThat(chosen(filter, a, b, cd)).as("few are read at once").startsWith("c_1_d_1:");
    keys = Map.of("c_1_d_1", 3_000, "a_1", 2_500, "b_1", 2_200);
    assertThat(chosen(filter, a, b, cd)).as("nobody counts so far").startsWith("c_1_d_1:");
    keys = Map.of("c_1_d_1", 3_000, "a_1", 2_500, "b_1", 20);
    assertThat(chosen(filter, "{a: 1}", a, b, cd)).as("few are sorted").startsWith("b_1:");
    keys = Map.of("c_1_d_1", 3_000, "a_1", 80, "b_1", 3_000);
    assertThat(chosen(filter, "{a: 1}", a, b, cd)).endsWith("[1, 1] ordered");
  }

  @Test
  void anEqualityReadsItsKey() {
    assertThat(chosen("{a: 5}", index("{key: {a: 1}}"))).isEqualTo("a_1: [5, 5]");
    assertThat(chosen("{a: {$eq: 5}}", index("{key: {a: -1}}"))).isEqualTo("a_-1: [5, 5]");
    assertThat(chosen("{a: {$in: [2, 1, 2]}}", index("{key: {a: 1}}")))
        .isEqualTo("a_1: [1, 1] [2, 2]");
    assertThat(chosen("{b: 5}", index("{key: {a: 1, b: 1}}"))).isEmpty();
    assertThat(chosen("{a: {$ne: 5}}", index("{key: {a: 1}}"))).isEmpty();
  }

  @Test
  void whatIsMissingHasAKeyToo() {
    assertThat(chosen("{a: null}", index("{key: {a: 1}}")))
        .isEqualTo("a_1: [undefined, undefined] [null, null]");
    assertThat(chosen("{a: {$lte: null}}", index("{key: {a: 1}}"))).startsWith("a_1: [undefined");
    assertThat(chosen("{a: {$exists: false}}", index("{key: {a: 1}}"))).isEmpty();
  }

  @Test
  void anArrayIsFoundByItsFirstElement() {
    assertThat(chosen("{a: [7, 8]}", index("{key: {a: 1}}")))
        .isEqualTo("a_1: [7, 7] [[ 7, 8 ], [ 7, 8 ]]");
    assertThat(chosen("{a: []}", index("{key: {a: 1}}"))).startsWith("a_1: [undefined, undefined]");
  }

  @Test
  void aRangeStaysWithinItsType() {
    assertThat(chosen("{a: {$gt: 5}}", index("{key: {a: 1}}"))).startsWith("a_1: (5, ");
    assertThat(chosen("{a: {$gte: 1, $lt: 3}}", index("{key: {a: 1}}"))).isEqualTo("a_1: [1, 3)");
    assertThat(chosen("{a: {$lt: 'x'}}", index("{key: {a: 1}}"))).isEqualTo("a_1: [\"\", \"x\")");
    assertThat(chosen("{a: {$gte: 'x'}}", index("{key: {a: 1}}"))).isEqualTo("a_1: [\"x\", {})");
    assertThat(chosen("{a: {$gt: [1]}}", index("{key: {a: 1}}"))).isEmpty();
    assertThat(chosen("{a: {$gt: {$minKey: 1}}}", index("{key: {a: 1}}"))).isEmpty();
  }

  @Test
  void aPatternIsReadFromItsBeginning() {
    assertThat(chosen("{a: /^ab\\.c/}", index("{key: {a: 1}}")))
        .startsWith("a_1: [\"ab.c\", \"ab.d\")");
    assertThat(chosen("{a: {$regex: '^abc*'}}", index("{key: {a: 1}}")))
        .startsWith("a_1: [\"ab\", \"ac\")");
    assertThat(chosen("{a: /^a|b/}", index("{key: {a: 1}}"))).isEmpty();
    assertThat(chosen("{a: /^a/i}", index("{key: {a: 1}}"))).isEmpty();
    assertThat(chosen("{a: /a/}", index("{key: {a: 1}}"))).isEmpty();
  }

  @Test
  void moreEqualitiesAreBetterThanOne() {
    IndexSpec[] three = {
      index("{key: {b: 1}}"), index("{key: {a: 1, b: 1, c: 1}}"), index("{key: {a: 1, b: 1}}")
    };

    assertThat(chosen("{a: 1, b: 2}", three)).isEqualTo("a_1_b_1: [1, 1] | [2, 2]");
    assertThat(chosen("{a: 1, b: 2, c: {$gt: 3}}", three))
        .startsWith("a_1_b_1_c_1: [1, 1] | [2, 2]");
    assertThat(chosen("{b: 2}", three)).isEqualTo("b_1: [2, 2]");
    assertThat(chosen("{a: {$gte: 1, $lte: 2}, b: 2}", three)).isEqualTo("b_1: [2, 2]");
  }

  @Test
  void twoElementsMayMeetTwoConditions() {
    array = "{a: [1, 9]}";

    assertThat(chosen("{a: {$gte: 3, $lte: 6}}", index("{key: {a: 1}}"))).startsWith("a_1: [3, ");
    assertThat(chosen("{a: {$elemMatch: {$gte: 3, $lte: 6}}}", index("{key: {a: 1}}")))
        .isEqualTo("a_1: [3, 6]");
    array = "{a: [{b: 1, c: 2}]}";
    IndexSpec both = index("{key: {'a.b': 1, 'a.c': 1}}");
    assertThat(chosen("{'a.b': 1, 'a.c': 2}", both))
        .isEqualTo("a.b_1_a.c_1: [1, 1] | [MinKey, MaxKey]");
    assertThat(chosen("{a: {$elemMatch: {b: 1, c: 2}}}", both))
        .isEqualTo("a.b_1_a.c_1: [1, 1] | [2, 2]");
    assertThat(chosen("{a: {$elemMatch: {b: 1}}, 'a.c': 2}", both)).endsWith("[MinKey, MaxKey]");
  }

  @Test
  void theOrderOfAnIndexSparesASort() {
    IndexSpec ab = index("{key: {a: 1, b: -1}}");

    assertThat(chosen("{}", "{a: 1}", ab)).endsWith("ordered");
    assertThat(chosen("{}", "{a: 1, b: -1}", ab)).endsWith("ordered");
    assertThat(chosen("{}", "{a: -1, b: 1}", ab)).endsWith("ordered backwards");
    assertThat(chosen("{}", "{a: 1, b: 1}", ab)).isEmpty();
    assertThat(chosen("{}", "{b: 1}", ab)).isEmpty();
    assertThat(chosen("{a: 1}", "{b: -1}", ab)).endsWith("ordered");
    assertThat(chosen("{a: 1}", "{b: 1, _id: 1}", ab))
        .isEqualTo("a_1_b_-1: [1, 1] | [MinKey, MaxKey]");
    assertThat(chosen("{a: 1}", "{b: 1, _id: -1}", ab)).endsWith("ordered backwards");
    assertThat(chosen("{a: {$in: [1, 2]}}", "{b: -1}", ab)).doesNotContain("ordered");
    assertThat(chosen("{a: {$in: [1, 2]}}", "{a: -1}", ab)).endsWith("ordered backwards");
  }

  @Test
  void arraysAreSortedByElementsThatBoundsMayHide() {
    array = "{a: [1, 9]}";

    assertThat(chosen("{}", "{a: 1}", index("{key: {a: 1}}"))).endsWith("ordered");
    assertThat(chosen("{a: {$gt: 3}}", "{a: 1}", index("{key: {a: 1}}"))).doesNotContain("ordered");
  }

  @Test
  void longTextsAreNotInOrder() {
    array = "{a: '" + "x".repeat(2000) + "'}";

    assertThat(chosen("{}", "{a: 1}", index("{key: {a: 1}}"))).isEmpty();
    assertThat(chosen("{a: 'x'}", index("{key: {a: 1}}"))).isNotEmpty();
  }

  @Test
  void anIndexWithGapsIsReadOnlyWhereItHoldsAllThatMatches() {
    IndexSpec sparse = index("{key: {a: 1}, sparse: true}");
    assertThat(chosen("{a: 5}", sparse)).isNotEmpty();
    assertThat(chosen("{a: null}", sparse)).isEmpty();
    assertThat(chosen("{a: {$in: [1, null]}}", sparse)).isEmpty();
    assertThat(chosen("{}", "{a: 1}", sparse)).isEmpty();
    assertThat(chosen("{a: {$exists: true}}", "{a: 1}", sparse)).endsWith("ordered");

    IndexSpec partial = index("{key: {a: 1}, partialFilterExpression: {b: {$gt: 5}}}");
    assertThat(chosen("{a: 1}", partial)).isEmpty();
    assertThat(chosen("{a: 1, b: 6}", partial)).isNotEmpty();
    assertThat(chosen("{a: 1, b: 5}", partial)).isEmpty();
    assertThat(chosen("{a: 1, b: {$gte: 6, $lt: 9}}", partial)).isNotEmpty();
    assertThat(chosen("{a: 1, b: {$gte: 5}}", partial)).isEmpty();
    assertThat(chosen("{a: 1, b: {$in: [6, 7]}}", partial)).isNotEmpty();
    assertThat(chosen("{a: 1, b: {$in: [6, 'x']}}", partial)).isEmpty();
    assertThat(chosen("{a: 1, $or: [{b: 6}, {b: 7}]}", partial)).isNotEmpty();

    IndexSpec existing = index("{key: {a: 1}, partialFilterExpression: {b: {$exists: true}}}");
    assertThat(chosen("{a: 1, b: 'x'}", existing)).isNotEmpty();
    assertThat(chosen("{a: 1, b: null}", existing)).isEmpty();
  }

  @Test
  void eachAlternativeHasItsIndex() {
    IndexSpec a = index("{key: {a: 1}}");
    IndexSpec b = index("{key: {b: 1}}");

    assertThat(chosen("{$or: [{a: 1}, {b: 2}]}", a, b)).isEqualTo("a_1: [1, 1] or b_1: [2, 2]");
    assertThat(chosen("{$or: [{a: 1}, {c: 2}]}", a, b)).isEmpty();
    assertThat(chosen("{b: 1, $or: [{a: 1}, {c: 2}]}", a, b)).isEqualTo("b_1: [1, 1]");
  }

  @Test
  void aCollationHasAnOrderOfItsOwn() {
    IndexSpec a = index("{key: {a: 1}}");

    assertThat(chosen("{a: 'x'}", null, false, a)).isEmpty();
    assertThat(chosen("{a: 5}", null, false, a)).isNotEmpty();
    assertThat(chosen("{}", "{a: 1}", false, a)).isEmpty();
  }

  @Test
  void aHintDecides() {
    hint = "b_1";
    IndexSpec a = index("{key: {a: 1}}");
    IndexSpec b = index("{key: {b: 1}}");

    assertThat(chosen("{a: 1}", a, b)).isEqualTo("b_1: [MinKey, MaxKey]");
    assertThat(chosen("{a: 1}", a, index("{key: {b: 1}, sparse: true}"))).isEmpty();
  }

  @Test
  void whatIsHiddenIsNotSeen() {
    assertThat(chosen("{a: 1}", index("{key: {a: 1}, hidden: true}"))).isEmpty();
  }
}
