package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A write that is sent again, because its answer was lost, is done once. */
class RetryableWritesDriverTest extends CollectionTest {
  private MongoClient client;
  private ClientSession session;

  /** A client of its own, whose sessions have not been used. */
  @BeforeEach
  void connect() {
    client = SERVER.client("mongodb://localhost:" + SERVER.port() + "/?retryWrites=false");
    session = client.startSession();
  }

  @AfterEach
  void disconnect() {
    session.close();
    client.close();
  }

  private BsonDocument send(long number, String command) {
    BsonDocument numbered = BsonDocument.parse(command).append("txnNumber", new BsonInt64(number));
    return client.getDatabase(database.getName()).runCommand(session, numbered, BsonDocument.class);
  }

  @Test
  void anInsertIsDoneOnce() {
    BsonDocument first = send(1, "{insert: 'c', documents: [{_id: 1}, {_id: 2}]}");
    BsonDocument again = send(1, "{insert: 'c', documents: [{_id: 1}, {_id: 2}]}");

    assertThat(first.getInt32("n").getValue()).isEqualTo(2);
    assertThat(again.getInt32("n").getValue()).isEqualTo(2);
    assertThat(again.getArray("retriedStmtIds")).hasSize(2);
    assertThat(again).doesNotContainKey("writeErrors");
  }

  @Test
  void anUpdateIsDoneOnce() {
    insert("{'_id': 1, 'n': 0}");
    String update = "{update: 'c', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}]}";

    send(1, update);
    assertThat(send(1, update).getInt32("nModified").getValue()).isEqualTo(1);
    assertThat(collection.find().first().get("n")).isEqualTo(1);
    send(2, update);
    assertThat(collection.find().first().get("n")).isEqualTo(2);
  }

  @Test
  void findAndModifyAnswersTheSame() {
    insert("{'_id': 1, 'n': 0}");
    String command = "{findAndModify: 'c', query: {_id: 1}, update: {$inc: {n: 1}}, new: true}";

    BsonDocument first = send(1, command);
    BsonDocument again = send(1, command);

    assertThat(again.get("value")).isEqualTo(first.get("value"));
    assertThat(collection.find().first().get("n")).isEqualTo(1);
  }

  @Test
  void aFailedWriteMayBeTriedAgain() {
    refused(73, () -> send(1, "{insert: '', documents: [{_id: 1}]}"));

    assertThat(send(1, "{insert: 'c', documents: [{_id: 1}]}").getInt32("n").getValue())
        .isEqualTo(1);
  }

  @Test
  void anOlderNumberIsRefused() {
    send(5, "{insert: 'c', documents: [{_id: 1}]}");

    refused(225, () -> send(4, "{insert: 'c', documents: [{_id: 2}]}"));
    assertThat(ids()).containsExactly(1);
  }

  @Test
  void aStatementIsNumberedByAnInteger() {
    refused(14, () -> send(1, "{insert: 'c', documents: [{_id: 1}], stmtIds: ['x']}"));
    refused(14, () -> send(1, "{insert: 'c', documents: [{_id: 1}], stmtId: {}}"));
    assertThat(ids()).isEmpty();
  }
}
