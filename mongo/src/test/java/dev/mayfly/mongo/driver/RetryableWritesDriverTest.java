package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
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

  @Test
  void statementsAreDoneOnceEach() {
    insert("{'_id': 1, 'n': 0}", "{'_id': 2, 'n': 0}", "{'_id': 3, 'n': 0}");
    send(1, "{update: 'c', stmtIds: [4], updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}]}");
    BsonDocument batch =
        send(
            1,
            "{update: 'c', stmtIds: [5, 4, 6], updates: ["
                + "{q: {_id: 2}, u: {$inc: {n: 1}}}, {q: {_id: 1}, u: {$inc: {n: 1}}},"
                + " {q: {_id: 9}, u: {$inc: {n: 1}}, upsert: true}]}");

    assertThat(batch.getInt32("n").getValue()).isEqualTo(3);
    assertThat(batch.getInt32("nModified").getValue()).isEqualTo(2);
    assertThat(batch.getArray("upserted")).isEqualTo(BsonArray.parse("[{index: 2, _id: 9}]"));
    assertThat(batch.getArray("retriedStmtIds").getValues()).containsExactly(new BsonInt32(4));
    assertThat(ids(json("{'n': 1}"))).containsExactly(1, 2, 9);
    BsonDocument again =
        send(
            1,
            "{update: 'c', stmtIds: [6, 5], updates: ["
                + "{q: {_id: 9}, u: {$inc: {n: 1}}, upsert: true},"
                + " {q: {_id: 2}, u: {$inc: {n: 1}}}]}");
    assertThat(again.getInt32("n").getValue()).isEqualTo(2);
    assertThat(again.getInt32("nModified").getValue()).isEqualTo(1);
    assertThat(again.getArray("upserted")).isEqualTo(BsonArray.parse("[{index: 0, _id: 9}]"));
    assertThat(ids(json("{'n': 1}"))).containsExactly(1, 2, 9);
  }

  @Test
  void whatWasRefusedIsTriedAgain() {
    insert("{'_id': 2}");
    String batch = "{insert: 'c', documents: [{_id: 1}, {_id: 2}, {_id: 3}]}";
    assertThat(send(1, batch).getInt32("n").getValue()).isEqualTo(1);
    assertThat(ids()).containsExactly(1, 2);
    BsonDocument refused = send(1, batch);
    assertThat(refused.getInt32("n").getValue()).isEqualTo(1);
    assertThat(refused.getArray("writeErrors").get(0).asDocument().getInt32("index").getValue())
        .isEqualTo(1);
    collection.deleteOne(json("{'_id': 2}"));

    BsonDocument done = send(1, batch);
    assertThat(done.getInt32("n").getValue()).isEqualTo(3);
    assertThat(done.getArray("retriedStmtIds").getValues()).containsExactly(new BsonInt32(0));
    assertThat(ids()).containsExactly(1, 2, 3);
  }

  @Test
  void aDeleteThatFoundNothingIsNotTriedAgain() {
    insert("{'_id': 1}");
    String batch = "{delete: 'c', deletes: [{q: {_id: 1}, limit: 1}, {q: {_id: 2}, limit: 1}]}";
    assertThat(send(1, batch).getInt32("n").getValue()).isEqualTo(1);
    insert("{'_id': 1}", "{'_id': 2}");

    assertThat(send(1, batch).getInt32("n").getValue()).isEqualTo(1);
    assertThat(ids()).containsExactly(1, 2);
  }

  @Test
  void whatConcernsManyDocumentsCannotBeNumbered() {
    insert("{'_id': 1}");
    String update = "{update: 'c', updates: [{q: {}, u: {$set: {n: 1}}, multi: true}]}";
    String delete = "{delete: 'c', deletes: [{q: {}, limit: 0}]}";

    assertThat(send(1, update).getArray("writeErrors").toString()).contains("\"code\": 72");
    assertThat(send(2, delete).getArray("writeErrors").toString()).contains("\"code\": 72");
    assertThat(collection.find().first()).isEqualTo(json("{'_id': 1}"));
  }

  @Test
  void statementNumbersMustFit() {
    refused(72, () -> send(1, "{insert: 'c', documents: [{_id: 1}], stmtIds: [1, 2]}"));
    refused(72, () -> send(1, "{insert: 'c', documents: [{_id: 1}], stmtIds: [1], stmtId: 1}"));
    refused(2, () -> send(1, "{insert: 'c', documents: [{_id: 1}], stmtId: -1}"));
    refused(2, () -> send(1, "{insert: 'c', documents: [{_id: 1}], stmtId: 2147483647}"));
    assertThat(ids()).isEmpty();
  }
}
