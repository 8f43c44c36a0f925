package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.testkit.Rule;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From the second of its deadline on no operation sees an item, purged or not. */
@Rule("B2")
class TtlAbsenceSdkTest extends SdkTest {
  private CosmosContainer container;

  @BeforeEach
  void anItemDies() {
    SERVER.engine(mode).background().pause();
    container = container(100);
    container.createItem(item("dead", 10));
    container.createItem(item("alive"));
    clock().advance(9);
    assertThat(ids(container)).containsExactly("alive", "dead");
    clock().advance(1);
  }

  @AfterEach
  void thePurgeGoesOn() {
    SERVER.engine(mode).background().resume();
  }

  @Test
  @Rule({"B1", "B3"})
  void aPointReadFindsNothing() {
    assertGone(container, "dead");
    assertAlive(container, "alive");
  }

  @Test
  void queriesLeaveItOut() {
    assertThat(ids(container)).containsExactly("alive");
    assertThat(query(container, "SELECT * FROM c WHERE c.id = 'dead'")).isEmpty();
    assertThat(query(container, "SELECT * FROM c WHERE c.id = 'dead' AND c.pk = 'p'")).isEmpty();
    assertThat(query(container, "SELECT * FROM c WHERE c.ttl = 10")).isEmpty();
    assertThat(query(container, "SELECT * FROM c WHERE c.id IN ('dead', 'alive')")).hasSize(1);
  }

  @Test
  @Rule("ghosts-counted")
  void countsLeaveItOut() {
    assertThat(count(container)).isEqualTo(1);
  }

  @Test
  void readAllOfThePartitionLeavesItOut() {
    assertThat(
            container.readAllItems(PK, ObjectNode.class).stream()
                .map(node -> node.get("id").asText()))
        .containsExactly("alive");
  }

  @Test
  void readManyLeavesItOut() {
    FeedResponse<ObjectNode> found =
        container.readMany(
            List.of(new CosmosItemIdentity(PK, "dead"), new CosmosItemIdentity(PK, "alive")),
            ObjectNode.class);
    assertThat(found.getResults().stream().map(node -> node.get("id").asText()))
        .containsExactly("alive");
  }

  @Test
  void replacePatchAndDeleteFindNothing() {
    CosmosItemRequestOptions options = new CosmosItemRequestOptions();
    assertRefused(404, 0, () -> container.replaceItem(item("dead"), "dead", PK, options));
    assertRefused(
        404,
        0,
        () ->
            container.patchItem(
                "dead", PK, CosmosPatchOperations.create().set("/v", 1), ObjectNode.class));
    assertRefused(404, 0, () -> container.deleteItem("dead", PK, options));
    assertGone(container, "dead");
  }

  @Test
  @Rule("A5")
  void theSameIdIsCreatedAgain() {
    CosmosItemResponse<ObjectNode> made = container.createItem(item("dead", 10));
    assertThat(made.getStatusCode()).isEqualTo(201);
    clock().advance(9);
    assertAlive(container, "dead");
    clock().advance(1);
    assertGone(container, "dead");
  }

  @Test
  void anUpsertIsANewItem() {
    CosmosContainer fresh = container(100);
    fresh.createItem(item("x", 10));
    ObjectNode before = read(fresh, "x");
    clock().advance(10);
    assertThat(fresh.upsertItem(item("x")).getStatusCode()).isEqualTo(201);
    ObjectNode after = read(fresh, "x");
    assertThat(after.get("_rid").asText()).isNotEqualTo(before.get("_rid").asText());
    assertThat(after.get("_etag").asText()).isNotEqualTo(before.get("_etag").asText());
    assertThat(after.get("_ts").asLong()).isEqualTo(before.get("_ts").asLong() + 10);
  }

  @Test
  @Rule("ghosts-matched")
  void itsEtagMatchesNothing() {
    CosmosContainer fresh = container(100);
    fresh.createItem(item("x", 10));
    String etag = fresh.readItem("x", PK, ObjectNode.class).getETag();
    clock().advance(10);
    CosmosItemRequestOptions match = new CosmosItemRequestOptions().setIfMatchETag(etag);
    assertRefused(404, 0, () -> fresh.replaceItem(item("x"), "x", PK, match));
    assertRefused(404, 0, () -> fresh.deleteItem("x", PK, match));
    assertThat(fresh.upsertItem(item("x"), PK, match).getStatusCode()).isEqualTo(201);
    assertRefused(412, 0, () -> fresh.upsertItem(item("x"), PK, match));
    assertRefused(412, 0, () -> fresh.replaceItem(item("x"), "x", PK, match));
  }

  @Test
  void itsUniqueKeysAreFreeAtOnce() {
    CosmosContainerProperties properties = properties(-1);
    UniqueKeyPolicy keys = new UniqueKeyPolicy();
    keys.setUniqueKeys(List.of(new UniqueKey(List.of("/name"))));
    properties.setUniqueKeyPolicy(keys);
    CosmosContainer unique = container(properties);
    unique.createItem(item("one", 10).put("name", "ann"));
    assertRefused(409, 0, () -> unique.createItem(item("two").put("name", "ann")));
    clock().advance(10);
    assertThat(unique.createItem(item("two").put("name", "ann")).getStatusCode()).isEqualTo(201);
    assertRefused(409, 0, () -> unique.createItem(item("three").put("name", "ann")));
  }

  @Test
  void aBatchSeesNothingOfIt() {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(PK);
    batch.createItemOperation(item("new"));
    batch.readItemOperation("dead");
    CosmosBatchResponse refused = container.executeCosmosBatch(batch);
    assertThat(refused.getStatusCode()).isEqualTo(404);
    assertThat(refused.getResults().get(0).getStatusCode()).isEqualTo(424);
    assertThat(refused.getResults().get(1).getStatusCode()).isEqualTo(404);
    assertGone(container, "new");

    CosmosBatch again = CosmosBatch.createCosmosBatch(PK);
    again.createItemOperation(item("dead"));
    again.readItemOperation("dead");
    assertThat(container.executeCosmosBatch(again).getResults().stream())
        .extracting(result -> result.getStatusCode())
        .containsExactly(201, 200);
  }

  @Test
  @Rule("B4")
  void eachPageIsJudgedAtItsOwnInstant() {
    CosmosContainer pages = container(-1);
    for (int i = 0; i < 10; i++) {
      pages.createItem(item("i" + i, 100));
    }
    FeedResponse<ObjectNode> first = page(pages, null);
    assertThat(first.getResults()).hasSize(4);
    clock().advance(99);
    assertThat(page(pages, first.getContinuationToken()).getResults()).hasSize(4);
    clock().advance(1);
    FeedResponse<ObjectNode> last = page(pages, first.getContinuationToken());
    assertThat(last.getResults()).isEmpty();
    assertThat(last.getContinuationToken()).isNull();
  }

  private static FeedResponse<ObjectNode> page(CosmosContainer container, String continuation) {
    return container
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
        .iterableByPage(continuation, 4)
        .iterator()
        .next();
  }

  @Test
  @Rule("C3")
  void itNoLongerCountsTowardTheUsage() {
    assertThat(usage(container)).contains("documentsCount=1;");
    container.createItem(item("more", 10));
    assertThat(usage(container)).contains("documentsCount=2;");
    clock().advance(10);
    assertThat(usage(container)).contains("documentsCount=1;");
  }

  private static String usage(CosmosContainer container) {
    return container
        .read(new CosmosContainerRequestOptions().setQuotaInfoEnabled(true))
        .getResponseHeaders()
        .get("x-ms-resource-usage");
  }

  @Test
  @Rule({"C2", "G1"})
  void deadItemsCostNothing() {
    CosmosContainer busy = container(10);
    busy.createItem(item("reader", -1));
    double before = busy.readItem("reader", PK, ObjectNode.class).getRequestCharge();
    for (int i = 0; i < 50; i++) {
      busy.createItem(item("i" + i));
    }
    clock().advance(30L * 24 * 3600);
    assertThat(busy.readItem("reader", PK, ObjectNode.class).getRequestCharge()).isEqualTo(before);
    FeedResponse<ObjectNode> page =
        busy.queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
            .iterableByPage()
            .iterator()
            .next();
    CosmosContainer quiet = container(10);
    quiet.createItem(item("reader", -1));
    FeedResponse<ObjectNode> same =
        quiet
            .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
            .iterableByPage()
            .iterator()
            .next();
    assertThat(page.getResults()).hasSize(1);
    assertThat(page.getRequestCharge()).isEqualTo(same.getRequestCharge());
  }
}
