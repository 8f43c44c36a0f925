package dev.mayfly.server;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.PartitionKey;
import java.util.Map;

/** A program with the Java lines of the README. Its arguments are the endpoint and the key. */
final class ReadmeJava {
  private ReadmeJava() {}

  public static void main(String[] arguments) {
    String endpoint = arguments[0];
    String key = arguments[1];
    // README: from here
    try (CosmosClient client =
        new CosmosClientBuilder().endpoint(endpoint).key(key).gatewayMode().buildClient()) {
      client.createDatabaseIfNotExists("shop");
      CosmosContainerProperties properties = new CosmosContainerProperties("carts", "/user");
      properties.setDefaultTimeToLiveInSeconds(3600);
      client.getDatabase("shop").createContainerIfNotExists(properties);
      CosmosContainer carts = client.getDatabase("shop").getContainer("carts");
      carts.upsertItem(Map.of("id", "1", "user", "ann", "ttl", 60));
      System.out.println(carts.readItem("1", new PartitionKey("ann"), Map.class).getItem());
    }
    // README: to here
  }
}
