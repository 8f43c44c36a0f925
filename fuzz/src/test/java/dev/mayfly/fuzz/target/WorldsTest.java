package dev.mayfly.fuzz.target;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.fuzz.world.CosmosWorld;
import dev.mayfly.fuzz.world.FrameConnection;
import dev.mayfly.fuzz.world.HttpConnection.Answer;
import dev.mayfly.fuzz.world.MongoWorld;
import dev.mayfly.fuzz.world.Signature;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The targets reach what they are for: inputs are let in, and indexes are read. */
@Timeout(120)
class WorldsTest {
  private static final String UTILIZED = "{\"UtilizedIndexes\":{\"SingleIndexes\":[";
  private static final CosmosWorld COSMOS = new CosmosWorld();

  @ParameterizedTest
  @CsvSource({
    "account, 200", "read-item, 200", "create-item, 201", "patch, 200", "batch, 200",
    "query, 200", "query-plan, 200", "changes, 200", "create-database, 201", "unsigned, 401"
  })
  void requestsOfTheCorpusAreAnswered(String file, int status) throws Exception {
    byte[] input = Files.readAllBytes(Path.of("corpus/http").resolve(file));
    try {
      assertThat(HttpTarget.answers(COSMOS, HttpTarget.completed(input)))
          .startsWith("HTTP/1.1 " + status);
    } finally {
      COSMOS.reset();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "read, 200", "create, 201", "upsert, 200", "replace, 200", "patch, 200", "delete, 204",
    "query, 200", "feed-range, 200", "changes, 200", "batch, 200", "bulk, 200", "databases, 200",
    "head, 200", "stale-range, 410", "stale-container, 410", "read-unsigned, 401"
  })
  void framesOfTheCorpusAreAnswered(String file, int status) throws Exception {
    try (FrameConnection connection = COSMOS.connectDirect()) {
      connection.send(Files.readAllBytes(Path.of("corpus/frame").resolve(file)));
      connection.endOutput();
      assertThat(connection.readStatuses()).containsExactly(200, status);
    } finally {
      COSMOS.reset();
    }
  }

  @Test
  void oneContainerIsReadByItsIndexes() {
    assertThat(indexesOf(CosmosWorld.INDEXED)).startsWith(UTILIZED + "{");
    assertThat(indexesOf(CosmosWorld.PLAIN)).startsWith(UTILIZED + "]");
  }

  private static String indexesOf(String container) {
    Answer answer =
        COSMOS.query(
            container,
            "SELECT * FROM c WHERE c.a = 1",
            Map.of("x-ms-cosmos-populateindexmetrics-v2", "True"));
    assertThat(answer.status()).as(() -> new String(answer.body(), UTF_8)).isEqualTo(200);
    return URLDecoder.decode(answer.headers().get("x-ms-cosmos-index-utilization"), UTF_8);
  }

  @Test
  void theDateOfSignaturesIsThatOfTheCorpus() {
    assertThat(Signature.DATE).isEqualTo("Fri, 15 Jan 2027 08:00:00 GMT");
  }

  @Test
  void oneCollectionIsReadByItsIndexes() {
    MongoWorld mongo = new MongoWorld();
    assertThat(plan(mongo, MongoWorld.INDEXED)).contains("IXSCAN");
    assertThat(plan(mongo, MongoWorld.PLAIN)).contains("COLLSCAN");
  }

  private static String plan(MongoWorld mongo, String collection) {
    return mongo
        .ask(
            BsonDocument.parse("{explain: {find: '" + collection + "', filter: {a: 1}}}")
                .append("$db", new BsonString(MongoWorld.DATABASE)))
        .toJson();
  }
}
