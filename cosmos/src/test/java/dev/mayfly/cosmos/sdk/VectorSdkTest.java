package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosVectorDataType;
import com.azure.cosmos.models.CosmosVectorDistanceFunction;
import com.azure.cosmos.models.CosmosVectorEmbedding;
import com.azure.cosmos.models.CosmosVectorEmbeddingPolicy;
import com.azure.cosmos.models.CosmosVectorIndexSpec;
import com.azure.cosmos.models.CosmosVectorIndexType;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Vector search as the real SDK asks for it, which merges what several ranges answer. */
class VectorSdkTest extends SdkTest {
  private static final int DIMENSIONS = 8;
  private static final int ITEMS = 60;

  private final Random random = Seeds.random(VectorSdkTest.class);
  private final Map<String, double[]> vectors = new LinkedHashMap<>();

  private CosmosContainer container(
      CosmosVectorDistanceFunction distance, CosmosVectorIndexType index) {
    CosmosVectorEmbedding embedding = new CosmosVectorEmbedding();
    embedding.setPath("/v");
    embedding.setDataType(CosmosVectorDataType.FLOAT32);
    embedding.setEmbeddingDimensions(DIMENSIONS);
    embedding.setDistanceFunction(distance);
    CosmosVectorEmbeddingPolicy policy = new CosmosVectorEmbeddingPolicy();
    policy.setCosmosVectorEmbeddings(List.of(embedding));
    CosmosVectorIndexSpec spec = new CosmosVectorIndexSpec();
    spec.setPath("/v");
    spec.setType(index.toString());
    IndexingPolicy indexing = new IndexingPolicy();
    indexing.setVectorIndexes(List.of(spec));
    CosmosContainerProperties properties = properties(-1);
    properties.setVectorEmbeddingPolicy(policy);
    properties.setIndexingPolicy(indexing);
    return container(properties);
  }

  private static ArrayNode json(double[] vector) {
    ArrayNode array = JSON.createArrayNode();
    for (double element : vector) {
      array.add(element);
    }
    return array;
  }

  private double[] vector() {
    return random.doubles(DIMENSIONS, -1, 1).toArray();
  }

  private void fill(CosmosContainer container) {
    for (int i = 0; i < ITEMS; i++) {
      double[] vector = vector();
      vectors.put("i" + i, vector);
      container.createItem(numbered(i).set("v", json(vector)));
    }
    container.createItem(item("missing"));
    container.createItem(item("short").set("v", json(new double[] {1, 2})));
    ObjectNode nested = item("nested");
    nested.putArray("v").add(json(new double[DIMENSIONS]));
    container.createItem(nested);
    ObjectNode text = item("text");
    text.putArray("v").add(1).add("2");
    container.createItem(text);
  }

  private static ObjectNode numbered(int i) {
    return item("i" + i).put("pk", "p" + i % 7).put("n", i % 3);
  }

  private static SqlQuerySpec query(String text, double[] target) {
    return new SqlQuerySpec(text, List.of(new SqlParameter("@v", json(target))));
  }

  private static double score(
      CosmosVectorDistanceFunction distance, double[] left, double[] right) {
    double dot = 0;
    double squares = 0;
    double lefts = 0;
    double rights = 0;
    for (int i = 0; i < left.length; i++) {
      dot += left[i] * right[i];
      lefts += left[i] * left[i];
      rights += right[i] * right[i];
      squares += Math.pow(left[i] - right[i], 2);
    }
    if (distance == CosmosVectorDistanceFunction.EUCLIDEAN) {
      return Math.sqrt(squares);
    }
    return distance == CosmosVectorDistanceFunction.COSINE ? dot / Math.sqrt(lefts * rights) : dot;
  }

  /** The ids of a plain model, the nearest first. */
  private List<String> nearest(CosmosVectorDistanceFunction distance, double[] target) {
    Comparator<String> order =
        Comparator.comparingDouble(id -> score(distance, vectors.get(id), target));
    boolean ascending = distance == CosmosVectorDistanceFunction.EUCLIDEAN;
    return vectors.keySet().stream().sorted(ascending ? order : order.reversed()).toList();
  }

  private static List<String> ids(CosmosContainer container, SqlQuerySpec query) {
    return container.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
        .map(row -> row.get("id").asText())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "COSINE,FLAT",
    "DOT_PRODUCT,FLAT",
    "EUCLIDEAN,FLAT",
    "COSINE,QUANTIZED_FLAT",
    "EUCLIDEAN,QUANTIZED_FLAT",
    "COSINE,DISK_ANN",
    "DOT_PRODUCT,DISK_ANN",
    "EUCLIDEAN,DISK_ANN"
  })
  void theNearestComeFirst(String function, String kind) {
    CosmosVectorDistanceFunction distance =
        CosmosVectorDistanceFunction.fromString(
            function.equals("DOT_PRODUCT") ? "dotproduct" : function.toLowerCase(Locale.ROOT));
    CosmosContainer container = container(distance, CosmosVectorIndexType.valueOf(kind));
    fill(container);
    double[] target = vector();
    List<String> nearest = nearest(distance, target);
    String distanceText = "VectorDistance(c.v, @v)";
    String select = "c.id, " + distanceText + " AS score FROM c ";
    SqlQuerySpec top = query("SELECT TOP 10 " + select + "ORDER BY " + distanceText, target);
    List<JsonNode> rows =
        container.queryItems(top, new CosmosQueryRequestOptions(), JsonNode.class).stream()
            .toList();
    assertThat(rows).extracting(row -> row.get("id").asText()).isEqualTo(nearest.subList(0, 10));
    for (JsonNode row : rows) {
      double[] vector = vectors.get(row.get("id").asText());
      assertThat(row.get("score").asDouble())
          .isCloseTo(score(distance, vector, target), within(1e-9));
    }
    String order = " ORDER BY " + distanceText;
    assertThat(ids(container, query("SELECT c.id FROM c" + order + " OFFSET 5 LIMIT 7", target)))
        .isEqualTo(nearest.subList(5, 12));
    assertThat(ids(container, query("SELECT TOP 5 c.id FROM c WHERE c.n = 1" + order, target)))
        .isEqualTo(
            nearest.stream()
                .filter(id -> Integer.parseInt(id.substring(1)) % 3 == 1)
                .limit(5)
                .toList());
    assertThat(ids(container, query("SELECT DISTINCT TOP 8 c.id FROM c" + order, target)))
        .isEqualTo(nearest.subList(0, 8));
    // All that have a score, and nothing else.
    assertThat(ids(container, query("SELECT TOP 1000 c.id FROM c" + order, target)))
        .isEqualTo(nearest);
  }

  @Test
  void withinOnePartition() {
    CosmosContainer container =
        container(CosmosVectorDistanceFunction.COSINE, CosmosVectorIndexType.FLAT);
    fill(container);
    double[] target = vector();
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    options.setPartitionKey(new PartitionKey("p3"));
    SqlQuerySpec top =
        query("SELECT TOP 4 VALUE c.id FROM c ORDER BY VectorDistance(c.v, @v, true)", target);
    assertThat(container.queryItems(top, options, String.class).stream())
        .isEqualTo(
            nearest(CosmosVectorDistanceFunction.COSINE, target).stream()
                .filter(id -> Integer.parseInt(id.substring(1)) % 7 == 3)
                .limit(4)
                .toList());
  }

  @Test
  void pagesHaveAsManyAsWereAskedFor() {
    CosmosContainer container =
        container(CosmosVectorDistanceFunction.COSINE, CosmosVectorIndexType.FLAT);
    fill(container);
    SqlQuerySpec top = query("SELECT TOP 8 c.id FROM c ORDER BY VectorDistance(c.v, @v)", vector());
    List<Integer> sizes = new ArrayList<>();
    for (FeedResponse<JsonNode> page :
        container
            .queryItems(top, new CosmosQueryRequestOptions(), JsonNode.class)
            .iterableByPage(3)) {
      sizes.add(page.getResults().size());
      assertThat(page.getRequestCharge()).isNotNegative();
    }
    assertThat(sizes).containsExactly(3, 3, 2);
  }

  @Test
  void optionsDecideOverThePolicy() {
    CosmosContainer container =
        container(CosmosVectorDistanceFunction.COSINE, CosmosVectorIndexType.FLAT);
    fill(container);
    double[] target = vector();
    String call = "VectorDistance(c.v, @v, false, {'distanceFunction': 'Euclidean'})";
    assertThat(ids(container, query("SELECT TOP 10 c.id FROM c ORDER BY " + call, target)))
        .isEqualTo(nearest(CosmosVectorDistanceFunction.EUCLIDEAN, target).subList(0, 10));
    assertRefused(
        400,
        0,
        () ->
            ids(
                container,
                query("SELECT TOP 1 c.id FROM c ORDER BY VectorDistance(c.v, @v) ASC", target)));
  }

  @ParameterizedTest
  @EnumSource(CosmosVectorIndexType.class)
  void whatHasExpiredIsNotNear(CosmosVectorIndexType index) {
    CosmosContainer container = container(CosmosVectorDistanceFunction.EUCLIDEAN, index);
    double[] target = vector();
    for (int i = 0; i < 20; i++) {
      double[] vector = target.clone();
      vector[0] += i;
      ObjectNode item = numbered(i).put("ttl", i % 2 == 0 ? 10 : -1);
      container.createItem(item.set("v", json(vector)));
    }
    SqlQuerySpec top = query("SELECT TOP 4 c.id FROM c ORDER BY VectorDistance(c.v, @v)", target);
    assertThat(ids(container, top)).containsExactly("i0", "i1", "i2", "i3");
    clock().advance(10);
    assertThat(ids(container, top)).containsExactly("i1", "i3", "i5", "i7");
  }
}
