package dev.mayfly.bench.attack;

import dev.mayfly.bench.client.Connection;
import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.client.DirectClient;
import java.io.IOException;
import java.util.SplittableRandom;

/** A Cosmos client in direct mode over one connection. */
final class HonestDirect implements AutoCloseable {
  private final DirectClient client;

  private HonestDirect(DirectClient client) {
    this.client = client;
  }

  static HonestDirect connect(int port, Account account) throws IOException {
    return new HonestDirect(
        DirectClient.over(
            Connection.open(port, true), account.cosmosKey(), CosmosClient.CONTAINER));
  }

  void read(SplittableRandom random) throws IOException {
    int number = random.nextInt(Preparation.ITEMS);
    HonestCosmos.expect(200, client.read(Integer.toString(number), "p" + number % 10));
  }

  void write(SplittableRandom random) throws IOException {
    int number = random.nextInt(Preparation.ITEMS);
    HonestCosmos.expect(
        200, client.upsert("p" + number % 10, CosmosClient.utf8(Preparation.item(number))));
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
