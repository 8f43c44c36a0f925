package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.PartitionKey;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.junit.MayflyExtension;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A cart and a session live for thirty days, and not a second longer. */
class ThirtyDaysTest {
  @RegisterExtension
  static final MayflyExtension mayfly = MayflyExtension.ephemeral().frozenClock();

  private static CosmosClient cosmos;
  private static MongoClient mongo;

  @BeforeAll
  static void connect() {
    cosmos =
        new CosmosClientBuilder()
            .endpoint(mayfly.cosmosEndpoint())
            .key(mayfly.cosmosKey())
            .gatewayMode()
            .buildClient();
    mongo = MongoClients.create(mayfly.mongoUri());
  }

  @AfterAll
  static void disconnect() {
    cosmos.close();
    mongo.close();
  }

  @RepeatedTest(5)
  void bothAreGoneAfterThirtyDays() {
    cosmos.createDatabase("shop");
    cosmos
        .getDatabase("shop")
        .createContainer(
            new CosmosContainerProperties("carts", "/user")
                .setDefaultTimeToLiveInSeconds((int) Duration.ofDays(30).toSeconds()));
    CosmosContainer carts = cosmos.getDatabase("shop").getContainer("carts");
    carts.createItem(Map.of("id", "1", "user", "ann"));

    MongoCollection<Document> sessions = mongo.getDatabase("shop").getCollection("sessions");
    sessions.createIndex(
        new Document("_ts", 1), new IndexOptions().expireAfter(30L, TimeUnit.DAYS));
    sessions.insertOne(new Document("_id", "ann"));

    mayfly.advance(Duration.ofDays(30).minusSeconds(1));
    carts.readItem("1", new PartitionKey("ann"), Map.class);
    assertEquals(1, sessions.countDocuments());

    mayfly.advance(Duration.ofSeconds(1));
    CosmosException gone =
        assertThrows(
            CosmosException.class,
            () -> carts.readItem("1", new PartitionKey("ann"), Map.class));
    assertEquals(404, gone.getStatusCode());
    assertEquals(0, sessions.countDocuments());
  }
}
