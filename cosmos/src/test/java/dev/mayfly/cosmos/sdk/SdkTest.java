package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.engine.clock.MovableClock;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What tests through the real SDK have in common: each runs in gateway mode and in direct mode. */
@ParameterizedClass
@MethodSource("dev.mayfly.cosmos.sdk.SdkMode#ofRun")
abstract class SdkTest {
  static final ObjectMapper JSON = new ObjectMapper();
  static final SdkServer SERVER = SdkServer.SHARED;

  @Parameter SdkMode mode;

  CosmosDatabase database;

  @BeforeEach
  void createDatabase() {
    String name = "db-" + UUID.randomUUID();
    SERVER.client(mode).createDatabase(name);
    database = SERVER.client(mode).getDatabase(name);
  }

  @AfterEach
  void deleteDatabase() {
    database.delete();
  }

  MovableClock clock() {
    return SERVER.clock();
  }

  /** A container partitioned by /pk; null = TTL off. */
  CosmosContainer container(Integer defaultTtl) {
    return container(properties(defaultTtl));
  }

  CosmosContainer container(CosmosContainerProperties properties) {
    database.createContainer(properties);
    return database.getContainer(properties.getId());
  }

  static CosmosContainerProperties properties(Integer defaultTtl) {
    CosmosContainerProperties properties =
        new CosmosContainerProperties("c-" + UUID.randomUUID(), "/pk");
    properties.setDefaultTimeToLiveInSeconds(defaultTtl);
    return properties;
  }

  void setDefault(CosmosContainer container, Integer defaultTtl) {
    CosmosContainerProperties properties = container.read().getProperties();
    properties.setDefaultTimeToLiveInSeconds(defaultTtl);
    container.replace(properties);
  }

  /** An item in the partition "p". */
  static ObjectNode item(String id) {
    return JSON.createObjectNode().put("id", id).put("pk", "p");
  }

  static ObjectNode item(String id, int ttl) {
    return item(id).put("ttl", ttl);
  }

  static final PartitionKey PK = new PartitionKey("p");

  static ObjectNode read(CosmosContainer container, String id) {
    return container.readItem(id, PK, ObjectNode.class).getItem();
  }

  static void assertAlive(CosmosContainer container, String id) {
    assertThat(read(container, id).get("id").asText()).isEqualTo(id);
  }

  static void assertGone(CosmosContainer container, String id) {
    assertRefused(404, 0, () -> read(container, id));
  }

  /** Asserts that the service refuses a call with that status and sub-status; says how. */
  static CosmosException assertRefused(int status, int subStatus, Runnable call) {
    CosmosException refusal = catchThrowableOfType(CosmosException.class, call::run);
    assertThat(refusal).as("a refusal").isNotNull();
    assertThat(refusal.getStatusCode() + "/" + refusal.getSubStatusCode())
        .as(refusal.getMessage())
        .isEqualTo(status + "/" + subStatus);
    return refusal;
  }

  static List<ObjectNode> query(CosmosContainer container, String sql) {
    return container.queryItems(sql, new CosmosQueryRequestOptions(), ObjectNode.class).stream()
        .toList();
  }

  static List<String> ids(CosmosContainer container) {
    return query(container, "SELECT * FROM c").stream()
        .map(node -> node.get("id").asText())
        .sorted()
        .toList();
  }

  static int count(CosmosContainer container) {
    return container
        .queryItems("SELECT VALUE COUNT(1) FROM c", new CosmosQueryRequestOptions(), Integer.class)
        .stream()
        .mapToInt(Integer::intValue)
        .sum();
  }
}
