package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.testkit.Rule;
import org.junit.jupiter.api.Test;

/** What writes and changes of the default do to the time that items have left. */
class TtlPolicySdkTest extends SdkTest {
  private static final String REMAINING = "x-mayfly-ttl-remaining-seconds";

  private void assertRemaining(CosmosContainer container, String id, String seconds) {
    assertRemaining(container.readItem(id, PK, ObjectNode.class), seconds);
  }

  /** Frames of direct mode have no room for a header that only Mayfly knows. */
  private void assertRemaining(CosmosItemResponse<ObjectNode> response, String seconds) {
    assertThat(response.getResponseHeaders().get(REMAINING))
        .isEqualTo(mode == SdkMode.DIRECT ? null : seconds);
  }

  @Test
  @Rule({"A5", "A6"})
  void everyWriteRestartsTheCountdownAndNoReadDoes() {
    CosmosContainer container = container(100);
    CosmosItemRequestOptions options = new CosmosItemRequestOptions();
    container.createItem(item("x"));
    clock().advance(60);
    assertAlive(container, "x");
    assertRemaining(container, "x", "40");
    container.replaceItem(item("x"), "x", PK, options);
    assertRemaining(container, "x", "100");
    clock().advance(60);
    container.upsertItem(item("x"));
    assertRemaining(container, "x", "100");
    clock().advance(60);
    container.patchItem("x", PK, CosmosPatchOperations.create().set("/v", 1), ObjectNode.class);
    assertRemaining(container, "x", "100");
    clock().advance(60);
    CosmosBatch batch = CosmosBatch.createCosmosBatch(PK);
    batch.upsertItemOperation(item("x"));
    container.executeCosmosBatch(batch);
    assertRemaining(container, "x", "100");
    clock().advance(99);
    assertAlive(container, "x");
    clock().advance(1);
    assertGone(container, "x");
  }

  @Test
  @Rule("A6")
  void theOwnTtlIsChangedRemovedAndSetToNever() {
    CosmosContainer container = container(100);
    container.createItem(item("x", 10));
    container.patchItem("x", PK, CosmosPatchOperations.create().set("/ttl", 50), ObjectNode.class);
    clock().advance(49);
    assertAlive(container, "x");
    container.patchItem("x", PK, CosmosPatchOperations.create().remove("/ttl"), ObjectNode.class);
    clock().advance(99);
    assertAlive(container, "x");
    container.patchItem("x", PK, CosmosPatchOperations.create().add("/ttl", -1), ObjectNode.class);
    clock().advance(1_000_000);
    assertAlive(container, "x");
    assertRemaining(container, "x", null);
  }

  @Test
  @Rule("A7")
  void aNewDefaultHoldsAtOnceForItemsThatAreThere() {
    CosmosContainer container = container(1000);
    container.createItem(item("x"));
    container.createItem(item("own", 500));
    String etag = container.readItem("x", PK, ObjectNode.class).getETag();
    clock().advance(100);
    setDefault(container, 101);
    assertRemaining(container, "x", "1");
    assertRemaining(container, "own", "400");
    assertThat(container.readItem("x", PK, ObjectNode.class).getETag()).isEqualTo(etag);
    clock().advance(1);
    assertGone(container, "x");
    assertAlive(container, "own");
    container.createItem(item("y"));
    setDefault(container, 2000);
    clock().advance(1999);
    assertAlive(container, "y");
    clock().advance(1);
    assertGone(container, "y");
  }

  @Test
  @Rule("A8")
  void offAndOnAgain() {
    CosmosContainer container = container(100);
    container.createItem(item("none"));
    container.createItem(item("own", 50));
    setDefault(container, null);
    assertThat(container.read().getProperties().getDefaultTimeToLiveInSeconds()).isNull();
    clock().advance(1000);
    assertThat(ids(container)).containsExactly("none", "own");
    setDefault(container, -1);
    assertThat(ids(container)).containsExactly("none");
    container.createItem(item("again", 50));
    clock().advance(50);
    assertThat(ids(container)).containsExactly("none");
  }

  @Test
  @Rule("B5")
  void deadStaysDeadWhateverThePolicyBecomes() {
    SERVER.engine(mode).background().pause();
    try {
      CosmosContainer container = container(10);
      container.createItem(item("x"));
      container.createItem(item("own", 5));
      clock().advance(10);
      for (Integer next : new Integer[] {1000, -1, null, 1_000_000}) {
        setDefault(container, next);
        assertGone(container, "x");
        assertGone(container, "own");
        assertThat(count(container)).isZero();
      }
    } finally {
      SERVER.engine(mode).background().resume();
    }
  }

  @Test
  @Rule("B1")
  void deadlinesPast2038Work() {
    CosmosContainer container = container(Integer.MAX_VALUE);
    container.createItem(item("x"));
    clock().advance(Integer.MAX_VALUE - 1L);
    assertAlive(container, "x");
    clock().advance(1);
    assertGone(container, "x");
  }

  @Test
  @Rule("G3")
  void writesTellTheRemainingSecondsToo() {
    CosmosContainer container = container(100);
    CosmosItemResponse<ObjectNode> made = container.createItem(item("x", 30));
    assertRemaining(made, "30");
  }
}
