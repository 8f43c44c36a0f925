package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ReadConcern;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The states of a transaction, as single commands see them. */
class TransactionStatesDriverTest extends TwoSessionsTest {
  private static final String INSERT = "{insert: 'c', documents: [{_id: 1}]";
  private static final String START = INSERT + ", startTransaction: true}";
  private static final String COMMIT = "{commitTransaction: 1}";
  private static final String ABORT = "{abortTransaction: 1}";

  private BsonDocument send(long number, String command) {
    return send(session, number, command);
  }

  private Document plain(String command) {
    return client().getDatabase(database.getName()).runCommand(session, Document.parse(command));
  }

  @Test
  void aCommitIsRepeatedAndEverythingElseIsRefusedAfterIt() {
    send(1, START);
    assertThat(send(1, COMMIT).getNumber("ok").intValue()).isEqualTo(1);
    assertThat(send(1, COMMIT).getNumber("ok").intValue()).isEqualTo(1);
    fails(256, false, () -> send(1, "{find: 'c'}"));
    fails(256, false, () -> send(1, ABORT));
    fails(117, false, () -> send(1, START));
    fails(225, false, () -> send(0, START));
    fails(225, false, () -> send(0, COMMIT));
    fails(251, true, () -> send(2, "{find: 'c'}"));
    fails(251, true, () -> send(2, COMMIT));
    assertThat(ids()).containsExactly(1);
  }

  @Test
  void anAbortIsFinal() {
    send(1, START);
    send(1, ABORT);
    fails(251, true, () -> send(1, ABORT));
    fails(251, true, () -> send(1, COMMIT));
    fails(251, true, () -> send(1, "{find: 'c'}"));
    fails(117, false, () -> send(1, START));
    assertThat(ids()).isEmpty();
  }

  @Test
  void aHigherNumberGivesTheOpenTransactionUp() {
    send(1, START);
    send(2, "{insert: 'c', documents: [{_id: 2}], startTransaction: true}");
    fails(225, false, () -> send(1, COMMIT));
    plain("{insert: 'c', documents: [{_id: 3}], txnNumber: {$numberLong: '3'}}");
    fails(251, true, () -> send(2, COMMIT));
    send(4, "{insert: 'c', documents: [{_id: 4}], startTransaction: true}");
    refused(
        217, () -> plain("{insert: 'c', documents: [{_id: 5}], txnNumber: {$numberLong: '4'}}"));
    refused(
        225, () -> plain("{insert: 'c', documents: [{_id: 5}], txnNumber: {$numberLong: '3'}}"));
    send(4, COMMIT);
    refused(
        217, () -> plain("{insert: 'c', documents: [{_id: 5}], txnNumber: {$numberLong: '4'}}"));
    assertThat(ids()).containsExactlyInAnyOrder(3, 4);
  }

  @Test
  void aFailedStatementEndsTheTransactionAndARefusedOneDoesNot() {
    insert("{'_id': 7}");
    send(1, START);
    fails(263, false, () -> send(1, "{ping: 1}"));
    fails(263, false, () -> send(1, "{count: 'c'}"));
    fails(263, false, () -> send(1, "{aggregate: 'c', pipeline: [{$out: 'x'}], cursor: {}}"));
    fails(72, false, () -> send(1, "{find: 'c', readConcern: {level: 'local'}}"));
    fails(72, false, () -> send(1, INSERT + ", writeConcern: {w: 1}}"));
    send(1, COMMIT);

    BsonDocument reply =
        send(
            2,
            "{insert: 'c', documents: [{_id: 8}, {_id: 7}, {_id: 9}, {_id: 7}], ordered: false,"
                + " startTransaction: true}");
    assertThat(reply.getArray("writeErrors")).hasSize(1);
    assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
    assertThat(reply).doesNotContainKey("errorLabels");
    fails(251, true, () -> send(2, COMMIT));
    assertThat(ids()).containsExactlyInAnyOrder(1, 7);

    fails(263, false, () -> send(3, "{ping: 1, startTransaction: true}"));
    fails(251, true, () -> send(3, COMMIT));
    send(3, "{find: 'c', startTransaction: true}");
    fails(2, false, () -> send(3, "{find: 'c', filter: {$nope: 1}}"));
    fails(251, true, () -> send(3, COMMIT));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{find: 'c', autocommit: false} | 72",
        "{find: 'c', txnNumber: {$numberLong: '9'}, autocommit: true} | 72",
        "{find: 'c', txnNumber: {$numberLong: '9'}, startTransaction: true} | 72",
        "{find: 'c', txnNumber: {$numberLong: '-1'}} | 72",
        "{find: 'c', txnNumber: {$numberLong: '9'}, autocommit: false,"
            + " startTransaction: false} | 72",
        "{find: 'c', txnNumber: {$numberLong: '9'}} | 50768",
        "{drop: 'c', txnNumber: {$numberLong: '9'}, autocommit: false,"
            + " startTransaction: true} | 263",
        "{getMore: {$numberLong: '9'}, collection: 'c', txnNumber: {$numberLong: '9'},"
            + " autocommit: false, startTransaction: true} | 263",
        "{insert: 'system.x', documents: [{_id: 1}], txnNumber: {$numberLong: '9'},"
            + " autocommit: false, startTransaction: true} | 50791",
        "{find: 'c', readConcern: {level: 'linearizable'}, txnNumber: {$numberLong: '9'},"
            + " autocommit: false, startTransaction: true} | 72",
        "{commitTransaction: 1, txnNumber: {$numberLong: '9'}, autocommit: false} | 13"
      })
  void fieldsThatDoNotBelongTogetherAreRefused(String command, int code) {
    fails(code, false, () -> plain(command));
  }

  @Test
  void sessionsThatEndTakeTheirTransactionsAlong() {
    insert("{'_id': 7}");
    send(1, START);
    killed("killSessions", session);
    fails(251, true, () -> send(1, COMMIT));
    send(2, START);
    admin("{'killAllSessions': []}");
    fails(251, true, () -> send(2, COMMIT));
    ClientSession ended = client().startSession();
    ended.startTransaction();
    inside.insertOne(ended, new Document("_id", 3));
    killed("endSessions", ended);
    assertThat(SERVER.engine().openTransactions()).isZero();
    ended.close();
    assertThat(ids()).containsExactly(7);
  }

  private static void killed(String command, ClientSession session) {
    BsonArray ids = new BsonArray(List.of(session.getServerSession().getIdentifier()));
    SERVER.client().getDatabase("admin").runCommand(new BsonDocument(command, ids));
  }

  @Test
  void theServerReportsTransactions() {
    Document before = (Document) admin("{'serverStatus': 1}").get("transactions");
    session.startTransaction(
        TransactionOptions.builder().readConcern(ReadConcern.SNAPSHOT).build());
    inside.insertOne(session, new Document("_id", 1));
    List<Document> operations = admin("{'currentOp': 1}").getList("inprog", Document.class);
    assertThat(operations)
        .anyMatch(
            each -> "idleSession".equals(each.get("type")) && each.containsKey("transaction"));
    Document during = (Document) admin("{'serverStatus': 1}").get("transactions");
    assertThat(during.get("currentOpen")).isEqualTo(1L);
    session.commitTransaction();
    Document after = (Document) admin("{'serverStatus': 1}").get("transactions");
    assertThat(after.get("currentOpen")).isEqualTo(0L);
    assertThat(after.getLong("totalCommitted") - before.getLong("totalCommitted")).isEqualTo(1);
  }
}
