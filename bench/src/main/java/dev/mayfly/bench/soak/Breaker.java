package dev.mayfly.bench.soak;

import dev.mayfly.bench.client.CosmosClient;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Breaks connections off in the middle of something. */
final class Breaker {
  private final int port;

  Breaker(int port) {
    this.port = port;
  }

  void once(SplittableRandom random) throws IOException {
    // Plain and protected ones by turns: they are let go of in different places.
    CosmosClient client = CosmosClient.connect(port, random.nextBoolean());
    try {
      switch (random.nextInt(3)) {
        case 0 -> halfRequest(client, random);
        case 1 -> halfAnswer(client);
        default -> client.connection().send(new byte[] {0x16, 0x03, 0x01, 0x02});
      }
    } finally {
      client.connection().abort();
    }
  }

  private static void halfRequest(CosmosClient client, SplittableRandom random) throws IOException {
    byte[] whole =
        client.feedRequest("POST", CosmosClient.partitionKey("p0"), SoakItems.staying(0));
    client.connection().send(Arrays.copyOf(whole, 1 + random.nextInt(whole.length - 1)));
  }

  private static void halfAnswer(CosmosClient client) throws IOException {
    client.connection().send(client.feedRequest("POST", Pages.QUERY, Pages.EVERYTHING));
    client.connection().readSome();
  }
}
