package dev.mayfly.server;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import java.util.Map;

/**
 * A program that uses the Java SDK as it is: direct mode. Its arguments are the endpoint and the
 * key.
 */
final class DirectJava {
  private DirectJava() {}

  public static void main(String[] arguments) {
    try (CosmosClient client =
        new CosmosClientBuilder().endpoint(arguments[0]).key(arguments[1]).buildClient()) {
      client.createDatabaseIfNotExists("shop");
      client.getDatabase("shop").createContainerIfNotExists("direct", "/user");
      CosmosContainer carts = client.getDatabase("shop").getContainer("direct");
      carts.upsertItem(Map.of("id", "1", "user", "ann", "ttl", 60));
      System.out.println(carts.readItem("1", new PartitionKey("ann"), Map.class).getItem());
      carts
          .queryItems("SELECT c.user FROM c", new CosmosQueryRequestOptions(), Map.class)
          .forEach(System.out::println);
      System.out.println(carts.readItem("1", new PartitionKey("ann"), Map.class).getDiagnostics());
    }
  }
}
