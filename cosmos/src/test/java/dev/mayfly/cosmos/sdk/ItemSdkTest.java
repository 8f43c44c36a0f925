package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single items: create, read, upsert, replace, patch, delete, and their refusals. */
class ItemSdkTest extends SdkTest {
  private static final CosmosItemRequestOptions PLAIN = new CosmosItemRequestOptions();

  private CosmosContainer container;

  @BeforeEach
  void createContainer() {
    container = container((Integer) null);
  }

  @Test
  void anItemComesBackAsItWasSent() {
    ObjectNode item = item("x").put("text", "a \"quoted\" ü 😀 \n line").put("n", 1.5);
    item.put("big", 9_007_199_254_740_993L).put("flag", true).putNull("nothing");
    item.putArray("list").add(1).add("two").addObject().put("three", 3);
    item.putObject("inner").putObject("deeper").put("deepest", -7);
    container.createItem(item);
    ObjectNode read = read(container, "x");
    assertThat(read.get("_ts").asLong()).isEqualTo(clock().epochSecond());
    assertThat(read.get("_attachments").asText()).isEqualTo("attachments/");
    assertThat(read.get("_self").asText()).startsWith("dbs/").endsWith("/");
    for (String system : List.of("_rid", "_self", "_etag", "_attachments", "_ts")) {
      assertThat(read.remove(system)).as(system).isNotNull();
    }
    assertThat(read).isEqualTo(item);
  }

  @Test
  void everyOperationReportsStatusChargeEtagAndSession() {
    CosmosItemResponse<ObjectNode> created = container.createItem(item("x"));
    assertThat(created.getStatusCode()).isEqualTo(201);
    assertThat(created.getItem()).as("minimal content by default").isNull();
    assertThat(created.getRequestCharge()).isGreaterThan(1);
    assertThat(created.getSessionToken()).matches("[0-9]:-1#[0-9]+");
    assertThat(created.getActivityId()).isNotBlank();
    CosmosItemResponse<ObjectNode> read = container.readItem("x", PK, ObjectNode.class);
    assertThat(read.getStatusCode()).isEqualTo(200);
    assertThat(read.getETag()).isEqualTo(created.getETag());
    assertThat(read.getItem().get("_etag").asText()).isEqualTo(created.getETag());
    assertThat(read.getRequestCharge()).isEqualTo(1.0);
    CosmosItemResponse<ObjectNode> upserted = container.upsertItem(item("x").put("v", 2));
    assertThat(upserted.getStatusCode()).isEqualTo(200);
    assertThat(upserted.getETag()).isNotEqualTo(created.getETag());
    CosmosItemResponse<ObjectNode> replaced =
        container.replaceItem(item("x").put("v", 3), "x", PK, PLAIN);
    assertThat(replaced.getStatusCode()).isEqualTo(200);
    assertThat(read(container, "x").get("v").asInt()).isEqualTo(3);
    assertThat(container.deleteItem("x", PK, PLAIN).getStatusCode()).isEqualTo(204);
    assertRefused(404, 0, () -> container.deleteItem("x", PK, PLAIN));
    assertThat(container.upsertItem(item("x")).getStatusCode()).isEqualTo(201);
  }

  @Test
  void contentComesBackFromWritesWhenAskedFor() {
    try (CosmosClient verbose =
        SERVER.builder(mode).contentResponseOnWriteEnabled(true).buildClient()) {
      CosmosContainer same = verbose.getDatabase(database.getId()).getContainer(container.getId());
      assertThat(same.createItem(item("x").put("v", 1)).getItem().get("v").asInt()).isEqualTo(1);
      assertThat(same.upsertItem(item("x").put("v", 2)).getItem().get("_ts").asLong())
          .isEqualTo(clock().epochSecond());
    }
  }

  @Test
  void conflictsAndEtags() {
    container.createItem(item("x"));
    assertRefused(409, 0, () -> container.createItem(item("x")));
    String first = container.readItem("x", PK, ObjectNode.class).getETag();
    container.replaceItem(item("x"), "x", PK, new CosmosItemRequestOptions().setIfMatchETag(first));
    CosmosItemRequestOptions stale = new CosmosItemRequestOptions().setIfMatchETag(first);
    assertRefused(412, 0, () -> container.replaceItem(item("x"), "x", PK, stale));
    assertRefused(412, 0, () -> container.upsertItem(item("x"), PK, stale));
    assertRefused(412, 0, () -> container.deleteItem("x", PK, stale));
    String now = container.readItem("x", PK, ObjectNode.class).getETag();
    CosmosItemRequestOptions unless = new CosmosItemRequestOptions().setIfNoneMatchETag(now);
    assertThat(container.readItem("x", PK, unless, ObjectNode.class).getStatusCode())
        .isEqualTo(304);
    assertThat(
            container
                .readItem(
                    "x",
                    PK,
                    new CosmosItemRequestOptions().setIfNoneMatchETag(first),
                    ObjectNode.class)
                .getStatusCode())
        .isEqualTo(200);
  }

  @Test
  void patchesWithAndWithoutACondition() {
    container.createItem(item("x").put("n", 1).put("state", "new"));
    CosmosPatchOperations patch =
        CosmosPatchOperations.create()
            .increment("/n", 4)
            .set("/state", "open")
            .add("/tags", List.of("a"))
            .add("/tags/-", "b")
            .replace("/state", "done");
    assertThat(container.patchItem("x", PK, patch, ObjectNode.class).getStatusCode())
        .isEqualTo(200);
    ObjectNode read = read(container, "x");
    assertThat(read.get("n").asInt()).isEqualTo(5);
    assertThat(read.get("state").asText()).isEqualTo("done");
    assertThat(read.get("tags").toString()).isEqualTo("[\"a\",\"b\"]");

    CosmosPatchItemRequestOptions only = new CosmosPatchItemRequestOptions();
    only.setFilterPredicate("from c where c.state = 'done' and c.n = 5");
    CosmosPatchOperations remove = CosmosPatchOperations.create().remove("/state");
    container.patchItem("x", PK, remove, only, ObjectNode.class);
    assertThat(read(container, "x").has("state")).isFalse();
    assertRefused(412, 0, () -> container.patchItem("x", PK, remove, only, ObjectNode.class));
    assertRefused(400, 0, () -> container.patchItem("x", PK, remove, ObjectNode.class));
    assertRefused(404, 0, () -> container.patchItem("none", PK, remove, ObjectNode.class));
    assertRefused(
        400,
        0,
        () ->
            container.patchItem(
                "x", PK, CosmosPatchOperations.create().set("/id", "y"), ObjectNode.class));
    assertRefused(
        400,
        0,
        () ->
            container.patchItem(
                "x", PK, CosmosPatchOperations.create().set("/pk", "q"), ObjectNode.class));
  }

  @Test
  void uniqueKeysHoldWithinALogicalPartition() {
    CosmosContainerProperties properties = properties(null);
    UniqueKeyPolicy keys = new UniqueKeyPolicy();
    keys.setUniqueKeys(List.of(new UniqueKey(List.of("/a", "/b"))));
    properties.setUniqueKeyPolicy(keys);
    CosmosContainer unique = container(properties);
    unique.createItem(item("one").put("a", 1).put("b", 2));
    assertThat(
            assertRefused(409, 0, () -> unique.createItem(item("two").put("a", 1).put("b", 2)))
                .getMessage())
        .contains("Unique index constraint violation");
    unique.createItem(item("two").put("a", 1).put("b", 3));
    unique.createItem(item("three").put("a", 1).put("b", 2).put("pk", "other"));
    assertRefused(409, 0, () -> unique.upsertItem(item("two").put("a", 1).put("b", 2)));
  }

  @Test
  void partitionKeysOfEveryKind() {
    container.createItem(item("n").put("pk", 5));
    container.createItem(item("f").put("pk", 5.5));
    container.createItem(item("t").put("pk", true));
    container.createItem(item("z").putNull("pk"));
    ObjectNode none = item("u");
    none.remove("pk");
    container.createItem(none);
    assertThat(found("n", new PartitionKey(5))).isTrue();
    assertThat(found("f", new PartitionKey(5.5))).isTrue();
    assertThat(found("t", new PartitionKey(true))).isTrue();
    assertThat(found("z", new PartitionKey(null))).isTrue();
    assertThat(found("u", PartitionKey.NONE)).isTrue();
    assertRefused(404, 0, () -> found("n", new PartitionKey("5")));
    assertRefused(
        400, 1001, () -> container.createItem(item("x"), new PartitionKey("other"), PLAIN));
  }

  private boolean found(String id, PartitionKey key) {
    return container.readItem(id, key, ObjectNode.class).getStatusCode() == 200;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"with space", "ünï😀", "plus+and%25", "semi;colon,", "a'b\"c", "..", "~tilde^"})
  void idsOfEveryKind(String id) {
    container.createItem(item(id));
    assertAlive(container, id);
    container.replaceItem(item(id).put("v", 1), id, PK, PLAIN);
    assertThat(ids(container)).containsExactly(id);
    container.deleteItem(id, PK, PLAIN);
    assertGone(container, id);
  }

  /** No path of the SDK leads to them, but they can be made, queried and read together. */
  @ParameterizedTest
  @ValueSource(strings = {"what?", "#1", "trailing "})
  void idsThatNoAddressShouldHaveAreMadeAndFound(String id) {
    container.createItem(item(id));
    assertThat(ids(container)).containsExactly(id);
    assertThat(
            container
                .readMany(List.of(new CosmosItemIdentity(PK, id)), ObjectNode.class)
                .getResults())
        .hasSize(1);
  }

  @Test
  void badBodiesAreRefused() {
    ObjectNode without = item("x");
    without.remove("id");
    assertThat(assertRefused(400, 0, () -> container.createItem(without)).getMessage())
        .contains("The input content is invalid because the required properties - 'id; '");
    assertRefused(400, 0, () -> container.createItem(item("x").put("id", 7)));
    container.createItem(item("x"));
    assertRefused(413, 0, () -> container.createItem(item("huge").put("pad", "x".repeat(2 << 20))));
    assertThat(ids(container)).containsExactly("x");
  }

  @Test
  void whatIsGoneSaysSo() {
    assertThat(assertRefused(404, 0, () -> read(container, "none")).getMessage())
        .contains("Entity with the specified id does not exist in the system.");
    CosmosContainer missing = database.getContainer("missing");
    assertRefused(404, 0, missing::read);
    assertThat(SERVER.client(mode).getDatabase("missing").getId()).isEqualTo("missing");
    assertRefused(404, 0, () -> SERVER.client(mode).getDatabase("missing").read());
  }

  @Test
  void aContainerThatWasMadeAgainIsNotTheOldOne() {
    container.createItem(item("x"));
    CosmosContainerProperties properties = container.read().getProperties();
    container.delete();
    database.createContainer(new CosmosContainerProperties(properties.getId(), "/pk"));
    assertGone(container, "x");
    container.createItem(item("x"));
    assertAlive(container, "x");
  }
}
