package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.testkit.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which values are refused, in the service's words, and that nothing changes then. */
class TtlValidationSdkTest extends SdkTest {
  private static final String RANGE =
      "is invalid. Ensure to provide a nonzero positive integer less than or equal to"
          + " '2147483647', or '-1' which means never expire.";

  private static ObjectNode raw(String id, String ttl) {
    try {
      return item(id).set("ttl", JSON.readTree(ttl));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-2", "2147483648", "1.5", "\"10\"", "true", "null", "{}", "[]", "1e20"})
  @Rule("A4")
  void aTtlThatIsNotValidIsRefusedByEveryWrite(String ttl) {
    refusesTtl(container(60), ttl);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-10", "null", "\"tomorrow\""})
  @Rule("A4")
  void aTtlThatIsNotValidIsRefusedAlsoWhileTtlIsOff(String ttl) {
    refusesTtl(container((Integer) null), ttl);
  }

  private static void refusesTtl(CosmosContainer container, String ttl) {
    container.createItem(item("there").put("v", 1));
    CosmosItemRequestOptions options = new CosmosItemRequestOptions();

    CosmosException refusal =
        assertRefused(400, 0, () -> container.createItem(raw("new", ttl), PK, options));
    assertThat(refusal.getMessage()).contains("The input ttl ").contains(RANGE);
    assertRefused(400, 0, () -> container.upsertItem(raw("new", ttl), PK, options));
    assertRefused(400, 0, () -> container.upsertItem(raw("there", ttl), PK, options));
    assertRefused(400, 0, () -> container.replaceItem(raw("there", ttl), "there", PK, options));
    assertRefused(
        400,
        0,
        () ->
            container.patchItem(
                "there",
                PK,
                CosmosPatchOperations.create().set("/ttl", raw("x", ttl).get("ttl")),
                ObjectNode.class));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(PK);
    batch.createItemOperation(item("other"));
    batch.createItemOperation(raw("new", ttl));
    CosmosBatchResponse response = container.executeCosmosBatch(batch);
    assertThat(response.getResults().get(0).getStatusCode()).isEqualTo(424);
    assertThat(response.getResults().get(1).getStatusCode()).isEqualTo(400);

    assertThat(ids(container)).containsExactly("there");
    assertThat(read(container, "there").has("ttl")).isFalse();
  }

  @Test
  @Rule("A4")
  void theRefusalNamesTheValueAsItWasSent() {
    CosmosContainer container = container(60);
    for (String ttl : new String[] {"0", "null", "-10"}) {
      CosmosException refusal = assertRefused(400, 0, () -> container.createItem(raw("new", ttl)));
      assertThat(refusal.getMessage()).contains("The input ttl '" + ttl + "' " + RANGE);
    }
  }

  @Test
  @Rule("A4")
  void aWholeNumberWrittenAsAFractionCounts() {
    CosmosContainer container = container(-1);
    container.createItem(item("fraction").put("ttl", 10.0));
    clock().advance(10);
    assertGone(container, "fraction");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -2, Integer.MIN_VALUE})
  @Rule("A2")
  void aDefaultOutsideItsDomainIsRefused(int seconds) {
    CosmosException refusal =
        assertRefused(400, 0, () -> database.createContainer(properties(seconds)));
    assertThat(refusal.getMessage()).contains("The input defaultTtl '" + seconds + "' " + RANGE);
    assertThat(database.readAllContainers().stream().count()).isZero();

    CosmosContainer container = container(50);
    assertRefused(400, 0, () -> setDefault(container, seconds));
    assertThat(container.read().getProperties().getDefaultTimeToLiveInSeconds()).isEqualTo(50);
  }

  @Test
  @Rule("E1")
  void indexingModeNoneAndADefaultExcludeEachOther() {
    CosmosContainerProperties both = properties(10);
    both.setIndexingPolicy(off());
    assertRefusedForIndexing(() -> database.createContainer(both));

    CosmosContainer with = container(10);
    CosmosContainerProperties switched = with.read().getProperties();
    switched.setIndexingPolicy(off());
    assertRefusedForIndexing(() -> with.replace(switched));
    assertThat(with.read().getProperties().getIndexingPolicy().getIndexingMode())
        .isEqualTo(IndexingMode.CONSISTENT);

    CosmosContainerProperties plain = properties(null);
    plain.setIndexingPolicy(off());
    CosmosContainer without = container(plain);
    assertRefusedForIndexing(() -> setDefault(without, 10));
    assertThat(without.read().getProperties().getDefaultTimeToLiveInSeconds()).isNull();
  }

  private static IndexingPolicy off() {
    return new IndexingPolicy().setIndexingMode(IndexingMode.NONE).setAutomatic(false);
  }

  private static void assertRefusedForIndexing(Runnable call) {
    assertThat(assertRefused(400, 0, call).getMessage())
        .contains(
            "Indexing mode value cannot be 'none' when 'defaultTtl' is specified in the"
                + " collection");
  }

  @Test
  void theAnalyticalTtlIsKeptAndReturned() {
    CosmosContainerProperties properties = properties(null);
    properties.setAnalyticalStoreTimeToLiveInSeconds(-1);
    CosmosContainer container = container(properties);
    assertThat(container.read().getProperties().getAnalyticalStoreTimeToLiveInSeconds())
        .isEqualTo(-1);
  }
}
