package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.client.CosmosClient;
import java.io.IOException;
import java.util.Locale;

/** What a client does again and again. Each checks that the answer holds the right item. */
enum Operation {
  READ {
    @Override
    void once(CosmosClient client, byte[] json, int number) throws IOException {
      OrderItems.check(
          CosmosClient.expect(
              200, client.read(OrderItems.id(number), OrderItems.partition(number))),
          json);
    }
  },
  CREATE {
    @Override
    void once(CosmosClient client, byte[] json, int number) throws IOException {
      OrderItems.check(
          CosmosClient.expect(201, client.create(OrderItems.partition(number), json)), json);
    }
  },
  UPSERT {
    @Override
    void once(CosmosClient client, byte[] json, int number) throws IOException {
      OrderItems.check(
          CosmosClient.expect(200, client.upsert(OrderItems.partition(number), json)), json);
    }
  };

  /** Does it with one item. */
  abstract void once(CosmosClient client, byte[] json, int number) throws IOException;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
