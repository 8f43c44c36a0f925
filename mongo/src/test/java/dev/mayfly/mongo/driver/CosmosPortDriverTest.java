package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.MongoServer;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** TLS, and the port for connection strings of Azure Cosmos DB for MongoDB. */
class CosmosPortDriverTest {
  private static final String KEY = "C2y6yDjf5%2FR%2Bob0N8A7Cgv30VRDJIWEHLM%3D%3D";

  private static MongoOptions secured(MongoOptions options) {
    return options.withTls(CompletableFuture.completedFuture(TestCertificate.forServer()));
  }

  private static DriverServer account(Optional<String> advertisedHost) {
    return DriverServer.inMemory(
        options ->
            secured(options)
                .withCosmosPort(0, advertisedHost)
                .withRootUser("account", "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM=="));
  }

  private static String cosmosUri(DriverServer server, String database) {
    return "mongodb://account:"
        + KEY
        + "@localhost:"
        + server.server().cosmosPort()
        + "/"
        + database
        + "?ssl=true&replicaSet=globaldb&retrywrites=false&maxIdleTimeMS=120000"
        + "&appName=@account@";
  }

  @Test
  void aConnectionStringOfCosmosDbWorks() {
    try (DriverServer server = account(Optional.empty());
        MongoClient client = server.client(cosmosUri(server, ""));
        MongoClient ofDatabase = server.client(cosmosUri(server, "shop"))) {
      assertThat(client.getDatabase("shop").runCommand(new Document("ping", 1)).get("ok"))
          .isEqualTo(1.0);
      assertThat(ofDatabase.getDatabase("shop").runCommand(new Document("usersInfo", 1)).get("ok"))
          .isEqualTo(1.0);

      ServerDescription description = client.getClusterDescription().getServerDescriptions().get(0);
      assertThat(description.getType()).isEqualTo(ServerType.REPLICA_SET_PRIMARY);
      assertThat(description.getSetName()).isEqualTo("globaldb");
      assertThat(description.getCanonicalAddress())
          .isEqualTo("localhost:" + server.server().cosmosPort());
    }
  }

  @Test
  void failuresHaveCosmosDbsExtras() {
    try (DriverServer server = account(Optional.empty());
        MongoClient client = server.client(cosmosUri(server, ""))) {
      assertThatThrownBy(() -> client.getDatabase("x").runCommand(new Document("fly", 1)))
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              e -> {
                assertThat(e.getResponse().getString("_t").getValue()).isEqualTo("OKMongoResponse");
                assertThat(e.getResponse().getString("$err").getValue())
                    .isEqualTo("no such command: 'fly'");
              });
    }
  }

  @Test
  void theAdvertisedHostIsReturned() {
    try (DriverServer server = account(Optional.of("db.example:1234"));
        MongoClient client =
            server.client(
                "mongodb://account:"
                    + KEY
                    + "@localhost:"
                    + server.server().cosmosPort()
                    + "/?ssl=true&directConnection=true")) {
      Document hello = client.getDatabase("admin").runCommand(new Document("hello", 1));

      assertThat(hello.getString("me")).isEqualTo("db.example:1234");
      assertThat(hello.getList("hosts", String.class)).containsExactly("db.example:1234");
      assertThat(hello.getString("_t")).isEqualTo("IsMasterResponse");
    }
  }

  @Test
  void thatPortDoesNotSpeakInTheClear() {
    try (DriverServer server = account(Optional.empty());
        MongoClient client =
            server.client(
                "mongodb://localhost:"
                    + server.server().cosmosPort()
                    + "/?serverSelectionTimeoutMS=300")) {
      assertThatThrownBy(() -> client.getDatabase("x").runCommand(new Document("ping", 1)))
          .isInstanceOf(MongoTimeoutException.class);
    }
  }

  @Test
  void theUsualPortSpeaksTlsToo() {
    try (DriverServer server = DriverServer.inMemory(CosmosPortDriverTest::secured);
        MongoClient secure = server.client("mongodb://localhost:" + server.port() + "/?tls=true")) {
      assertThat(secure.getDatabase("x").runCommand(new Document("ping", 1)).get("ok"))
          .isEqualTo(1.0);
      assertThat(server.client().getDatabase("x").runCommand(new Document("ping", 1)).get("ok"))
          .isEqualTo(1.0);
    }
  }

  @Test
  void remoteClientsAreRefusedWithoutUsers() {
    try (DriverServer server = DriverServer.inMemory(options -> options)) {
      assertThatThrownBy(
              () ->
                  MongoServer.start(
                      server.engine(), MongoOptions.defaults().withAddress("0.0.0.0", 0)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("there is no user who would have to log in");
      server
          .client()
          .getDatabase("admin")
          .runCommand(Document.parse("{createUser: 'a', pwd: 'b', roles: ['root']}"));
      try (MongoServer open =
          MongoServer.start(server.engine(), MongoOptions.defaults().withAddress("0.0.0.0", 0))) {
        assertThat(open.port()).isPositive();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
