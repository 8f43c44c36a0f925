package dev.mayfly.cosmos.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import java.util.List;
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
