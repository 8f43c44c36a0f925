package dev.mayfly.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers inside this process, used by real clients. */
@Timeout(600)
class MayflyTest {
  private static final Duration MONTH = Duration.ofDays(30);

  @TempDir private Path temporary;

  @BeforeAll
  static void allowPlainHttp() {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
  }

  private static CosmosClient cosmos(Mayfly mayfly) {
    return new CosmosClientBuilder()
        .endpoint(mayfly.cosmosEndpoint())
        .key(mayfly.key())
        .gatewayMode()
        .buildClient();
  }

  private static CosmosContainer carts(CosmosClient client) {
    client.createDatabaseIfNotExists("shop");
    client
        .getDatabase("shop")
        .createContainerIfNotExists(
            new CosmosContainerProperties("carts", "/user").setDefaultTimeToLiveInSeconds(-1));
    return client.getDatabase("shop").getContainer("carts");
  }

  private static Map<String, Object> cart(Duration ttl) {
    return Map.of("id", "1", "user", "ann", "ttl", ttl.toSeconds());
  }

  private static boolean hasCart(CosmosContainer carts) {
    try {
      return carts.readItem("1", new PartitionKey("ann"), Map.class).getItem() != null;
    } catch (CosmosException e) {
      assertThat(e.getStatusCode()).isEqualTo(404);
      return false;
    }
  }

  @Test
  void itemsOfBothApisDieWhenTheClockIsAdvanced() {
    try (Mayfly mayfly = Mayfly.ephemeral().frozenClock().start();
        CosmosClient client = cosmos(mayfly);
        MongoClient mongo = MongoClients.create(mayfly.mongoUri())) {
      CosmosContainer carts = carts(client);
      MongoCollection<Document> baskets = mongo.getDatabase("shop").getCollection("baskets");
      baskets.createIndex(
          new Document("until", 1), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
      carts.createItem(cart(MONTH));
      baskets.insertOne(new Document("until", Date.from(mayfly.now().plus(MONTH))));

      mayfly.clock().advance(MONTH.minusSeconds(1));
      assertThat(hasCart(carts)).isTrue();
      assertThat(baskets.countDocuments()).isEqualTo(1);
      mayfly.clock().advance(Duration.ofSeconds(1));
      assertThat(hasCart(carts)).isFalse();
      assertThat(baskets.countDocuments()).isZero();
    }
  }

  @Test
  void resetLeavesNothingAndTakesTheClockBack() {
    Instant start = Instant.parse("2030-01-01T00:00:00Z");
    List<Long> nanos = new ArrayList<>();
    try (Mayfly mayfly = Mayfly.ephemeral().frozenClockAt(start).start();
        CosmosClient client = cosmos(mayfly);
        MongoClient mongo = MongoClients.create(mayfly.mongoUri())) {
      for (int i = 0; i < 20; i++) {
        assertThat(mayfly.now()).isEqualTo(start);
        CosmosContainer carts = carts(client);
        assertThat(hasCart(carts)).isFalse();
        carts.createItem(cart(MONTH));
        assertThat(hasCart(carts)).isTrue();
        MongoCollection<Document> baskets = mongo.getDatabase("shop").getCollection("baskets");
        assertThat(baskets.countDocuments()).isZero();
        baskets.insertOne(new Document("_id", 1));
        mongo
            .getDatabase("shop")
            .runCommand(
                new Document("createUser", "u" + i).append("pwd", "p").append("roles", List.of()));
        // Further than clients may be ahead of the server, were it not for the reset.
        mayfly.clock().advance(Duration.ofDays(800));
        assertThat(baskets.find().first()).isEqualTo(new Document("_id", 1));
        long before = System.nanoTime();
        mayfly.reset();
        nanos.add(System.nanoTime() - before);
        assertThat(mongo.listDatabaseNames()).isEmpty();
        Document users = mongo.getDatabase("shop").runCommand(new Document("usersInfo", 1));
        assertThat(users.getList("users", Document.class)).isEmpty();
        assertThat(client.readAllDatabases()).isEmpty();
      }
    }
    nanos.sort(null);
    System.out.printf(
        "reset: median %.1f ms, longest %.1f ms%n",
        nanos.get(nanos.size() / 2) / 1e6, nanos.get(nanos.size() - 1) / 1e6);
    assertThat(nanos.get(nanos.size() / 2)).as("median").isLessThan(100_000_000);
  }

  @Test
  void changeStreamsAndSessionsWorkAfterAReset() {
    try (Mayfly mayfly = Mayfly.ephemeral().frozenClock().start();
        MongoClient mongo = MongoClients.create(mayfly.mongoUri())) {
      for (int i = 0; i < 3; i++) {
        MongoCollection<Document> orders = mongo.getDatabase("shop").getCollection("orders");
        orders.insertOne(new Document("_id", 0));
        try (var changes = orders.watch().cursor()) {
          orders.insertOne(new Document("_id", 1));
          assertThat(changes.next().getFullDocument()).isEqualTo(new Document("_id", 1));
        }
        try (var session = mongo.startSession()) {
          session.withTransaction(() -> orders.insertOne(session, new Document("_id", 2)));
        }
        assertThat(orders.countDocuments()).isEqualTo(3);
        mayfly.clock().advance(MONTH);
        mayfly.reset();
      }
    }
  }

  @Test
  void serversSideBySideKnowNothingOfEachOther() {
    String key = Base64.getEncoder().encodeToString(new byte[48]);
    try (Mayfly first = Mayfly.ephemeral().frozenClock().start();
        Mayfly second = Mayfly.ephemeral().key(key).mongoUser("root", "p@ss/1").start();
        MongoClient one = MongoClients.create(first.mongoUri());
        MongoClient two = MongoClients.create(second.mongoUri())) {
      assertThat(second.key()).isEqualTo(key).isNotEqualTo(first.key());
      one.getDatabase("a").getCollection("c").insertOne(new Document());
      two.getDatabase("b").getCollection("c").insertOne(new Document());
      first.clock().advance(MONTH);
      assertThat(one.listDatabaseNames()).containsExactly("a");
      assertThat(two.listDatabaseNames()).containsExactly("b");
      assertThat(Duration.between(second.now(), first.now())).isGreaterThan(Duration.ofDays(29));
    }
  }

  @Test
  void keptDataIsThereAgainAndItsClockIsTheMachines() {
    for (int i = 0; i < 2; i++) {
      try (Mayfly mayfly = Mayfly.at(temporary.resolve("data")).start();
          MongoClient mongo = MongoClients.create(mayfly.mongoUri())) {
        MongoCollection<Document> all = mongo.getDatabase("a").getCollection("c");
        assertThat(all.countDocuments()).isEqualTo(i);
        all.insertOne(new Document());
        assertThatThrownBy(mayfly::reset).hasMessageContaining("Mayfly.ephemeral()");
        assertThatThrownBy(() -> mayfly.clock().advance(MONTH))
            .hasMessageContaining("Mayfly.ephemeral()");
      }
    }
    assertThatThrownBy(() -> Mayfly.at(temporary).frozenClock().start())
        .hasMessageContaining("Mayfly.ephemeral()");
  }

  @Test
  void theSeedFolderIsThereAfterTheStartAndAfterAReset() throws Exception {
    Path shop = Files.createDirectories(temporary.resolve("seed/shop"));
    Files.writeString(
        shop.resolve("carts.definition.json"),
        "{\"partitionKey\": \"/user\", \"defaultTtl\": 3600}");
    Files.writeString(
        shop.resolve("carts.json"), "[{\"id\": \"1\", \"user\": \"ann\", \"ttl\": 60}]");
    Files.writeString(
        shop.resolve("baskets.definition.json"),
        """
        {"api": "mongodb",
         "indexes": [{"key": {"_ts": 1}, "name": "ttl", "expireAfterSeconds": 60}]}
        """);
    Files.writeString(
        shop.resolve("baskets.jsonl"),
        """
        {"_id": 1}
        {"_id": 2, "at": {"$date": "2030-01-01T00:00:00Z"}}
        """);
    try (Mayfly mayfly = Mayfly.ephemeral().frozenClock().seed(temporary.resolve("seed")).start();
        CosmosClient client = cosmos(mayfly);
        MongoClient mongo = MongoClients.create(mayfly.mongoUri())) {
      CosmosContainer carts = client.getDatabase("shop").getContainer("carts");
      MongoCollection<Document> baskets = mongo.getDatabase("shop").getCollection("baskets");
      for (int i = 0; i < 2; i++) {
        assertThat(hasCart(carts)).isTrue();
        assertThat(baskets.countDocuments()).isEqualTo(2);
        mayfly.clock().advance(Duration.ofSeconds(60));
        assertThat(hasCart(carts)).isFalse();
        assertThat(baskets.countDocuments()).isZero();
        mayfly.reset();
      }
    }
    Files.writeString(shop.resolve("wrong.json"), "[{]");
    assertThatThrownBy(() -> Mayfly.ephemeral().seed(temporary.resolve("seed")).start())
        .isInstanceOf(MayflyException.class)
        .hasMessageContaining("wrong.json");
  }

  @Test
  void indexesWhoseKeysComeFromServicesWorkInside() {
    try (Mayfly mayfly = Mayfly.ephemeral().start();
        MongoClient mongo = MongoClients.create(mayfly.mongoUri())) {
      MongoCollection<Document> places = mongo.getDatabase("a").getCollection("places");
      places.createIndex(new Document("name", "text"));
      places.createIndex(new Document("at", "2dsphere"));
      Document point = new Document("type", "Point").append("coordinates", List.of(13.4, 52.5));
      places.insertOne(new Document("name", "a quiet harbour").append("at", point));
      Document words = new Document("$text", new Document("$search", "harbours"));
      assertThat(places.countDocuments(words)).isEqualTo(1);
      Document near = new Document("$near", new Document("$geometry", point));
      assertThat(places.find(new Document("at", near))).hasSize(1);
    }
  }

  @Test
  void wrongSettingsAreNamed() {
    assertThatThrownBy(() -> Mayfly.ephemeral().setting("cosmos-prt", "1").start())
        .isInstanceOf(MayflyException.class)
        .hasMessageContaining("there is no setting 'cosmos-prt'");
    assertThatThrownBy(() -> Mayfly.ephemeral().cosmosPort(70_000).start())
        .isInstanceOf(MayflyException.class)
        .hasMessageContaining("cosmos-port");
  }

  @Test
  void theProgramSeesNoClassOfTheLibrariesInside() {
    try (Mayfly mayfly = Mayfly.ephemeral().start()) {
      ClassLoader inside = new IsolatedLoader(Mayfly.class.getClassLoader());
      for (String name :
          List.of("io.netty.channel.Channel", "com.fasterxml.jackson.core.JsonFactory")) {
        assertThat(load(inside, name)).isNotSameAs(load(Mayfly.class.getClassLoader(), name));
      }
      String shared = "org.slf4j.Logger";
      assertThat(load(inside, shared)).isSameAs(load(Mayfly.class.getClassLoader(), shared));
      assertThat(inside.getResource("io/netty/channel/Channel.class").toString())
          .contains(IsolatedLoader.FOLDER);
      assertThat(mayfly.certificate()).startsWith("-----BEGIN CERTIFICATE-----");
    }
  }

  private static Class<?> load(ClassLoader loader, String name) {
    try {
      return loader.loadClass(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name, e);
    }
  }
}
