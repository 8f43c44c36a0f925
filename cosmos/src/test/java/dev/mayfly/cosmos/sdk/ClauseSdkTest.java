package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/**
 * What tests of the clauses of the language have in common: a container of several partitions, and
 * queries that are asked in pages of every small size, each page from the token of the one before.
 * What they give is held against what plain Java makes of the same items.
 */
abstract class ClauseSdkTest extends SdkTest {
  static final List<Sample> ALL = Sample.all();

  CosmosContainer container;

  @BeforeEach
  void createSamples() {
    CosmosContainerProperties properties = new CosmosContainerProperties("clauses", "/pk");
    properties.setDefaultTimeToLiveInSeconds(-1);
    properties.setIndexingPolicy(
        new IndexingPolicy()
            .setCompositeIndexes(
                List.of(
                    List.of(ascending("/n"), ascending("/id")),
                    List.of(
                        new CompositePath()
                            .setPath("/s")
                            .setOrder(CompositePathSortOrder.DESCENDING),
                        ascending("/n"),
                        ascending("/id")))));
    container = container(properties);
    ALL.forEach(sample -> container.createItem(sample.json()));
  }

  private static CompositePath ascending(String path) {
    return new CompositePath().setPath(path).setOrder(CompositePathSortOrder.ASCENDING);
  }

  /** With single quotes, and without the fraction that the SDK gives to sums. */
  static String text(JsonNode result) {
    return result.toString().replace('"', '\'').replaceAll("\\.0\\b", "");
  }

  static SqlQuerySpec spec(String text, Object... namesAndValues) {
    List<SqlParameter> parameters = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      parameters.add(new SqlParameter((String) namesAndValues[i], namesAndValues[i + 1]));
    }
    return new SqlQuerySpec(text, parameters);
  }

  static List<String> values(Function<Sample, ?> value) {
    return values(sample -> true, value);
  }

  /** What plain Java selects, in the order of the ids; null is undefined, and left out. */
  static List<String> values(Predicate<Sample> filter, Function<Sample, ?> value) {
    return texts(ALL.stream().filter(filter).map(value));
  }

  static List<String> sorted(Comparator<Sample> order, Function<Sample, ?> value) {
    return texts(ALL.stream().sorted(order).map(value));
  }

  private static List<String> texts(Stream<?> values) {
    return values
        .filter(each -> each != null)
        .map(each -> each instanceof String text ? text : String.valueOf(each))
        .toList();
  }

  /** A text as JSON, with single quotes. */
  static String quoted(String text) {
    return text == null ? null : "'" + text + "'";
  }

  /** All small ones; what a page holds does not depend on the mode, so one is enough for both. */
  private List<Integer> pageSizes() {
    return mode == SdkMode.GATEWAY_HTTP ? List.of(1, 2, 3, 4, 5, 6, 7) : List.of(4);
  }

  /** Asserts results in this order, whatever the pages. */
  void assertSorted(SqlQuerySpec query, List<String> expected) {
    for (int pageItems : pageSizes()) {
      assertThat(resumed(query, pageItems))
          .as("%s in pages of %d", query.getQueryText(), pageItems)
          .isEqualTo(expected);
    }
  }

  void assertSorted(String query, List<String> expected) {
    assertSorted(spec(query), expected);
  }

  /** Asserts results in any order, whatever the pages. */
  void assertFound(SqlQuerySpec query, List<String> expected) {
    for (int pageItems : pageSizes()) {
      assertThat(resumed(query, pageItems))
          .as("%s in pages of %d", query.getQueryText(), pageItems)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  void assertFound(String query, List<String> expected) {
    assertFound(spec(query), expected);
  }

  /** Asserts results in any order where the SDK has no tokens: pages of one iteration. */
  void assertMerged(String query, List<String> expected) {
    for (int pageItems : pageSizes()) {
      List<String> results = new ArrayList<>();
      container
          .queryItems(spec(query), new CosmosQueryRequestOptions(), JsonNode.class)
          .iterableByPage(pageItems)
          .forEach(page -> page.getResults().forEach(each -> results.add(text(each))));
      assertThat(results)
          .as("%s in pages of %d", query, pageItems)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  /** All results, each page asked anew with the token of the one before. */
  List<String> resumed(SqlQuerySpec query, int pageItems) {
    List<String> results = new ArrayList<>();
    String token = null;
    do {
      FeedResponse<JsonNode> page = page(query, pageItems, token, new CosmosQueryRequestOptions());
      assertThat(page.getResults().size()).isLessThanOrEqualTo(pageItems);
      page.getResults().forEach(each -> results.add(text(each)));
      token = page.getContinuationToken();
    } while (token != null);
    return results;
  }

  FeedResponse<JsonNode> page(
      SqlQuerySpec query, int pageItems, String token, CosmosQueryRequestOptions options) {
    return container
        .queryItems(query, options, JsonNode.class)
        .iterableByPage(token, pageItems)
        .iterator()
        .next();
  }
}
