package dev.mayfly.bench.query;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.ProcessView;
import java.io.IOException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Mayfly with its items on disk, asked over HTTP. */
final class MayflySubject implements Subject {
  /** As many as one request may write. */
  private static final int BATCH = 100;

  private static final String BULK =
      "\r\nx-ms-cosmos-is-batch-request: True\r\nx-ms-cosmos-batch-atomic: False"
          + "\r\nx-ms-cosmos-batch-continue-on-error: True"
          + "\r\nx-ms-documentdb-partitionkeyrangeid: 0";

  /** What is excluded is scanned, however often it is asked for. */
  private static final String INDEXING =
      ",\"indexingPolicy\":{\"indexingMode\":\"consistent\",\"includedPaths\":[{\"path\":\"/*\"}],"
          + "\"excludedPaths\":[{\"path\":\"/weight/?\"}]}";

  private final int port;
  private final ProcessView view;
  private final QueryItems items;

  MayflySubject(MayflyServer server, QueryItems items) {
    this.port = server.cosmosPort();
    this.view = new ProcessView(server.process().pid());
    this.items = items;
  }

  @Override
  public String name() {
    return "mayfly";
  }

  @Override
  public QueryItems items() {
    return items;
  }

  @Override
  public double processorSeconds() throws IOException {
    return view.processorSeconds();
  }

  void createDatabase() throws IOException {
    try (CosmosClient client = CosmosClient.connect(port, false)) {
      client.createDatabase();
    }
  }

  /** Makes a container with the first so many items. */
  void load(String container, int count) throws IOException {
    try (CosmosClient client = client(container)) {
      client.createContainer(INDEXING);
      for (int from = 0; from < count; from += BATCH) {
        loadBatch(client, from, Math.min(count, from + BATCH));
      }
    }
  }

  private void loadBatch(CosmosClient client, int from, int to) throws IOException {
    StringBuilder json = new StringBuilder("[");
    for (int i = from; i < to; i++) {
      json.append(i == from ? "" : ",").append("{\"operationType\":\"Create\",\"partitionKey\":");
      json.append("\"[\\\"").append(QueryItems.partition(i)).append("\\\"]\",\"resourceBody\":");
      json.append(items.json(i)).append('}');
    }
    byte[] body = CosmosClient.utf8(json.append(']').toString());
    Answer answer = CosmosClient.expect(200, client.feed("POST", BULK, body));
    int created = answer.body().split("\"statusCode\":201", -1).length - 1;
    if (created != to - from) {
      throw new IllegalStateException("Not all items were created: " + answer.body());
    }
  }

  CosmosClient client(String container) throws IOException {
    return CosmosClient.connect(port, false, container);
  }

  @Override
  public Session connect() throws IOException {
    CosmosClient client = client(CosmosClient.CONTAINER);
    return new Session() {
      @Override
      public int ask(Question question, Object[] values) throws IOException {
        return CosmosQuery.count(client, question.cosmos(), values);
      }

      @Override
      public List<BsonValue> results(Question question, Object[] values) throws IOException {
        List<BsonValue> results = CosmosQuery.results(client, question.cosmos(), values);
        for (BsonValue result : results) {
          if (result instanceof BsonDocument document) {
            document.keySet().removeIf(name -> name.startsWith("_"));
          }
        }
        return results;
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    };
  }
}
