package dev.mayfly.torture.client;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.torture.ledger.Doc;
import dev.mayfly.torture.ledger.Found;
import dev.mayfly.torture.ledger.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The SDK of Azure Cosmos DB for NoSQL, through the gateway. */
public final class CosmosApi implements Api {
  private static final String DATABASE = "torture";
  private static final String UNIQUE_KEY = "unique";
  private static final String KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
  private static final int CONFLICT = 409;
  private static final int TRIES_MAX = 10;
  private static final PartitionKey PARTITION = new PartitionKey("p");

  static {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
  }

  private final int port;

  /** The last is in use; the others may be, by requests that are under way. */
  private final Deque<CosmosClient> clients = new ArrayDeque<>();

  public CosmosApi(int port) {
    this.port = port;
    clients.add(connect());
    client().createDatabaseIfNotExists(DATABASE);
  }

  private CosmosClient connect() {
    return new CosmosClientBuilder()
        .endpoint("http://localhost:" + port + "/")
        .key(KEY)
        .gatewayMode()
        .endpointDiscoveryEnabled(false)
        .buildClient();
  }

  private synchronized CosmosClient client() {
    return clients.getLast();
  }

  /**
   * Takes a new client, as an application does by a restart. After a collection was dropped and
   * made again under its name, one may know only the ranges of the old one, and then sends nothing.
   */
  private synchronized void renew(CosmosClient used) {
    if (used == clients.getLast()) {
      clients.add(connect());
    }
  }

  @Override
  public String name() {
    return "cosmos";
  }

  @Override
  public String uniqueKeyAtCreation() {
    return UNIQUE_KEY;
  }

  @Override
  public Integer ttlAtCreation() {
    return -1;
  }

  @Override
  public boolean hasBatches() {
    return true;
  }

  @Override
  public boolean hasDates() {
    return false;
  }

  @Override
  public boolean hasLaterUniqueIndexes() {
    return false;
  }

  private CosmosContainer container(String name) {
    return client().getDatabase(DATABASE).getContainer(name);
  }

  @Override
  public void create(String collection) {
    CosmosContainerProperties properties = new CosmosContainerProperties(collection, "/pk");
    properties.setDefaultTimeToLiveInSeconds(-1);
    properties.setUniqueKeyPolicy(
        new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/u")))));
    client().getDatabase(DATABASE).createContainer(properties);
  }

  @Override
  public void drop(String collection) {
    container(collection).delete();
  }

  @Override
  public void put(String collection, Doc doc) throws Refused {
    try {
      container(collection).upsertItem(node(doc), PARTITION, new CosmosItemRequestOptions());
    } catch (CosmosException e) {
      throw refusal(e);
    }
  }

  @Override
  public boolean update(String collection, Doc doc) throws Refused {
    try {
      container(collection)
          .replaceItem(node(doc), doc.key(), PARTITION, new CosmosItemRequestOptions());
      return true;
    } catch (CosmosException e) {
      if (isNotFound(e)) {
        return false;
      }
      throw refusal(e);
    }
  }

  @Override
  public boolean delete(String collection, String key) {
    try {
      container(collection).deleteItem(key, PARTITION, new CosmosItemRequestOptions());
      return true;
    } catch (CosmosException e) {
      if (isNotFound(e)) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void batch(String collection, List<Write> writes) throws Refused {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(PARTITION);
    writes.forEach(write -> batch.upsertItemOperation(node(write.doc())));
    CosmosBatchResponse response = routed(() -> container(collection).executeCosmosBatch(batch));
    if (response.isSuccessStatusCode()) {
      return;
    }
    IllegalStateException failure =
        new IllegalStateException(
            "batch: " + response.getStatusCode() + " " + response.getErrorMessage());
    if (response.getStatusCode() == CONFLICT) {
      throw new Refused(failure);
    }
    throw failure;
  }

  /** Repeats what the SDK could not send; all of it has the same effect twice. */
  private <R> R routed(Supplier<R> call) {
    for (int tries = 1; ; tries++) {
      CosmosClient used = client();
      try {
        return call.get();
      } catch (IllegalStateException | IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage());
        boolean withoutRanges =
            message.contains("collectionRoutingMapValueHolder")
                || message.contains("maxConcurrency");
        if (tries == TRIES_MAX || !withoutRanges) {
          throw e;
        }
        renew(used);
      }
    }
  }

  @Override
  public boolean[] bulk(String collection, List<Write> writes, boolean ordered) {
    return routed(() -> bulk(collection, writes));
  }

  private boolean[] bulk(String collection, List<Write> writes) {
    List<CosmosItemOperation> operations = new ArrayList<>();
    for (Write write : writes) {
      operations.add(
          write.doc() == null
              ? CosmosBulkOperations.getDeleteItemOperation(write.key(), PARTITION)
              : CosmosBulkOperations.getUpsertItemOperation(node(write.doc()), PARTITION));
    }
    boolean[] done = new boolean[writes.size()];
    container(collection)
        .executeBulkOperations(operations)
        .forEach(
            response -> {
              if (response.getException() != null) {
                throw new IllegalStateException(response.getException());
              }
              int status = response.getResponse().getStatusCode();
              int place = operations.indexOf(response.getOperation());
              boolean absent = status == 404 && writes.get(place).doc() == null;
              if (!response.getResponse().isSuccessStatusCode() && !absent && status != 409) {
                throw new IllegalStateException("bulk: " + status);
              }
              done[place] = status != 409;
            });
    return done;
  }

  private static boolean isNotFound(CosmosException e) {
    // With a sub-status it is not the item that is missing.
    return e.getStatusCode() == 404 && e.getSubStatusCode() == 0;
  }

  private static Refused refusal(CosmosException e) {
    if (e.getStatusCode() == CONFLICT) {
      return new Refused(e);
    }
    throw e;
  }

  @Override
  public void setTtl(String collection, Integer seconds) {
    CosmosContainerProperties properties = container(collection).read().getProperties();
    properties.setDefaultTimeToLiveInSeconds(seconds);
    container(collection).replace(properties);
  }

  @Override
  public void setDates(String collection, Integer seconds) {
    throw new UnsupportedOperationException("dates");
  }

  @Override
  public void addIndex(String collection, String index, boolean unique) {
    setComposite(collection, List.of(List.of(ascending("/w"), ascending("/v"))));
  }

  @Override
  public void dropIndex(String collection, String index) {
    setComposite(collection, List.of());
  }

  private void setComposite(String collection, List<List<CompositePath>> indexes) {
    CosmosContainerProperties properties = container(collection).read().getProperties();
    IndexingPolicy policy = properties.getIndexingPolicy();
    policy.setCompositeIndexes(indexes);
    properties.setIndexingPolicy(policy);
    container(collection).replace(properties);
  }

  private static CompositePath ascending(String path) {
    return new CompositePath().setPath(path).setOrder(CompositePathSortOrder.ASCENDING);
  }

  @Override
  public Map<String, Doc> readAll(String collection) {
    try {
      return routed(() -> query(collection, "SELECT * FROM c"));
    } catch (CosmosException e) {
      if (e.getStatusCode() == 404) {
        return null;
      }
      throw e;
    }
  }

  @Override
  public Map<String, Doc> readByIndex(String collection, String index) {
    return query(collection, "SELECT * FROM c WHERE c.w >= 0 ORDER BY c.w, c.v");
  }

  private Map<String, Doc> query(String collection, String text) {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions().setPartitionKey(PARTITION);
    Map<String, Doc> docs = new TreeMap<>();
    container(collection)
        .queryItems(text, options, ObjectNode.class)
        .iterableByPage(1000)
        .forEach(
            page ->
                page.getResults()
                    .forEach(
                        node -> {
                          Doc doc = doc(node);
                          docs.put(doc.key(), doc);
                        }));
    return docs;
  }

  @Override
  public Found.Catalog catalog(String collection) {
    CosmosContainerProperties properties = container(collection).read().getProperties();
    Set<String> indexes = new TreeSet<>();
    indexes.add(UNIQUE_KEY);
    List<List<CompositePath>> composite = properties.getIndexingPolicy().getCompositeIndexes();
    if (composite != null && !composite.isEmpty()) {
      indexes.add("plain");
    }
    return new Found.Catalog(properties.getDefaultTimeToLiveInSeconds(), null, indexes);
  }

  private static ObjectNode node(Doc doc) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("id", doc.key()).put("pk", "p").put("v", doc.version());
    node.put("w", doc.w()).put("u", doc.u());
    node.put("pad", Padding.of(doc.version(), doc.padding()));
    if (doc.ttl() != null) {
      node.put("ttl", doc.ttl());
    }
    return node;
  }

  private static Doc doc(ObjectNode node) {
    long version = node.get("v").asLong();
    return new Doc(
        node.get("id").asText(),
        version,
        node.get("w").asInt(),
        node.get("u").asInt(),
        node.has("ttl") ? node.get("ttl").asInt() : null,
        null,
        Padding.length(version, node.get("pad").asText()));
  }

  @Override
  public synchronized void close() {
    clients.forEach(CosmosClient::close);
  }
}
