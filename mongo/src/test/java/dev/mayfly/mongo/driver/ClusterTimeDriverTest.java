package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoCommandException;
import com.mongodb.client.ClientSession;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Cluster times of replies, and reads after a time. */
class ClusterTimeDriverTest extends CollectionTest {
  private static BsonTimestamp time(BsonDocument reply) {
    return reply.getTimestamp("operationTime");
  }

  private static BsonTimestamp clusterTime(BsonDocument reply) {
    return reply.getDocument("$clusterTime").getTimestamp("clusterTime");
  }

  private BsonTimestamp after(BsonTimestamp time) {
    BsonDocument reply = runRaw("{find: 'c', readConcern: {afterClusterTime: " + json(time) + "}}");
    return time(reply);
  }

  private static String json(BsonTimestamp time) {
    return "{$timestamp: {t: %s, i: %s}}"
        .formatted(
            Integer.toUnsignedString(time.getTime()), Integer.toUnsignedString(time.getInc()));
  }

  @Test
  void everyReplyHasThem() {
    for (String command :
        List.of("{ping: 1}", "{hello: 1}", "{find: 'c'}", "{insert: 'c', documents: [{}]}")) {
      BsonDocument reply = runRaw(command);

      BsonDocument clusterTime = reply.getDocument("$clusterTime");
      assertThat(clusterTime.keySet()).containsExactly("clusterTime", "signature");
      BsonDocument signature = clusterTime.getDocument("signature");
      assertThat(signature).containsEntry("hash", new BsonBinary(new byte[20]));
      assertThat(signature).containsEntry("keyId", new BsonInt64(0));
      assertThat(clusterTime(reply)).isGreaterThanOrEqualTo(time(reply));
    }
  }

  @Test
  void errorsHaveThemToo() {
    refused(59, () -> runRaw("{nothingLikeIt: 1}"))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            e -> {
              assertThat(e.getResponse().isTimestamp("operationTime")).isTrue();
              assertThat(e.getResponse().isDocument("$clusterTime")).isTrue();
            });
  }

  @Test
  void theyGrowWithEveryWriteAndStandStillForReads() {
    List<BsonTimestamp> times = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      BsonTimestamp written = time(runRaw("{insert: 'c', documents: [{_id: " + i + "}]}"));
      times.add(written);
      assertThat(time(runRaw("{find: 'c'}"))).isGreaterThanOrEqualTo(written);
    }
    times.add(time(runRaw("{update: 'c', updates: [{q: {_id: 1}, u: {$set: {a: 1}}}]}")));
    times.add(time(runRaw("{delete: 'c', deletes: [{q: {_id: 1}, limit: 1}]}")));
    times.add(time(runRaw("{findAndModify: 'c', query: {_id: 2}, remove: true}")));
    clock().advance(1);
    times.add(time(runRaw("{insert: 'c', documents: [{_id: 10}, {_id: 11}]}")));

    assertThat(times).isSorted().doesNotHaveDuplicates();
    assertThat(times.get(times.size() - 1).getTime()).isEqualTo((int) clock().epochSecond());
  }

  @Test
  void aReadAfterATimeThatWasShownIsAnswered() {
    BsonTimestamp written = time(runRaw("{insert: 'c', documents: [{_id: 1}]}"));

    assertThat(after(written)).isGreaterThanOrEqualTo(written);
    BsonTimestamp future = new BsonTimestamp(written.getTime() + 1000, 1);
    refused(72, () -> after(future))
        .hasMessageContaining("must not be greater than the current clusterTime");
  }

  @Test
  void aSessionReadsAfterItsLastOperation() {
    try (ClientSession session =
        SERVER
            .client()
            .startSession(ClientSessionOptions.builder().causallyConsistent(true).build())) {
      collection.insertOne(session, new Document("_id", 1));
      BsonTimestamp written = session.getOperationTime();
      assertThat(written).isNotNull();
      assertThat(collection.find(session)).hasSize(1);
      assertThat(session.getOperationTime()).isGreaterThanOrEqualTo(written);
      assertThat(session.getClusterTime().getTimestamp("clusterTime"))
          .isGreaterThanOrEqualTo(session.getOperationTime());
    }
  }
}
