package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.testkit.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the change feed returns of items that expire. */
class TtlFeedSdkTest extends SdkTest {
  /** What a feed returns now, and where it resumes. */
  private record Returned(List<JsonNode> entries, String continuation) {}

  private static Returned read(CosmosContainer container, CosmosChangeFeedRequestOptions options) {
    List<JsonNode> entries = new ArrayList<>();
    String continuation = null;
    for (FeedResponse<JsonNode> page :
        container.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
      entries.addAll(page.getResults());
      continuation = page.getContinuationToken();
    }
    return new Returned(entries, continuation);
  }

  private static CosmosChangeFeedRequestOptions beginning() {
    return CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
        FeedRange.forFullRange());
  }

  @Test
  @Rule("F1")
  void anExpiredItemIsNoLongerDelivered() {
    CosmosContainer container = container(100);
    container.createItem(item("dies", 10));
    container.createItem(item("lives"));
    assertThat(read(container, beginning()).entries()).hasSize(2);
    clock().advance(10);
    Returned reported = read(container, beginning());
    assertThat(reported.entries()).hasSize(1);
    assertThat(reported.entries().get(0).get("id").asText()).isEqualTo("lives");
    container.createItem(item("unread", 10));
    clock().advance(10);
    CosmosChangeFeedRequestOptions on =
        CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(reported.continuation());
    assertThat(read(container, on).entries()).isEmpty();
  }

  @Test
  @Rule("F2")
  void allVersionsTellAnExpiryOnceAsAMarkedDelete() {
    CosmosContainerProperties properties = properties(100);
    properties.setChangeFeedPolicy(
        ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10)));
    CosmosContainer container = container(properties);
    CosmosChangeFeedRequestOptions now =
        CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange())
            .allVersionsAndDeletes();
    Returned start = read(container, now);
    container.createItem(item("dies", 10));
    container.upsertItem(item("dies", 20));
    container.createItem(item("deleted"));
    container.deleteItem("deleted", PK, null);
    clock().advance(20);
    while (SERVER
            .engine(mode)
            .container(database.getId(), container.getId())
            .maintenance()
            .purge(1000)
        > 0) {
      // until nothing is due
    }
    Returned reported =
        read(
            container,
            CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(start.continuation())
                .allVersionsAndDeletes());
    assertThat(reported.entries().stream().map(TtlFeedSdkTest::described))
        .containsExactly(
            "create dies", "replace dies", "create deleted", "delete deleted", "expired dies");
    JsonNode death = reported.entries().get(4).get("metadata");
    assertThat(death.get("partitionKey").get("pk").asText()).isEqualTo("p");
    assertThat(death.get("crts").asLong()).isEqualTo(clock().epochSecond());
  }

  private static String described(JsonNode entry) {
    JsonNode metadata = entry.get("metadata");
    String kind = metadata.get("operationType").asText();
    if (metadata.path("timeToLiveExpired").asBoolean()) {
      assertThat(kind).isEqualTo("delete");
      kind = "expired";
    }
    JsonNode named =
        kind.equals("delete") || kind.equals("expired") ? metadata : entry.get("current");
    return kind + " " + named.get("id").asText();
  }

  @Test
  @Rule("F2")
  void recreatingOverADeadItemTellsItsDeathFirst() {
    SERVER.engine(mode).background().pause();
    try {
      CosmosContainerProperties properties = properties(100);
      properties.setChangeFeedPolicy(
          ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10)));
      CosmosContainer container = container(properties);
      Returned start =
          read(
              container,
              CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange())
                  .allVersionsAndDeletes());
      container.createItem(item("x", 10));
      clock().advance(10);
      container.createItem(item("x"));
      Returned reported =
          read(
              container,
              CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(
                      start.continuation())
                  .allVersionsAndDeletes());
      assertThat(reported.entries().stream().map(TtlFeedSdkTest::described))
          .containsExactly("create x", "expired x", "create x");
    } finally {
      SERVER.engine(mode).background().resume();
    }
  }

  @Test
  @Rule({"F1", "B3"})
  void pausedOrNotThePurgeChangesNothingThatTheFeedTells() {
    SERVER.engine(mode).background().pause();
    try {
      CosmosContainer container = container(10);
      container.createItem(item("x"));
      clock().advance(10);
      assertThat(read(container, beginning()).entries()).isEmpty();
      ObjectNode again = item("x", -1);
      container.createItem(again);
      assertThat(read(container, beginning()).entries()).hasSize(1);
    } finally {
      SERVER.engine(mode).background().resume();
    }
  }
}
