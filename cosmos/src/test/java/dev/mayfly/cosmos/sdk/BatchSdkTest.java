package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Transactional batches and bulk execution. */
class BatchSdkTest extends SdkTest {
  private CosmosContainer container;

  @BeforeEach
  void createContainer() {
    container = container((Integer) null);
  }

  @Test
  void aBatchOfEveryOperation() {
    container.createItem(item("old").put("v", 1));
    container.createItem(item("gone"));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(PK);
    batch.createItemOperation(item("a").put("v", 1));
    batch.upsertItemOperation(item("b").put("v", 1));
    batch.replaceItemOperation("old", item("old").put("v", 2));
    batch.patchItemOperation("a", CosmosPatchOperations.create().increment("/v", 1));
    batch.readItemOperation("a");
    batch.deleteItemOperation("gone");
    CosmosBatchResponse response = container.executeCosmosBatch(batch);
    assertThat(response.isSuccessStatusCode()).isTrue();
    assertThat(response.getRequestCharge()).isGreaterThan(1);
    assertThat(response.getResults().stream().map(CosmosBatchOperationResult::getStatusCode))
        .containsExactly(201, 201, 200, 200, 200, 204);
    assertThat(response.getResults().get(4).getItem(ObjectNode.class).get("v").asInt())
        .isEqualTo(2);
    assertThat(ids(container)).containsExactly("a", "b", "old");
    assertThat(read(container, "old").get("_etag").asText())
        .isEqualTo(response.getResults().get(2).getETag());
  }

  @Test
  void aFailureUndoesAllOfIt() {
    container.createItem(item("taken"));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(PK);
    batch.createItemOperation(item("a"));
    batch.createItemOperation(item("taken"));
    batch.createItemOperation(item("b"));
    CosmosBatchResponse response = container.executeCosmosBatch(batch);
    assertThat(response.isSuccessStatusCode()).isFalse();
    assertThat(response.getStatusCode()).isEqualTo(409);
    assertThat(response.getResults().stream().map(CosmosBatchOperationResult::getStatusCode))
        .containsExactly(424, 409, 424);
    assertThat(ids(container)).containsExactly("taken");
  }

  @Test
  void etagsCountWithinABatch() {
    container.createItem(item("x"));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(PK);
    batch.replaceItemOperation(
        "x", item("x"), new CosmosBatchItemRequestOptions().setIfMatchETag("\"stale\""));
    assertThat(container.executeCosmosBatch(batch).getStatusCode()).isEqualTo(412);
  }

  @Test
  void tooManyOperationsAreRefused() {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(PK);
    IntStream.range(0, 101).forEach(i -> batch.createItemOperation(item("i" + i)));
    assertRefused(400, 0, () -> container.executeCosmosBatch(batch));
    assertThat(count(container)).isZero();
    CosmosBatch most = CosmosBatch.createCosmosBatch(PK);
    IntStream.range(0, 100).forEach(i -> most.createItemOperation(item("i" + i)));
    assertThat(container.executeCosmosBatch(most).isSuccessStatusCode()).isTrue();
    assertThat(count(container)).isEqualTo(100);
  }

  @Test
  void bulkOverManyPartitions() {
    CosmosAsyncContainer async =
        SERVER.asyncClient(mode).getDatabase(database.getId()).getContainer(container.getId());
    List<CosmosItemOperation> operations = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      ObjectNode item = item("i" + i).put("pk", "p" + i % 7);
      operations.add(
          CosmosBulkOperations.getCreateItemOperation(item, new PartitionKey("p" + i % 7)));
    }
    operations.add(CosmosBulkOperations.getDeleteItemOperation("none", new PartitionKey("p0")));
    List<CosmosBulkOperationResponse<Object>> responses =
        async.executeBulkOperations(Flux.fromIterable(operations)).collectList().block();
    assertThat(responses).hasSize(501);
    assertThat(responses.stream().filter(each -> each.getResponse().getStatusCode() == 201))
        .hasSize(500);
    assertThat(responses.stream().filter(each -> each.getResponse().getStatusCode() == 404))
        .hasSize(1);
    assertThat(count(container)).isEqualTo(500);
    List<CosmosItemOperation> more = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      PartitionKey key = new PartitionKey("p" + i % 7);
      String id = "i" + i;
      more.add(CosmosBulkOperations.getReadItemOperation(id, key));
      more.add(
          CosmosBulkOperations.getPatchItemOperation(
              id, key, CosmosPatchOperations.create().set("/v", i)));
    }
    assertThat(
            async.executeBulkOperations(Flux.fromIterable(more)).collectList().block().stream()
                .map(each -> each.getResponse().getStatusCode()))
        .containsOnly(200);
  }
}
