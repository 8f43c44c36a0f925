package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedMetaData;
import com.azure.cosmos.models.ChangeFeedOperationType;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The change feed: pull, in every start and scope, and the processor. */
class ChangeFeedSdkTest extends SdkTest {
  private CosmosContainer container;
  private String continuation;

  @BeforeEach
  void createContainer() {
    container = container((Integer) null);
  }

  private List<String> read(CosmosChangeFeedRequestOptions options) {
    List<String> ids = new ArrayList<>();
    for (FeedResponse<ObjectNode> page :
        container.queryChangeFeed(options, ObjectNode.class).iterableByPage()) {
      page.getResults().forEach(node -> ids.add(node.get("id").asText()));
      continuation = page.getContinuationToken();
    }
    return ids;
  }

  private List<String> readOn() {
    return read(CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation));
  }

  @Test
  void fromTheBeginningInTheOrderOfTheLastChange() {
    for (int i = 0; i < 5; i++) {
      container.createItem(item("i" + i));
    }
    container.upsertItem(item("i1"));
    assertThat(
            read(
                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                    FeedRange.forFullRange())))
        .containsExactly("i0", "i2", "i3", "i4", "i1");
    assertThat(readOn()).isEmpty();
    container.createItem(item("later"));
    assertThat(readOn()).containsExactly("later");
    assertThat(readOn()).isEmpty();
  }

  @Test
  void fromNow() {
    container.createItem(item("before"));
    assertThat(
            read(
                CosmosChangeFeedRequestOptions.createForProcessingFromNow(
                    FeedRange.forFullRange())))
        .isEmpty();
    container.createItem(item("after"));
    assertThat(readOn()).containsExactly("after");
  }

  @Test
  void fromATime() {
    container.createItem(item("before"));
    clock().advance(100);
    Instant start = Instant.ofEpochSecond(clock().epochSecond());
    clock().advance(1);
    container.createItem(item("after"));
    assertThat(
            read(
                CosmosChangeFeedRequestOptions.createForProcessingFromPointInTime(
                    start, FeedRange.forFullRange())))
        .containsExactly("after");
  }

  @Test
  void ofOneLogicalPartitionInSmallPages() {
    for (int i = 0; i < 20; i++) {
      container.createItem(item("i" + i).put("pk", "p" + i % 2));
    }
    CosmosChangeFeedRequestOptions options =
        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
            FeedRange.forLogicalPartition(new PartitionKey("p1")));
    options.setMaxItemCount(3);
    assertThat(read(options))
        .containsExactly("i1", "i3", "i5", "i7", "i9", "i11", "i13", "i15", "i17", "i19");
  }

  @Test
  void theProcessorDeliversEverything() throws InterruptedException {
    container(new CosmosContainerProperties("leases", "/id"));
    CosmosAsyncDatabase async = SERVER.asyncClient(mode).getDatabase(database.getId());
    BlockingQueue<String> delivered = new LinkedBlockingQueue<>();
    ChangeFeedProcessor processor =
        new ChangeFeedProcessorBuilder()
            .hostName("host")
            .feedContainer(async.getContainer(container.getId()))
            .leaseContainer(async.getContainer("leases"))
            .options(
                new ChangeFeedProcessorOptions()
                    .setStartFromBeginning(true)
                    .setFeedPollDelay(Duration.ofMillis(50))
                    .setLeaseAcquireInterval(Duration.ofMillis(200)))
            .handleChanges(
                (List<JsonNode> changes) ->
                    changes.forEach(node -> delivered.add(node.get("id").asText())))
            .buildChangeFeedProcessor();
    container.createItem(item("before"));
    processor.start().block(Duration.ofSeconds(60));
    try {
      assertThat(delivered.poll(60, TimeUnit.SECONDS)).isEqualTo("before");
      container.createItem(item("while"));
      assertThat(delivered.poll(60, TimeUnit.SECONDS)).isEqualTo("while");
    } finally {
      processor.stop().block(Duration.ofSeconds(60));
    }
  }

  @Test
  void theProcessorDeliversAllVersionsAndDeletes() throws InterruptedException {
    CosmosContainerProperties properties = properties(-1);
    properties.setChangeFeedPolicy(
        ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10)));
    CosmosContainer versions = container(properties);
    container(new CosmosContainerProperties("leases", "/id"));
    CosmosAsyncDatabase async = SERVER.asyncClient(mode).getDatabase(database.getId());
    BlockingQueue<String> delivered = new LinkedBlockingQueue<>();
    ChangeFeedProcessor processor =
        new ChangeFeedProcessorBuilder()
            .hostName("host")
            .feedContainer(async.getContainer(versions.getId()))
            .leaseContainer(async.getContainer("leases"))
            .options(new ChangeFeedProcessorOptions().setFeedPollDelay(Duration.ofMillis(50)))
            .handleAllVersionsAndDeletesChanges(
                (List<ChangeFeedProcessorItem> changes) ->
                    changes.forEach(change -> delivered.add(described(change))))
            .buildChangeFeedProcessor();
    processor.start().block(Duration.ofSeconds(60));
    try {
      // It begins with what comes after it: until it has begun, writes may be missed.
      for (int i = 0; delivered.poll(100, TimeUnit.MILLISECONDS) == null; i++) {
        assertThat(i).as("times that nothing was delivered").isLessThan(600);
        versions.upsertItem(item("begin"));
      }
      versions.upsertItem(item("x", 10));
      versions.deleteItem("begin", PK, null);
      clock().advance(10);
      List<String> seen = new ArrayList<>();
      while (!seen.contains("DELETE x expired")) {
        String next = delivered.poll(60, TimeUnit.SECONDS);
        assertThat(next).as("after %s", seen).isNotNull();
        seen.add(next);
      }
      seen.removeIf(each -> each.startsWith("REPLACE begin"));
      assertThat(seen).containsExactly("CREATE x", "DELETE begin", "DELETE x expired");
    } finally {
      processor.stop().block(Duration.ofSeconds(60));
    }
  }

  private static String described(ChangeFeedProcessorItem change) {
    ChangeFeedMetaData metadata = change.getChangeFeedMetaData();
    boolean deleted = metadata.getOperationType() == ChangeFeedOperationType.DELETE;
    String id =
        deleted
            ? change.toJsonNode().get("metadata").get("id").asText()
            : change.getCurrent().get("id").asText();
    return metadata.getOperationType()
        + " "
        + id
        + (metadata.isTimeToLiveExpired() ? " expired" : "");
  }
}
