package dev.mayfly.cosmos.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.Locations;
import dev.mayfly.engine.cluster.ClientAddresses;
import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.engine.cluster.ClusterNode;
import dev.mayfly.engine.cluster.ClusterState;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** What clients ask for first. */
class AccountHandlerTest extends MetadataFixture {
  @Test
  void theEndpointsAreWhereTheClientFoundUs() {
    BsonDocument account = get("/");
    for (String locations : List.of("writableLocations", "readableLocations")) {
      assertThat(account.getArray(locations))
          .containsExactly(
              parse("{\"name\":\"Local\",\"databaseAccountEndpoint\":\"http://there:8081/\"}"));
    }
  }

  /** The JavaScript SDK avoids locations by name once they have refused a write. */
  @Test
  void whileThereIsNoLeaderNoNodeIsNamedAsTheOneThatRefuses() {
    assertThat(account(Optional.of("n2")).getArray("writableLocations"))
        .containsExactly(
            parse("{\"name\":\"n2\",\"databaseAccountEndpoint\":\"http://n2:8081/\"}"));
    BsonDocument without = account(Optional.empty());
    assertThat(without.getArray("writableLocations"))
        .containsExactly(
            parse("{\"name\":\"No leader\",\"databaseAccountEndpoint\":\"http://there:8081/\"}"));
    assertThat(without.getArray("readableLocations"))
        .extracting(each -> each.asDocument().getString("name").getValue())
        .containsExactly("n1", "n2");
  }

  private static BsonDocument account(Optional<String> leader) {
    Cluster cluster =
        new Cluster() {
          @Override
          public String name() {
            return "test";
          }

          @Override
          public String nodeId() {
            return "n1";
          }

          @Override
          public ClusterState state() {
            return new ClusterState(
                leader.isPresent() ? ClusterState.Role.FOLLOWER : ClusterState.Role.CANDIDATE,
                1,
                leader,
                List.of(node("n1"), node("n2")));
          }

          @Override
          public void onChange(Consumer<ClusterState> listener) {}
        };
    Request request =
        new Request(
            "GET",
            "/",
            "http",
            "there:8081",
            new DefaultHttpHeaders(),
            new byte[0],
            Request.activityId(null));
    return new AccountHandler(Locations.of(cluster)).account(request);
  }

  private static ClusterNode node(String id) {
    ClientAddresses clients =
        new ClientAddresses(
            Optional.of(id + ":8081"), Optional.empty(), Optional.empty(), Optional.empty());
    return new ClusterNode(id, id + ":7001", clients, OptionalLong.empty(), OptionalLong.empty());
  }

  @Test
  void itHasWhatClientsRead() {
    BsonDocument account = get("/");
    assertThat(account.getString("id").getValue()).isNotEqualTo("localhost").isNotEmpty();
    assertThat(account.get("userConsistencyPolicy"))
        .isEqualTo(parse("{\"defaultConsistencyLevel\":\"Session\"}"));
    assertThat(account.get("enableMultipleWriteLocations")).isEqualTo(parse("false"));
    assertThat(account.getString("queryEngineConfiguration").getValue()).isEqualTo("{}");
    assertThat(account.get("userReplicationPolicy"))
        .isEqualTo(
            parse("{\"asyncReplication\":false,\"minReplicaSetSize\":1,\"maxReplicasetSize\":2}"));
    assertThat(account.get("systemReplicationPolicy"))
        .isEqualTo(parse("{\"minReplicaSetSize\":1,\"maxReplicasetSize\":2}"));
    assertThat(account.get("readPolicy"))
        .isEqualTo(parse("{\"primaryReadCoefficient\":1,\"secondaryReadCoefficient\":1}"));
    assertThat(account.keySet())
        .contains("_self", "_rid", "media", "addresses", "_dbs")
        .doesNotContain("thinClientReadableLocations", "thinClientWritableLocations");
  }

  @Test
  void itCannotBeWritten() {
    assertStatus(405, send("PUT", "/", "{}"));
  }
}
