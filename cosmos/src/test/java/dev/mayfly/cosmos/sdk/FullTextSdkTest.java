package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosFullTextIndex;
import com.azure.cosmos.models.CosmosFullTextPath;
import com.azure.cosmos.models.CosmosFullTextPolicy;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Full text search through the SDK, which fuses what the ranges answer. */
class FullTextSdkTest extends SdkTest {
  private static final int ITEMS = 40;

  private CosmosContainer container;

  private static CosmosFullTextPath path(String path) {
    CosmosFullTextPath text = new CosmosFullTextPath();
    text.setPath(path);
    text.setLanguage("en-US");
    return text;
  }

  private static CosmosFullTextIndex index(String path) {
    CosmosFullTextIndex index = new CosmosFullTextIndex();
    index.setPath(path);
    return index;
  }

  private static CosmosContainerProperties indexed() {
    CosmosContainerProperties properties = properties(-1);
    CosmosFullTextPolicy policy = new CosmosFullTextPolicy();
    policy.setDefaultLanguage("en-US");
    policy.setPaths(List.of(path("/title"), path("/text")));
    properties.setFullTextPolicy(policy);
    IndexingPolicy indexing = new IndexingPolicy();
    indexing.setCosmosFullTextIndexes(List.of(index("/title"), index("/text")));
    properties.setIndexingPolicy(indexing);
    return properties;
  }

  /** The item with the number i has "river" i times in its title, "boat" less often the higher. */
  @BeforeEach
  void fill() {
    container = container(indexed());
    for (int i = 0; i < ITEMS; i++) {
      ObjectNode item = item("i" + i).put("pk", "p" + i % 7).put("n", i);
      item.put("title", "river ".repeat(i) + "stone ".repeat(ITEMS - i));
      item.put("text", "boats ".repeat(ITEMS - i) + "clouds ".repeat(i));
      container.createItem(item);
    }
  }

  private List<String> found(SqlQuerySpec query, CosmosQueryRequestOptions options) {
    return container.queryItems(query, options, ObjectNode.class).stream()
        .map(node -> node.get("id").asText())
        .toList();
  }

  private List<String> found(String query) {
    return found(new SqlQuerySpec(query), new CosmosQueryRequestOptions());
  }

  @Test
  void policiesComeBack() {
    CosmosContainerProperties read = container.read().getProperties();
    assertThat(read.getFullTextPolicy().getDefaultLanguage()).isEqualTo("en-US");
    assertThat(read.getFullTextPolicy().getPaths()).hasSize(2);
    assertThat(read.getIndexingPolicy().getCosmosFullTextIndexes()).hasSize(2);
    CosmosFullTextPolicy klingon = new CosmosFullTextPolicy().setDefaultLanguage("tlh");
    read.setFullTextPolicy(klingon.setPaths(List.of(path("/title"), path("/text"))));
    assertRefused(400, 0, () -> container.replace(read));
  }

  @Test
  void filters() {
    assertThat(found("SELECT c.id FROM c WHERE FullTextContains(c.title, 'rivers')"))
        .hasSize(ITEMS - 1);
    assertThat(found("SELECT c.id FROM c WHERE FullTextContains(c.title, 'river stone')"))
        .hasSize(ITEMS - 1);
    assertThat(found("SELECT c.id FROM c WHERE FullTextContainsAll(c.text, 'boat', 'cloud')"))
        .hasSize(ITEMS - 1);
    assertThat(
            found(
                "SELECT c.id FROM c WHERE FullTextContainsAny(c.title, 'sea', 'lake') OR"
                    + " FullTextContains(c.text, {'term': 'claud', 'distance': 1})"))
        .hasSize(ITEMS - 1);
    assertRefused(400, 0, () -> found("SELECT c.id FROM c WHERE FullTextContains(c.title, 1)"));
  }

  private static List<String> ids(int from, int to) {
    List<String> ids = new ArrayList<>();
    for (int i = from; i != to; i += from < to ? 1 : -1) {
      ids.add("i" + i);
    }
    return ids;
  }

  @Test
  void ranksOverAllRanges() {
    assertThat(found("SELECT TOP 10 c.id FROM c ORDER BY RANK FullTextScore(c.title, 'river')"))
        .isEqualTo(ids(ITEMS - 1, ITEMS - 11));
    assertThat(
            found(
                "SELECT c.id FROM c ORDER BY RANK FullTextScore(c.text, 'boat') OFFSET 3 LIMIT 5"))
        .isEqualTo(ids(3, 8));
    assertThat(
            found(
                "SELECT TOP 3 c.id, c.n FROM c WHERE c.n < 20 ORDER BY RANK FullTextScore(c.title,"
                    + " 'river', 'nowhere')"))
        .isEqualTo(ids(19, 16));
    SqlQuerySpec spec =
        new SqlQuerySpec(
            "SELECT TOP 4 c.id FROM c ORDER BY RANK FullTextScore(c.title, @term)",
            new SqlParameter("@term", "river"));
    assertThat(found(spec, new CosmosQueryRequestOptions())).isEqualTo(ids(ITEMS - 1, ITEMS - 5));
  }

  @Test
  void ranksWithinAPartition() {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("p3"));
    SqlQuerySpec query =
        new SqlQuerySpec("SELECT TOP 3 c.id FROM c ORDER BY RANK FullTextScore(c.title, 'river')");
    assertThat(found(query, options)).containsExactly("i38", "i31", "i24");
  }

  @Test
  void fusesScores() {
    String both =
        "ORDER BY RANK RRF(FullTextScore(c.title, 'river'), FullTextScore(c.text, 'boat')";
    // What is first by one score is last by the other: the extremes win.
    List<String> fused = found("SELECT TOP 4 c.id FROM c " + both + ")");
    assertThat(new HashSet<>(fused)).isEqualTo(new HashSet<>(List.of("i39", "i0", "i38", "i1")));
    assertThat(found("SELECT TOP 4 c.id FROM c " + both + ", [1, 0.01])"))
        .isEqualTo(ids(ITEMS - 1, ITEMS - 5));
    assertThat(found("SELECT c.id FROM c " + both + ", [0.01, 1]) OFFSET 1 LIMIT 3"))
        .isEqualTo(ids(1, 4));
    assertThat(found("SELECT TOP 4 c.id FROM c " + both + ", [-1, 0.01])")).isEqualTo(ids(0, 4));
    SqlQuerySpec spec =
        new SqlQuerySpec(
            "SELECT TOP 4 c.id FROM c " + both + ", @weights)",
            new SqlParameter("@weights", List.of(1, 0.01)));
    assertThat(found(spec, new CosmosQueryRequestOptions())).isEqualTo(ids(ITEMS - 1, ITEMS - 5));
    assertRefused(400, 0, () -> found("SELECT TOP 4 c.id FROM c " + both + ", [1])"));
  }

  @Test
  void theDeadAreNotRanked() {
    String query =
        "SELECT TOP 3 c.id FROM c ORDER BY RANK RRF(FullTextScore(c.title, 'river'),"
            + " FullTextScore(c.title, 'river'))";
    for (int i = 0; i < 5; i++) {
      container.createItem(item("x" + i, 10).put("pk", "q" + i).put("title", "river ".repeat(99)));
    }
    assertThat(found(query)).allMatch(id -> id.startsWith("x"));
    clock().advance(9);
    assertThat(found(query)).allMatch(id -> id.startsWith("x"));
    clock().advance(1);
    assertThat(found(query)).isEqualTo(ids(ITEMS - 1, ITEMS - 4));
  }
}
