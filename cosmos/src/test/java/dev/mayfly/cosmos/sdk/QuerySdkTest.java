package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries and reads of many items, as the SDK's helpers send them. */
class QuerySdkTest extends SdkTest {
  private CosmosContainer container;

  @BeforeEach
  void createItems() {
    container = container((Integer) null);
    for (int i = 0; i < 60; i++) {
      container.createItem(
          item("i" + i).put("pk", "p" + i % 3).put("n", i).put("kind", i % 2 == 0 ? "a" : "b"));
    }
  }

  private static List<String> ids(List<ObjectNode> items) {
    return items.stream().map(node -> node.get("id").asText()).sorted().toList();
  }

  @Test
  void equalityAndItsCombinations() {
    assertThat(query(container, "SELECT * FROM c")).hasSize(60);
    assertThat(query(container, "SELECT * FROM c WHERE c.n = 7")).hasSize(1);
    assertThat(query(container, "SELECT * FROM c WHERE c.kind = 'a' AND c.pk = 'p1'")).hasSize(10);
    assertThat(ids(query(container, "SELECT * FROM c WHERE c.n = 1 OR c.n = 2 OR c.id = 'i3'")))
        .containsExactly("i1", "i2", "i3");
    assertThat(ids(query(container, "SELECT * FROM root r WHERE r.n IN (4, 5, 400)")))
        .containsExactly("i4", "i5");
    assertThat(query(container, "SELECT * FROM c WHERE c[\"kind\"] = \"a\"")).hasSize(30);
    assertThat(count(container)).isEqualTo(60);
  }

  @Test
  void parameters() {
    SqlQuerySpec spec =
        new SqlQuerySpec(
            "SELECT * FROM c WHERE c.kind = @kind AND c.n = @n",
            new SqlParameter("@kind", "b"),
            new SqlParameter("@n", 9));
    assertThat(
            container.queryItems(spec, new CosmosQueryRequestOptions(), ObjectNode.class).stream())
        .hasSize(1);
  }

  @Test
  void pagesAndContinuations() {
    String continuation = null;
    Set<String> seen = new HashSet<>();
    int pages = 0;
    do {
      FeedResponse<ObjectNode> page =
          container
              .queryItems(
                  "SELECT * FROM c WHERE c.kind = 'a'",
                  new CosmosQueryRequestOptions(),
                  ObjectNode.class)
              .iterableByPage(continuation, 7)
              .iterator()
              .next();
      assertThat(page.getResults().size()).isLessThanOrEqualTo(7);
      assertThat(page.getRequestCharge()).isPositive();
      page.getResults().forEach(node -> assertThat(seen.add(node.get("id").asText())).isTrue());
      continuation = page.getContinuationToken();
      pages++;
    } while (continuation != null);
    assertThat(seen).hasSize(30);
    assertThat(pages).isGreaterThanOrEqualTo(5);
  }

  @Test
  void oneLogicalPartition() {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("p2"));
    assertThat(container.queryItems("SELECT * FROM c", options, ObjectNode.class).stream())
        .hasSize(20);
    assertThat(container.readAllItems(new PartitionKey("p2"), ObjectNode.class).stream())
        .hasSize(20);
  }

  @Test
  void readManyOfOneAndOfSeveral() {
    List<CosmosItemIdentity> identities = new ArrayList<>();
    for (int i = 0; i < 60; i += 2) {
      identities.add(new CosmosItemIdentity(new PartitionKey("p" + i % 3), "i" + i));
    }
    identities.add(new CosmosItemIdentity(new PartitionKey("p0"), "none"));
    assertThat(container.readMany(identities, ObjectNode.class).getResults()).hasSize(30);
    assertThat(container.readMany(identities.subList(0, 1), ObjectNode.class).getResults())
        .hasSize(1);
    CosmosContainer byId = container(new CosmosContainerProperties("by-id", "/id"));
    byId.createItem(item("x"));
    byId.createItem(item("y"));
    assertThat(
            byId.readMany(
                    List.of(
                        new CosmosItemIdentity(new PartitionKey("x"), "x"),
                        new CosmosItemIdentity(new PartitionKey("y"), "y")),
                    ObjectNode.class)
                .getResults())
        .hasSize(2);
  }

  @Test
  void feedRanges() {
    List<FeedRange> ranges = container.getFeedRanges();
    assertThat(ranges).hasSize(mode.rangesPerContainer());
    List<String> found = new ArrayList<>();
    for (FeedRange range : ranges) {
      CosmosQueryRequestOptions options = new CosmosQueryRequestOptions().setFeedRange(range);
      container
          .queryItems("SELECT * FROM c", options, ObjectNode.class)
          .forEach(node -> found.add(node.get("id").asText()));
    }
    assertThat(found).hasSize(60).doesNotHaveDuplicates();
    CosmosQueryRequestOptions one =
        new CosmosQueryRequestOptions()
            .setFeedRange(FeedRange.forLogicalPartition(new PartitionKey("p0")));
    assertThat(container.queryItems("SELECT * FROM c", one, ObjectNode.class).stream()).hasSize(20);
  }

  @Test
  void aSyntaxErrorIsReported() {
    assertThat(assertRefused(400, 0, () -> query(container, "SELECT * FORM c")).getMessage())
        .contains("SC1001");
  }

  @Test
  void hierarchicalKeysAndTheirPrefixes() {
    CosmosContainerProperties properties =
        new CosmosContainerProperties(
            "tree",
            new PartitionKeyDefinition()
                .setKind(PartitionKind.MULTI_HASH)
                .setVersion(PartitionKeyDefinitionVersion.V2)
                .setPaths(List.of("/tenant", "/user", "/session")));
    CosmosContainer tree = container(properties);
    for (int i = 0; i < 24; i++) {
      tree.createItem(
          JSON.createObjectNode()
              .put("id", "i" + i)
              .put("tenant", "t" + i % 2)
              .put("user", "u" + i % 4)
              .put("session", i % 8));
    }
    PartitionKey full = new PartitionKeyBuilder().add("t1").add("u1").add(1.0).build();
    assertThat(tree.readItem("i1", full, ObjectNode.class).getStatusCode()).isEqualTo(200);
    PartitionKey tenant = new PartitionKeyBuilder().add("t1").build();
    PartitionKey user = new PartitionKeyBuilder().add("t1").add("u3").build();
    assertThat(inPartition(tree, tenant)).isEqualTo(12);
    assertThat(inPartition(tree, user)).isEqualTo(6);
    assertThat(inPartition(tree, full)).isEqualTo(3);
    assertThat(count(tree)).isEqualTo(24);
  }

  private static long inPartition(CosmosContainer container, PartitionKey key) {
    return container
        .queryItems(
            "SELECT * FROM c",
            new CosmosQueryRequestOptions().setPartitionKey(key),
            ObjectNode.class)
        .stream()
        .count();
  }

  @Test
  void deletingAPartitionIsSeenAtOnce() {
    container.deleteAllItemsByPartitionKey(new PartitionKey("p1"), null);
    assertThat(count(container)).isEqualTo(40);
    assertThat(query(container, "SELECT * FROM c WHERE c.pk = 'p1'")).isEmpty();
    container.createItem(item("again").put("pk", "p1"));
    assertThat(count(container)).isEqualTo(41);
  }
}
