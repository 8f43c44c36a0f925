package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.AnswerTime;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.PreparedQueries;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.DefinitionParts;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKeyRange;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.vector.DistanceFunction;
import dev.mayfly.vector.VectorField;
import dev.mayfly.vector.VectorIndexes;
import dev.mayfly.vector.VectorSnapshot;
import dev.mayfly.vector.VectorSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queries that an approximate index answers, beside the exact search over the same items. */
class NearestPageTest extends ContainerQueries {
  private static final int DIMENSIONS = 24;
  private static final int ITEMS = 3000;
  private static final int CENTERS = 40;
  private static final String TOP = "SELECT TOP 10 c.id, c.n FROM c %s ORDER BY VectorDistance";

  private final Random random = Seeds.random(NearestPageTest.class);
  private final VectorIndexes indexes = new VectorIndexes(VectorSpace.onHeap(256L << 20));
  private final PreparedQueries queries = new PreparedQueries(() -> 0);
  private final double[][] centers = new double[CENTERS][];
  private Container container;
  private VectorField field;
  private long retrieved;

  @AfterEach
  void closeIndexes() {
    indexes.close();
  }

  private void create(DistanceFunction distance) {
    String name = distance.name().toLowerCase(Locale.ROOT);
    BsonDocument parts =
        BsonDocument.parse(
            "{vectorEmbeddingPolicy: {vectorEmbeddings: [{path: '/v', dataType: 'float32',"
                + " dimensions: "
                + DIMENSIONS
                + ", distanceFunction: '"
                + name
                + "'}]}, indexingPolicy: {vectorIndexes: [{path: '/v', type: 'diskANN'}]}}");
    container =
        create(
            named("c")
                .partitionKey("/pk")
                .defaultTtl(-1)
                .opaque(DefinitionParts.with(new BsonDocument(), parts)));
    field = new VectorField(FieldPath.ofSlashed("/v"), DIMENSIONS, distance);
    askForIndex();
    awaitIndex();
    for (int i = 0; i < CENTERS; i++) {
      centers[i] = random.doubles(DIMENSIONS, -1, 1).toArray();
    }
  }

  private double[] vector() {
    double[] vector = centers[random.nextInt(CENTERS)].clone();
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] += 0.3 * random.nextGaussian();
    }
    return vector;
  }

  private void put(int i, int ttl) {
    put(
        container,
        "{\"id\":\"i"
            + i
            + "\",\"pk\":\"p"
            + i % 9
            + "\",\"n\":"
            + i % 10
            + ",\"rare\":"
            + i % 500
            + ",\"ttl\":"
            + ttl
            + ",\"v\":"
            + Arrays.toString(vector())
            + "}");
  }

  /** Lets the index follow in steps: each has a minute, which a busy machine may need. */
  private void awaitIndex() {
    Await.until("an index that is current", () -> indexes.isCurrent(container, field));
  }

  private void askForIndex() {
    VectorSnapshot index = indexes.open(container, field);
    if (index != null) {
      index.close();
    }
  }

  private int vectors() {
    try (VectorSnapshot index = indexes.open(container, field)) {
      return index.size();
    }
  }

  private List<String> ids(String text, double[] target, EpkRange range, long pageItems) {
    List<Value> elements = Arrays.stream(target).mapToObj(Value::of).toList();
    Parameters parameters = new Parameters(Map.of("@v", Value.of(elements)));
    Scope all = Scope.all(container.definition().partitionKey());
    Scope scope = range == null ? all : new Scope(all.definition(), range, null, 0);
    List<String> ids = new ArrayList<>();
    retrieved = 0;
    String token = null;
    do {
      try (PreparedQueries.Prepared query =
          queries.prepare(text, parameters, container.definition())) {
        QueryPage page =
            new QueryExecution(
                    container,
                    StoredItem.of(container)::document,
                    query.compiled(),
                    parameters,
                    scope,
                    CHECK,
                    token,
                    null,
                    PageLimits.items(pageItems, AnswerTime.HTTP),
                    MemoryPool.ofHeap().open(refusal -> new IllegalStateException()),
                    container::beginQuery,
                    indexes)
                .page();
        for (BsonValue row : Json.parse(page.body()).getArray("Documents")) {
          ids.add(row.asDocument().getString("id").getValue());
        }
        retrieved += page.retrieved();
        token = page.token();
      }
    } while (token != null);
    return ids;
  }

  private static String approximate(String filter) {
    return String.format(TOP, filter) + "(c.v, @v)";
  }

  private static String exact(String filter) {
    return String.format(TOP, filter) + "(c.v, @v, true)";
  }

  /** The share of the exact results that the index found, over many queries. */
  private double recall(String filter, int rounds, EpkRange range) {
    int found = 0;
    int all = 0;
    for (int i = 0; i < rounds; i++) {
      double[] target = vector();
      List<String> wanted = ids(exact(filter), target, range, 100);
      Set<String> got = new HashSet<>(ids(approximate(filter), target, range, 100));
      all += wanted.size();
      found += (int) wanted.stream().filter(got::contains).count();
      assertThat(got).hasSize(wanted.size());
    }
    return (double) found / all;
  }

  private void fill() {
    for (int i = 0; i < ITEMS; i++) {
      put(i, i % 2 == 0 ? 100 : -1);
      if (i % 500 == 0) {
        awaitIndex();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DistanceFunction.class)
  void recallIsKeptWhileItemsExpireAndFiltersHold(DistanceFunction distance) {
    create(distance);
    fill();
    awaitIndex();
    int rounds = Rounds.isFull() ? 100 : 20;
    assertThat(recall("", rounds, null)).isGreaterThanOrEqualTo(0.95);
    // Much less was read than there is.
    ids(approximate(""), vector(), null, 100);
    assertThat(retrieved).isLessThan(ITEMS / 10);
    assertThat(recall("WHERE c.n = 3", rounds, null)).isGreaterThanOrEqualTo(0.95);
    assertThat(recall("WHERE c.rare = 7", 3, null)).isEqualTo(1);
    assertThat(recall("WHERE c.pk = 'p3'", rounds, null)).isGreaterThanOrEqualTo(0.95);
    container.splitRange(container.ranges().list().get(0).id());
    for (PartitionKeyRange range : container.ranges().list()) {
      assertThat(recall("", 5, range.keys())).isGreaterThanOrEqualTo(0.95);
    }

    clock.advance(100);
    assertThat(recall("", rounds, null)).isGreaterThanOrEqualTo(0.95);
    for (int i = 0; i < rounds; i++) {
      assertThat(ids(approximate(""), vector(), null, 100))
          .allMatch(id -> Integer.parseInt(id.substring(1)) % 2 == 1);
    }
    // What was gone is swept, although nothing was written.
    Await.until("a sweep", () -> vectors() == ITEMS / 2);
    assertThat(recall("", rounds, null)).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void whatWasWrittenALittleAgoIsFound() {
    create(DistanceFunction.EUCLIDEAN);
    fill();
    awaitIndex();
    double[] target = vector();
    String vector = ",\"v\":" + Arrays.toString(target) + "}";
    put(container, "{\"id\":\"new\",\"pk\":\"p1\",\"n\":1" + vector);
    assertThat(ids(approximate(""), target, null, 100)).startsWith("new");
    put(container, "{\"id\":\"i5\",\"pk\":\"p5\",\"n\":1" + vector);
    assertThat(ids(approximate(""), target, null, 100).subList(0, 2)).contains("new", "i5");
    container.delete(ItemKey.of("p1", "new"));
    put(container, "{\"id\":\"i5\",\"pk\":\"p5\",\"n\":1}");
    assertThat(ids(approximate(""), target, null, 100)).doesNotContain("new", "i5").hasSize(10);
    // Too large for the graph, and as near as anything when nothing else is left.
    put(container, "{\"id\":\"far\",\"pk\":\"p1\",\"n\":77,\"v\":[1e100" + ",0".repeat(23) + "]}");
    awaitIndex();
    assertThat(ids(approximate("WHERE c.n = 77"), target, null, 100)).containsExactly("far");
  }

  @Test
  void pagesContinueEachOther() {
    create(DistanceFunction.COSINE);
    fill();
    awaitIndex();
    double[] target = vector();
    String top = approximate("").replace("TOP 10", "TOP 25");
    List<String> whole = ids(top, target, null, 100);
    assertThat(whole).hasSize(25).doesNotHaveDuplicates();
    assertThat(ids(top, target, null, 4)).isEqualTo(whole);
    String offset = approximate("").replace("TOP 10 ", "") + " OFFSET 10 LIMIT 15";
    assertThat(ids(offset, target, null, 4)).isEqualTo(whole.subList(10, 25));
  }

  @Test
  void aRandomHistoryHasTheResultsOfAnExactSearch() {
    create(DistanceFunction.EUCLIDEAN);
    for (int i = 0; i < 1500; i++) {
      put(i, random.nextInt(1, 300));
    }
    awaitIndex();
    int found = 0;
    int all = 0;
    int rounds = Rounds.isFull() ? 300 : 40;
    for (int round = 0; round < rounds; round++) {
      for (int i = random.nextInt(60); i > 0; i--) {
        put(random.nextInt(3000), random.nextInt(4) == 0 ? -1 : random.nextInt(1, 300));
      }
      for (int i = random.nextInt(10); i > 0; i--) {
        int victim = random.nextInt(3000);
        ItemKey key = ItemKey.of("p" + victim % 9, "i" + victim);
        if (container.read(key) != null) {
          container.delete(key);
        }
      }
      clock.advance(random.nextInt(6));
      String filter = random.nextBoolean() ? "" : "WHERE c.n = " + random.nextInt(10);
      double[] target = vector();
      List<String> wanted = ids(exact(filter), target, null, 100);
      List<String> got = ids(approximate(filter), target, null, 100);
      assertThat(got).hasSameSizeAs(wanted).doesNotHaveDuplicates();
      assertThat(living()).containsAll(got);
      all += wanted.size();
      found += (int) got.stream().filter(wanted::contains).count();
    }
    assertThat((double) found / all).isGreaterThanOrEqualTo(0.95);
  }

  private Set<String> living() {
    return results(container, "SELECT VALUE c.id FROM c", 10_000).stream()
        .map(text -> text.replace("\"", ""))
        .collect(Collectors.toSet());
  }
}
