package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterType;
import dev.mayfly.mongo.command.handshake.SetIdentity;
import dev.mayfly.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which topology clients see, and which connection strings work. */
class IdentityDriverTest {
  private static BsonDocument hello(MongoClient client) {
    return run(client, "hello");
  }

  private static BsonDocument run(MongoClient client, String command) {
    return client
        .getDatabase("admin")
        .runCommand(new BsonDocument(command, new BsonInt32(1)), BsonDocument.class);
  }

  private static ClusterDescription described(MongoClient client) {
    client.getDatabase("d").getCollection("c").insertOne(new Document());
    return client.getClusterDescription();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?replicaSet=rs0",
        "?directConnection=true",
        "?directConnection=true&replicaSet=rs0",
        "?retryWrites=false",
        "?readPreference=secondaryPreferred&replicaSet=rs0",
        "?w=majority&replicaSet=rs0"
      })
  void byDefaultAClientOfThisMachineSeesASet(String options) {
    for (String host : List.of("localhost", "127.0.0.1")) {
      DriverServer server = DriverServer.shared();
      String uri = "mongodb://" + host + ":" + server.port() + "/" + options;
      try (MongoClient client = server.client(uri)) {
        ClusterDescription seen = described(client);
        assertThat(seen.getServerDescriptions()).hasSize(1);
        assertThat(seen.getServerDescriptions().get(0).getSetName()).isEqualTo("rs0");
        assertThat(seen.getServerDescriptions().get(0).isPrimary()).isTrue();
      }
    }
  }

  @Test
  void theMemberIsTheAddressThatWasDialled() {
    DriverServer server = DriverServer.shared();
    String address = "127.0.0.1:" + server.port();
    BsonDocument hello = hello(server.client());

    assertThat(hello.keySet())
        .startsWith(
            "topologyVersion",
            "hosts",
            "setName",
            "setVersion",
            "isWritablePrimary",
            "secondary",
            "primary",
            "me",
            "lastWrite",
            "maxBsonObjectSize");
    assertThat(hello.getArray("hosts").get(0).asString().getValue()).isEqualTo(address);
    assertThat(hello.getString("me").getValue()).isEqualTo(address);
    assertThat(hello.getString("primary").getValue()).isEqualTo(address);
    assertThat(hello.getDocument("lastWrite").keySet())
        .containsExactly("opTime", "lastWriteDate", "majorityOpTime", "majorityWriteDate");
    assertThat(hello.containsKey("electionId")).isFalse();
  }

  @Test
  void aSetOfAnotherNameIsFoundUnderTheAdvertisedAddress() {
    try (DriverServer server =
        DriverServer.inMemory(
            options ->
                options.withSetIdentity(SetIdentity.of("other", Optional.of("localhost"))))) {
      String uri = "mongodb://127.0.0.1:" + server.port() + "/?replicaSet=other";
      try (MongoClient client = server.client(uri)) {
        assertThat(described(client).getType()).isEqualTo(ClusterType.REPLICA_SET);
        Await.until(
            "the seed is replaced",
            () ->
                client
                    .getClusterDescription()
                    .getServerDescriptions()
                    .get(0)
                    .getAddress()
                    .getHost()
                    .equals("localhost"));
      }
    }
  }

  @Test
  void anAdvertisedPortIsThatOfAMapping() {
    try (DriverServer server =
            DriverServer.inMemory(
                options ->
                    options.withSetIdentity(SetIdentity.of("s", Optional.of("db.example:5000"))));
        MongoClient client =
            server.client("mongodb://localhost:" + server.port() + "/?directConnection=true")) {
      assertThat(hello(client).getString("me").getValue()).isEqualTo("db.example:5000");
      assertThat(run(client, "replSetGetConfig").getDocument("config").getString("_id").getValue())
          .isEqualTo("s");
    }
  }

  @Test
  void aRouterIsReachedUnderAnyAddress() {
    try (DriverServer server =
            DriverServer.inMemory(options -> options.withSetIdentity(SetIdentity.ROUTER));
        MongoClient client = server.client("mongodb://localhost:" + server.port() + "/")) {
      assertThat(described(client).getType()).isEqualTo(ClusterType.SHARDED);
      BsonDocument hello = hello(client);
      assertThat(hello.getString("msg").getValue()).isEqualTo("isdbgrid");
      assertThat(hello.containsKey("setName")).isFalse();
      assertThat(run(client, "isdbgrid").getInt32("isdbgrid").getValue()).isEqualTo(1);
      assertThat(run(client, "serverStatus").getString("process").getValue()).isEqualTo("mongos");
      CollectionTest.refused(76, () -> run(client, "replSetGetStatus"));
      CollectionTest.refused(76, () -> run(client, "replSetGetConfig"));
      CollectionTest.refused(76, () -> run(client, "replSetInitiate"));
      assertThat(shards(client)).singleElement().asString().endsWith(":" + server.port());
    }
  }

  private static List<String> shards(MongoClient client) {
    return client
        .getDatabase("config")
        .getCollection("shards")
        .find(new Document("state", 1))
        .map(shard -> shard.getString("host"))
        .into(new ArrayList<>());
  }

  @Test
  void aSetHasNoShards() {
    assertThat(shards(DriverServer.shared().client())).isEmpty();
  }

  @Test
  void shellsAndScriptsAskForStatusAndConfiguration() {
    DriverServer server = DriverServer.shared();
    MongoClient client = server.client();
    String address = "127.0.0.1:" + server.port();

    BsonDocument status = run(client, "replSetGetStatus");
    assertThat(status.getString("set").getValue()).isEqualTo("rs0");
    assertThat(status.getInt32("myState").getValue()).isEqualTo(1);
    BsonDocument member = status.getArray("members").get(0).asDocument();
    assertThat(member.getString("name").getValue()).isEqualTo(address);
    assertThat(member.getString("stateStr").getValue()).isEqualTo("PRIMARY");
    assertThat(member.getBoolean("self").getValue()).isTrue();

    BsonDocument config = run(client, "replSetGetConfig").getDocument("config");
    assertThat(config.getString("_id").getValue()).isEqualTo("rs0");
    assertThat(config.getArray("members").get(0).asDocument().getString("host").getValue())
        .isEqualTo(address);

    CollectionTest.refused(23, () -> run(client, "replSetInitiate"));
    BsonDocument all = run(client, "serverStatus");
    assertThat(all.getString("process").getValue()).isEqualTo("mongod");
    assertThat(all.getDocument("repl").getString("setName").getValue()).isEqualTo("rs0");
    assertThat(all.getDocument("repl").getBoolean("isWritablePrimary").getValue()).isTrue();
  }
}
