package dev.mayfly.bench.soak;

import dev.mayfly.bench.client.CosmosClient;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** The part of the load that comes by the Cosmos endpoint. */
final class Tasks {
  private static final int BATCH = 100;
  private static final byte[] INCREMENT =
      CosmosClient.utf8("{\"operations\":[{\"op\":\"incr\",\"path\":\"/counter\",\"value\":1}]}");
  private static final String BULK =
      "\r\nx-ms-cosmos-is-batch-request: True\r\nx-ms-cosmos-batch-atomic: False"
          + "\r\nx-ms-cosmos-batch-continue-on-error: True"
          + "\r\nx-ms-documentdb-partitionkeyrangeid: 0";

  private final AtomicLong numbers = new AtomicLong();

  private final int port;
  private int opened;

  Tasks(int port) {
    this.port = port;
  }

  List<Worker> workers() {
    return List.of(
        worker("churn", new Churn(numbers), 500),
        worker("churn", new Churn(numbers), 500),
        worker("upsert", Tasks::upsert, 1000),
        worker("read", Tasks::read, 500),
        worker("patch", Tasks::patch, 2000),
        worker("create and delete", this::createAndDelete, 2000),
        worker("bulk", this::bulk, 200_000),
        worker("query", Pages.query(), 200_000),
        worker("read feed", Pages.readFeed(), 200_000),
        worker("change feed", Pages.changeFeed(), 100_000));
  }

  /** Every second one goes by TLS. */
  private Worker worker(String name, Task task, long pauseMicros) {
    boolean secure = opened++ % 2 == 0;
    return new Worker(name, () -> session(CosmosClient.connect(port, secure), task), pauseMicros);
  }

  private static Session session(CosmosClient client, Task task) {
    return new Session() {
      @Override
      public void once(SplittableRandom random) throws IOException {
        task.once(client, random);
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    };
  }

  static void load(CosmosClient client) throws IOException {
    for (int i = 0; i < SoakItems.STAYING; i++) {
      CosmosClient.expect(201, client.create(SoakItems.partition(i), SoakItems.staying(i)));
    }
  }

  private static void upsert(CosmosClient client, SplittableRandom random) throws IOException {
    int number = random.nextInt(SoakItems.STAYING);
    CosmosClient.expect(200, client.upsert(SoakItems.partition(number), SoakItems.staying(number)));
  }

  private static void read(CosmosClient client, SplittableRandom random) throws IOException {
    int number = random.nextInt(SoakItems.STAYING);
    String id = SoakItems.stayingId(number);
    String body = CosmosClient.expect(200, client.read(id, SoakItems.partition(number))).body();
    if (!body.contains("\"id\":\"" + id + "\"")) {
      throw new IllegalStateException("This is not " + id + ": " + body);
    }
  }

  private static void patch(CosmosClient client, SplittableRandom random) throws IOException {
    int number = random.nextInt(SoakItems.STAYING);
    CosmosClient.expect(
        200, client.patch(SoakItems.stayingId(number), SoakItems.partition(number), INCREMENT));
  }

  private void createAndDelete(CosmosClient client, SplittableRandom random) throws IOException {
    String id = "brief-" + numbers.incrementAndGet();
    String partition = SoakItems.partition(random.nextInt(100));
    CosmosClient.expect(
        201, client.create(partition, CosmosClient.utf8(SoakItems.json(id, partition, 0))));
    CosmosClient.expect(204, client.delete(id, partition));
  }

  private void bulk(CosmosClient client, SplittableRandom random) throws IOException {
    StringBuilder json = new StringBuilder("[");
    for (int i = 0; i < BATCH; i++) {
      String partition = SoakItems.partition(random.nextInt(100));
      String id = "bulk-" + numbers.incrementAndGet();
      json.append(i == 0 ? "" : ",").append("{\"operationType\":\"Create\",\"partitionKey\":");
      json.append("\"[\\\"").append(partition).append("\\\"]\",\"resourceBody\":");
      json.append(SoakItems.json(id, partition, 1 + i % 3)).append('}');
    }
    CosmosClient.expect(
        200, client.feed("POST", BULK, CosmosClient.utf8(json.append(']').toString())));
  }
}
