package dev.mayfly.bench.attack;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.Connection;
import dev.mayfly.bench.client.CosmosClient;
import java.io.IOException;
import java.util.SplittableRandom;

/** A Cosmos client over one connection. */
final class HonestCosmos implements AutoCloseable {
  private final CosmosClient client;

  private HonestCosmos(CosmosClient client) {
    this.client = client;
  }

  static HonestCosmos connect(int port, boolean secure, Account account) throws IOException {
    return new HonestCosmos(
        CosmosClient.over(
            Connection.open(port, secure), port, account.cosmosKey(), CosmosClient.CONTAINER));
  }

  void read(SplittableRandom random) throws IOException {
    int number = random.nextInt(Preparation.ITEMS);
    expect(200, client.read(Integer.toString(number), "p" + number % 10));
  }

  void write(SplittableRandom random) throws IOException {
    int number = random.nextInt(Preparation.ITEMS);
    expect(200, client.upsert("p" + number % 10, CosmosClient.utf8(Preparation.item(number))));
  }

  void query(SplittableRandom random) throws IOException {
    int number = random.nextInt(Preparation.ITEMS);
    String query = "{\"query\":\"SELECT c.id FROM c WHERE c.id = '%d'\"}".formatted(number);
    String partition = CosmosClient.partitionKey("p" + number % 10);
    Answer answer =
        expect(
            200,
            client.feed("POST", CosmosClient.QUERY_HEADERS + partition, CosmosClient.utf8(query)));
    if (!answer.body().contains("{\"id\":\"" + number + "\"}")) {
      throw new IOException("The query did not find its item: " + answer.body());
    }
  }

  static Answer expect(int status, Answer answer) throws IOException {
    if (answer.status() != status) {
      throw new IOException(answer.status() + " " + answer.body());
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
