package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.partition.PartitionKeyRange;
import dev.mayfly.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

/** Ranges that are split between the pages and requests of clients that know the old ones. */
class SplitSdkTest extends SdkTest {
  private static final int ITEMS = 60;

  private CosmosContainer container;

  @BeforeEach
  void fill() {
    container = container((Integer) null);
    for (int i = 0; i < ITEMS; i++) {
      container.createItem(numbered(i));
    }
  }

  private static ObjectNode numbered(int i) {
    return item("i" + i).put("pk", "p" + i).put("n", i % 7);
  }

  private void splitAll() {
    Container inner = SERVER.engine(mode).container(database.getId(), container.getId());
    for (PartitionKeyRange range : inner.ranges().list()) {
      inner.splitRange(range.id());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE c.id FROM c",
        "SELECT VALUE c.id FROM c WHERE c.n >= 0",
        "SELECT VALUE c.id FROM c ORDER BY c.id DESC",
        "SELECT VALUE c.id FROM c ORDER BY c.n",
        "SELECT DISTINCT VALUE c.id FROM c",
        "SELECT TOP 55 VALUE c.id FROM c",
        "SELECT VALUE COUNT(1) FROM c",
        "SELECT VALUE c.n FROM c GROUP BY c.n"
      })
  void aQueryLosesAndRepeatsNothing(String sql) {
    List<JsonNode> whole = new ArrayList<>();
    container.queryItems(sql, new CosmosQueryRequestOptions(), JsonNode.class).forEach(whole::add);
    List<JsonNode> found = new ArrayList<>();
    int pages = 0;
    for (FeedResponse<JsonNode> page :
        container
            .queryItems(sql, new CosmosQueryRequestOptions(), JsonNode.class)
            .iterableByPage(3)) {
      found.addAll(page.getResults());
      if (++pages == 2) {
        splitAll();
      }
    }
    assertThat(found).hasSameSizeAs(whole);
    if (!sql.contains("TOP")) {
      assertThat(found).containsExactlyInAnyOrderElementsOf(whole);
    }
  }

  @Test
  void aContinuationFromBeforeResumesAfter() {
    List<String> found = new ArrayList<>();
    String continuation = null;
    int pages = 0;
    do {
      FeedResponse<JsonNode> page =
          container
              .queryItems(
                  "SELECT VALUE c.id FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
              .iterableByPage(continuation, 7)
              .iterator()
              .next();
      page.getResults().forEach(node -> found.add(node.asText()));
      continuation = page.getContinuationToken();
      if (++pages == 1 || pages == 4) {
        splitAll();
      }
    } while (continuation != null);
    assertThat(found).hasSize(ITEMS).doesNotHaveDuplicates();
  }

  @Test
  void aChangeFeedResumes() {
    List<String> found = new ArrayList<>();
    CosmosChangeFeedRequestOptions options =
        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange());
    options.setMaxItemCount(4);
    String continuation = null;
    for (FeedResponse<ObjectNode> page :
        container.queryChangeFeed(options, ObjectNode.class).iterableByPage()) {
      page.getResults().forEach(node -> found.add(node.get("id").asText()));
      continuation = page.getContinuationToken();
      if (found.size() >= 20) {
        break;
      }
    }
    splitAll();
    container.createItem(numbered(ITEMS));
    for (FeedResponse<ObjectNode> page :
        container
            .queryChangeFeed(
                CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation),
                ObjectNode.class)
            .iterableByPage()) {
      page.getResults().forEach(node -> found.add(node.get("id").asText()));
    }
    assertThat(found).hasSize(ITEMS + 1).doesNotHaveDuplicates();
  }

  @Test
  void feedRangesOfBeforeAndReadsOfManyItemsWorkAfter() {
    List<FeedRange> ranges = container.getFeedRanges();
    List<CosmosItemIdentity> all = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      all.add(new CosmosItemIdentity(new PartitionKey("p" + i), "i" + i));
    }
    assertThat(container.readMany(all, ObjectNode.class).getResults()).hasSize(ITEMS);
    splitAll();
    assertThat(container.readMany(all, ObjectNode.class).getResults()).hasSize(ITEMS);
    List<String> queried = new ArrayList<>();
    List<String> changed = new ArrayList<>();
    for (FeedRange range : ranges) {
      container
          .queryItems(
              "SELECT * FROM c",
              new CosmosQueryRequestOptions().setFeedRange(range),
              ObjectNode.class)
          .forEach(node -> queried.add(node.get("id").asText()));
      container
          .queryChangeFeed(
              CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(range),
              ObjectNode.class)
          .forEach(node -> changed.add(node.get("id").asText()));
    }
    assertThat(queried).hasSize(ITEMS).doesNotHaveDuplicates();
    assertThat(changed).hasSize(ITEMS).doesNotHaveDuplicates();
  }

  /** It reads each change at least once: what a lease had not noted may come again. */
  @Test
  void theChangeFeedProcessorFollows() {
    container(new CosmosContainerProperties("leases", "/id"));
    CosmosAsyncDatabase async = SERVER.asyncClient(mode).getDatabase(database.getId());
    Set<String> delivered = ConcurrentHashMap.newKeySet();
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
    processor.start().block(Duration.ofSeconds(60));
    try {
      Await.until("the items from before", () -> delivered.size() == ITEMS);
      splitAll();
      for (int i = ITEMS; i < 2 * ITEMS; i++) {
        container.createItem(numbered(i));
      }
      Await.until("the items from after", () -> delivered.size() == 2 * ITEMS);
    } finally {
      processor.stop().block(Duration.ofSeconds(60));
    }
  }

  @Test
  void itemsAndBulkRequestsFindTheirRanges() {
    CosmosAsyncContainer async =
        SERVER.asyncClient(mode).getDatabase(database.getId()).getContainer(container.getId());
    for (int round = 0; round < 2; round++) {
      List<CosmosItemOperation> upserts = new ArrayList<>();
      for (int i = 0; i < ITEMS; i++) {
        upserts.add(
            CosmosBulkOperations.getUpsertItemOperation(
                numbered(i).put("round", round), new PartitionKey("p" + i)));
      }
      assertThat(
              async
                  .executeBulkOperations(Flux.fromIterable(upserts))
                  .map(SplitSdkTest::statusCode)
                  .collectList()
                  .block(Duration.ofSeconds(60)))
          .hasSize(ITEMS)
          .containsOnly(200);
      splitAll();
      for (int i = 0; i < ITEMS; i += 9) {
        assertThat(
                container
                    .readItem("i" + i, new PartitionKey("p" + i), ObjectNode.class)
                    .getItem()
                    .get("round")
                    .asInt())
            .isEqualTo(round);
        container.upsertItem(numbered(i).put("round", round));
      }
    }
    assertThat(count(container)).isEqualTo(ITEMS);
  }

  @Test
  void batchesAndQueriesRunWhileRangesAreSplit() {
    for (int round = 0; round < 3; round++) {
      Container inner = SERVER.engine(mode).container(database.getId(), container.getId());
      List<PartitionKeyRange> ranges = inner.ranges().list();
      int range = ranges.get(round * 7 % ranges.size()).id();
      CompletableFuture<?> split = CompletableFuture.runAsync(() -> inner.splitRange(range));
      String partition = "p" + round;
      CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(partition));
      batch.upsertItemOperation(numbered(round).put("round", round));
      batch.createItemOperation(item("extra" + round).put("pk", partition));
      assertThat(container.executeCosmosBatch(batch).getStatusCode()).isEqualTo(200);
      assertThat(query(container, "SELECT * FROM c ORDER BY c.id")).hasSize(ITEMS + round + 1);
      assertThat(count(container)).isEqualTo(ITEMS + round + 1);
      split.join();
    }
  }

  private static int statusCode(CosmosBulkOperationResponse<?> each) {
    if (each.getException() != null) {
      throw new AssertionError(each.getException());
    }
    return each.getResponse().getStatusCode();
  }
}
