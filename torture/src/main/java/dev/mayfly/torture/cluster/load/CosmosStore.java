package dev.mayfly.torture.cluster.load;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfig;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfigBuilder;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/** The SDK of Azure Cosmos DB, which finds the locations of the account by itself. */
final class CosmosStore implements Registers, AutoCloseable {
  private static final String DATABASE = "torture-cosmos";
  private static final String KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int PRECONDITION = 412;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final PartitionKey PARTITION = new PartitionKey("p");

  static {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
  }

  private final CosmosClient client;

  CosmosStore(int port, ConsistencyLevel consistency) {
    CosmosEndToEndOperationLatencyPolicyConfig latency =
        new CosmosEndToEndOperationLatencyPolicyConfigBuilder(PATIENCE).build();
    client =
        new CosmosClientBuilder()
            .endpoint("http://localhost:" + port + "/")
            .key(KEY)
            .gatewayMode()
            .consistencyLevel(consistency)
            .contentResponseOnWriteEnabled(true)
            .endToEndOperationLatencyPolicyConfig(latency)
            .buildClient();
  }

  /** Makes what the load uses. */
  void prepare() {
    client.createDatabaseIfNotExists(DATABASE);
    for (String name : new String[] {"registers", "feed", "ttl"}) {
      CosmosContainerProperties properties = new CosmosContainerProperties(name, "/pk");
      if (name.equals("ttl")) {
        properties.setDefaultTimeToLiveInSeconds(-1);
      }
      client.getDatabase(DATABASE).createContainer(properties);
    }
  }

  CosmosContainer container(String name) {
    return client.getDatabase(DATABASE).getContainer(name);
  }

  private static ObjectNode item(String key) {
    return JsonNodeFactory.instance.objectNode().put("id", key).put("pk", "p");
  }

  private static ObjectNode item(String key, long value) {
    return item(key).put("v", value);
  }

  private static Seen seen(CosmosItemResponse<ObjectNode> response, long value) {
    return new Seen(value, response.getETag());
  }

  /** What a request returns, or null if it was refused for one of these reasons. */
  private static <T> T unless(Set<Integer> refusals, Supplier<T> request) {
    try {
      return request.get();
    } catch (CosmosException e) {
      if (refusals.contains(e.getStatusCode()) && e.getSubStatusCode() == 0) {
        return null;
      }
      throw e;
    }
  }

  @Override
  public Seen read(String key) {
    return unless(
        Set.of(NOT_FOUND),
        () -> {
          CosmosItemResponse<ObjectNode> response =
              container("registers").readItem(key, PARTITION, ObjectNode.class);
          return seen(response, response.getItem().get("v").longValue());
        });
  }

  @Override
  public Seen create(String key, long value) {
    return unless(
        Set.of(CONFLICT),
        () ->
            seen(container("registers").createItem(item(key, value), PARTITION, options()), value));
  }

  @Override
  public Seen put(String key, long value) {
    return seen(container("registers").upsertItem(item(key, value), PARTITION, options()), value);
  }

  @Override
  public Seen swap(String key, Seen expected, long value) {
    return unless(
        Set.of(NOT_FOUND, PRECONDITION),
        () ->
            seen(
                container("registers")
                    .replaceItem(
                        item(key, value), key, PARTITION, options().setIfMatchETag(expected.tag())),
                value));
  }

  @Override
  public boolean delete(String key) {
    return unless(
            Set.of(NOT_FOUND), () -> container("registers").deleteItem(key, PARTITION, options()))
        != null;
  }

  private static CosmosItemRequestOptions options() {
    return new CosmosItemRequestOptions();
  }

  /**
   * What a write of an item that expires was answered.
   *
   * @param second at which the store wrote it
   * @param session a read with this token sees the write
   */
  record Written(long second, String session) {}

  /** Creates an item that expires. */
  Written createMortal(String id, int ttl) {
    CosmosItemResponse<ObjectNode> response =
        container("ttl").createItem(item(id).put("ttl", ttl), PARTITION, options());
    return new Written(response.getItem().get("_ts").longValue(), response.getSessionToken());
  }

  /** The ids of all items that expire, as a reader sees them who knows of a write. */
  Set<String> mortals(String session) {
    Set<String> ids = new HashSet<>();
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(PARTITION).setSessionToken(session);
    container("ttl")
        .queryItems("SELECT c.id FROM c", options, ObjectNode.class)
        .forEach(each -> ids.add(each.get("id").textValue()));
    return ids;
  }

  /** False: it is not there. */
  boolean hasMortal(String id, String session) {
    return unless(
            Set.of(NOT_FOUND),
            () ->
                container("ttl")
                    .readItem(id, PARTITION, options().setSessionToken(session), ObjectNode.class))
        != null;
  }

  void createFed(String writer, long number) {
    container("feed")
        .createItem(
            JsonNodeFactory.instance
                .objectNode()
                .put("id", writer + "-" + number)
                .put("pk", writer)
                .put("writer", writer)
                .put("n", number),
            new PartitionKey(writer),
            options());
  }

  @Override
  public void close() {
    client.close();
  }
}
