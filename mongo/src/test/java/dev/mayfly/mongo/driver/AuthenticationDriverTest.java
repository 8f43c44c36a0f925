package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticationDriverTest {
  private static final Document PING = new Document("ping", 1);
  private static final Document STATUS = new Document("connectionStatus", 1);

  private static DriverServer withRoot() {
    return DriverServer.inMemory(
        options ->
            options
                .withRootUser("boss", "secret, = \u00fc")
                .withTls(CompletableFuture.completedFuture(TestCertificate.forServer())));
  }

  private static String uri(DriverServer server, String who, String options) {
    return "mongodb://" + who + "@localhost:" + server.port() + "/?" + options;
  }

  private static String userOf(Document status) {
    List<Document> users =
        status.get("authInfo", Document.class).getList("authenticatedUsers", Document.class);
    return users.isEmpty() ? null : users.get(0).getString("user");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "authSource=admin",
        "authMechanism=SCRAM-SHA-1&authSource=admin",
        "authMechanism=SCRAM-SHA-256&authSource=admin",
        "authMechanism=SCRAM-SHA-256&authSource=admin&compressors=zlib",
        "authMechanism=PLAIN&tls=true"
      })
  void theConfiguredUserLogsInInEachWay(String options) {
    try (DriverServer server = withRoot();
        MongoClient client = server.client(uri(server, "boss:secret%2C%20%3D%20%C3%BC", options))) {
      assertThat(userOf(client.getDatabase("admin").runCommand(STATUS))).isEqualTo("boss");
      assertThat(client.getDatabase("admin").runCommand(new Document("serverStatus", 1)))
          .containsKey("connections");
    }
  }

  /** Python's driver continues a speculative authentication, whatever the list says. */
  @Test
  void aGuessAtAMechanismThatTheUserDoesNotHaveIsNotAnswered() {
    Document guess =
        new Document("saslStart", 1)
            .append("mechanism", "SCRAM-SHA-256")
            .append("payload", new Binary("n,,n=old,r=abc".getBytes(StandardCharsets.UTF_8)))
            .append("db", "admin");
    Document hello =
        new Document("hello", 1)
            .append("saslSupportedMechs", "admin.old")
            .append("speculativeAuthenticate", guess);
    try (DriverServer server = withRoot();
        MongoClient client =
            server.client(uri(server, "boss:secret%2C%20%3D%20%C3%BC", "authSource=admin"))) {
      MongoDatabase admin = client.getDatabase("admin");
      admin.runCommand(
          Document.parse("{createUser: 'old', pwd: 'pw', roles: [], mechanisms: ['SCRAM-SHA-1']}"));

      assertThat(admin.runCommand(hello))
          .containsEntry("saslSupportedMechs", List.of("SCRAM-SHA-1"))
          .doesNotContainKey("speculativeAuthenticate");

      guess.append("mechanism", "SCRAM-SHA-1");
      assertThat(admin.runCommand(hello)).containsKey("speculativeAuthenticate");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "boss:wrong SCRAM-SHA-1",
        "boss:wrong SCRAM-SHA-256",
        "nobody:secret SCRAM-SHA-1",
        "nobody:secret SCRAM-SHA-256"
      })
  void aWrongNameOrPasswordIsRejected(String attempt) {
    String[] parts = attempt.split(" ");
    try (DriverServer server = withRoot();
        MongoClient client =
            server.client(uri(server, parts[0], "authSource=admin&authMechanism=" + parts[1]))) {
      assertThatThrownBy(() -> client.getDatabase("admin").runCommand(PING))
          .isInstanceOf(MongoSecurityException.class)
          .rootCause()
          .hasMessageContaining("18 (AuthenticationFailed): 'Authentication failed.'");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"boss:wrong", "nobody:secret"})
  void aWrongPlainPasswordIsRejected(String who) {
    try (DriverServer server = withRoot();
        MongoClient client = server.client(uri(server, who, "authMechanism=PLAIN&tls=true"))) {
      assertThatThrownBy(() -> client.getDatabase("admin").runCommand(PING))
          .isInstanceOf(MongoSecurityException.class)
          .rootCause()
          .hasMessageContaining("18 (AuthenticationFailed): 'Authentication failed.'");
    }
  }

  @Test
  void plainPasswordsAreNotTakenInTheClear() {
    try (DriverServer server = withRoot();
        MongoClient client = server.client(uri(server, "boss:secret", "authMechanism=PLAIN"))) {
      assertThatThrownBy(() -> client.getDatabase("admin").runCommand(PING))
          .isInstanceOf(MongoSecurityException.class)
          .rootCause()
          .hasMessageContaining("334 (MechanismUnavailable)");
    }
  }

  @Test
  void unauthenticatedCommandsAreRejected() {
    try (DriverServer server = withRoot()) {
      MongoDatabase database = server.client().getDatabase("admin");

      assertThat(database.runCommand(PING).get("ok")).isEqualTo(1.0);
      assertThatThrownBy(() -> database.runCommand(new Document("serverStatus", 1)))
          .isInstanceOfSatisfying(
              MongoCommandException.class,
              e -> {
                assertThat(e.getErrorCode()).isEqualTo(13);
                assertThat(e.getErrorMessage())
                    .isEqualTo("Command serverStatus requires authentication");
              });
    }
  }

  @Test
  void withoutAuthAUserShutsNobodyOut(@TempDir Path directory) {
    Document status = new Document("serverStatus", 1);
    try (DriverServer server = DriverServer.on(directory, UnaryOperator.identity())) {
      MongoDatabase admin = server.client().getDatabase("admin");
      admin.runCommand(create("ann", "pw", "read"));
      assertThat(admin.runCommand(status)).containsKey("uptime");
      try (MongoClient client = server.client(uri(server, "ann:pw", "authSource=admin"))) {
        assertThat(client.getDatabase("admin").runCommand(status)).containsKey("uptime");
      }
    }
    try (DriverServer server = DriverServer.on(directory, options -> options.withAuth(true))) {
      MongoDatabase admin = server.client().getDatabase("admin");
      assertThatThrownBy(() -> admin.runCommand(status))
          .hasMessageContaining("requires authentication");
    }
  }

  @Test
  void withAuthTheFirstUserEndsTheTimeOfOpenDoors() {
    try (DriverServer server = DriverServer.inMemory(options -> options.withAuth(true))) {
      MongoDatabase admin = server.client().getDatabase("admin");
      assertThat(admin.runCommand(new Document("serverStatus", 1))).containsKey("uptime");

      admin.runCommand(create("ann", "pw", "root"));

      assertThatThrownBy(() -> admin.runCommand(new Document("serverStatus", 1)))
          .hasMessageContaining("requires authentication");
      try (MongoClient client = server.client(uri(server, "ann:pw", "authSource=admin"))) {
        MongoDatabase own = client.getDatabase("admin");
        assertThat(own.runCommand(new Document("serverStatus", 1))).containsKey("uptime");
        own.runCommand(new Document("dropUser", "ann"));
      }
      assertThat(admin.runCommand(new Document("serverStatus", 1))).containsKey("uptime");
    }
  }

  @Test
  void usersOutliveTheServer(@TempDir Path directory) {
    try (DriverServer server = DriverServer.on(directory, UnaryOperator.identity())) {
      server.client().getDatabase("admin").runCommand(create("ann", "pw", "root"));
    }
    try (DriverServer server = DriverServer.on(directory, options -> options.withAuth(true));
        MongoClient client = server.client(uri(server, "ann:pw", "authSource=admin"))) {
      assertThat(userOf(client.getDatabase("admin").runCommand(STATUS))).isEqualTo("ann");
      assertThatThrownBy(
              () -> server.client().getDatabase("admin").runCommand(new Document("usersInfo", 1)))
          .hasMessageContaining("requires authentication");
    }
  }

  @Test
  void rolesSayWhatUsersMayDo() {
    try (DriverServer server = withRoot();
        MongoClient root =
            server.client(uri(server, "boss:secret%2C%20%3D%20%C3%BC", "authSource=admin"))) {
      root.getDatabase("shop").runCommand(create("reader", "pw", "read"));
      try (MongoClient reader = server.client(uri(server, "reader:pw", "authSource=shop"))) {
        assertThat(userOf(reader.getDatabase("shop").runCommand(STATUS))).isEqualTo("reader");
        assertRefused(reader, "shop", create("other", "pw", "read"));
        assertRefused(reader, "admin", new Document("serverStatus", 1));
        assertRefused(reader, "shop", new Document("insert", "c"));
        assertRefused(reader, "other", new Document("find", "c"));
        Document out =
            new Document("aggregate", "c")
                .append("pipeline", List.of(new Document("$out", "d")))
                .append("cursor", new Document());
        assertRefused(reader, "shop", out);

        root.getDatabase("shop")
            .runCommand(
                new Document("grantRolesToUser", "reader").append("roles", List.of("userAdmin")));

        assertThat(reader.getDatabase("shop").runCommand(create("other", "pw", "read")).get("ok"))
            .isEqualTo(1.0);
        assertThat(names(reader.getDatabase("shop").runCommand(new Document("usersInfo", 1))))
            .containsExactly("other", "reader");
      }
    }
  }

  @Test
  void whoAdministersOneDatabaseGrantsNoRolesOfAnother() {
    try (DriverServer server = withRoot();
        MongoClient root =
            server.client(uri(server, "boss:secret%2C%20%3D%20%C3%BC", "authSource=admin"))) {
      root.getDatabase("shop").runCommand(create("ann", "pw", "dbOwner"));
      try (MongoClient ann = server.client(uri(server, "ann:pw", "authSource=shop"))) {
        List<Document> roles = List.of(new Document("role", "root").append("db", "admin"));
        Document eve = create("eve", "pw", "read").append("roles", roles);
        assertRefused(ann, "shop", eve);
        for (String command : List.of("grantRolesToUser", "revokeRolesFromUser", "updateUser")) {
          assertRefused(ann, "shop", new Document(command, "ann").append("roles", roles));
        }
        assertThat(ann.getDatabase("shop").runCommand(create("eve", "pw", "read")).get("ok"))
            .isEqualTo(1.0);
      }
    }
  }

  @Test
  void aUserSeesTheDatabasesThatAreTheirs() {
    try (DriverServer server = withRoot();
        MongoClient root =
            server.client(uri(server, "boss:secret%2C%20%3D%20%C3%BC", "authSource=admin"))) {
      root.getDatabase("shop").getCollection("c").insertOne(new Document());
      root.getDatabase("other").getCollection("c").insertOne(new Document());
      root.getDatabase("shop").runCommand(create("reader", "pw", "read"));
      assertThat(root.listDatabaseNames()).containsExactlyInAnyOrder("shop", "other");
      try (MongoClient reader = server.client(uri(server, "reader:pw", "authSource=shop"))) {
        assertThat(reader.listDatabaseNames()).containsExactly("shop");
        assertThat(reader.getDatabase("shop").getCollection("c").find()).hasSize(1);
      }
    }
  }

  @Test
  void aPasswordCanBeChangedByItsOwner() {
    try (DriverServer server = withRoot();
        MongoClient root =
            server.client(uri(server, "boss:secret%2C%20%3D%20%C3%BC", "authSource=admin"))) {
      root.getDatabase("shop").runCommand(create("ann", "old", "read"));
      try (MongoClient ann = server.client(uri(server, "ann:old", "authSource=shop"))) {
        ann.getDatabase("shop").runCommand(new Document("updateUser", "ann").append("pwd", "new"));
      }
      try (MongoClient ann = server.client(uri(server, "ann:new", "authSource=shop"))) {
        assertThat(userOf(ann.getDatabase("shop").runCommand(STATUS))).isEqualTo("ann");
      }
      try (MongoClient ann = server.client(uri(server, "ann:old", "authSource=shop"))) {
        assertThatThrownBy(() -> ann.getDatabase("shop").runCommand(PING))
            .isInstanceOf(MongoSecurityException.class);
      }
    }
  }

  @Test
  void customRolesAndUnknownOnesAreRefused() {
    try (DriverServer server = DriverServer.inMemory(UnaryOperator.identity())) {
      MongoDatabase shop = server.client().getDatabase("shop");
      assertThatThrownBy(() -> shop.runCommand(create("ann", "pw", "root")))
          .hasMessageContaining("31 (RoleNotFound): 'Could not find role: root@shop'");
      assertThatThrownBy(() -> shop.runCommand(new Document("createRole", "mine")))
          .hasMessageContaining("115 (CommandNotSupported)");
    }
  }

  private static void assertRefused(MongoClient client, String database, Document command) {
    String name = command.keySet().iterator().next();
    assertThatThrownBy(() -> client.getDatabase(database).runCommand(command))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            e -> {
              assertThat(e.getErrorCode()).isEqualTo(13);
              assertThat(e.getErrorMessage())
                  .startsWith("not authorized on " + database + " to execute command { " + name);
            });
  }

  private static List<String> names(Document usersInfo) {
    return usersInfo.getList("users", Document.class).stream()
        .map(user -> user.getString("user"))
        .toList();
  }

  private static Document create(String name, String password, String role) {
    return new Document("createUser", name).append("pwd", password).append("roles", List.of(role));
  }
}
