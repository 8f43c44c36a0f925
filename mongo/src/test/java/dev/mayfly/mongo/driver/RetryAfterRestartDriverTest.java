package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A write whose answer was lost because the server ended is known to the next server. */
class RetryAfterRestartDriverTest {
  @TempDir private Path directory;
  private DriverServer server;
  private MongoClient client;
  private ClientSession session;

  @BeforeEach
  void start() {
    server = DriverServer.on(directory, options -> options);
    client = server.client("mongodb://localhost:" + server.port() + "/?retryWrites=false");
    session = client.startSession();
    collection().insertOne(BsonDocument.parse("{_id: 0, n: 0}"));
  }

  @AfterEach
  void stop() {
    session.close();
    client.close();
    server.close();
  }

  private MongoCollection<BsonDocument> collection() {
    return client.getDatabase("d").getCollection("c", BsonDocument.class);
  }

  private void restart() {
    int port = server.port();
    server.close();
    server = DriverServer.on(directory, options -> options.withAddress("127.0.0.1", port));
  }

  private BsonDocument send(long number, String command) {
    return send(session, number, command);
  }

  private BsonDocument send(ClientSession session, long number, String command) {
    BsonDocument numbered = BsonDocument.parse(command).append("txnNumber", new BsonInt64(number));
    String name = numbered.getFirstKey();
    MongoDatabase database =
        client.getDatabase(
            name.equals("bulkWrite") || name.equals("commitTransaction") ? "admin" : "d");
    try {
      return database.runCommand(session, numbered, BsonDocument.class);
    } catch (MongoSocketException e) {
      // The connection was that to the server before.
      return database.runCommand(session, numbered, BsonDocument.class);
    }
  }

  private BsonDocument again(long number, String command) {
    restart();
    return send(number, command);
  }

  private int n(int id) {
    return collection()
        .find(new BsonDocument("_id", new BsonInt32(id)))
        .first()
        .getInt32("n")
        .getValue();
  }

  @Test
  void anUpdateIsDoneOnce() {
    String update = "{update: 'c', updates: [{q: {_id: 0}, u: {$inc: {n: 1}}}]}";
    send(1, update);

    BsonDocument again = again(1, update);

    assertThat(again.getInt32("n").getValue()).isEqualTo(1);
    assertThat(again.getInt32("nModified").getValue()).isEqualTo(1);
    assertThat(again.getArray("retriedStmtIds")).isEqualTo(BsonArray.parse("[0]"));
    assertThat(n(0)).isEqualTo(1);
    again(2, update);
    assertThat(n(0)).isEqualTo(2);
  }

  @Test
  void updatesThatAreComputedAreDoneOnce() {
    String update =
        "{update: 'c', updates: [{q: {n: {$gte: 0}}, u: [{$set: {n: {$add: ['$n', 1]}}}]}]}";
    send(1, update);

    assertThat(again(1, update).getInt32("nModified").getValue()).isEqualTo(1);
    assertThat(n(0)).isEqualTo(1);
  }

  @Test
  void insertsAreDoneOnce() {
    for (String ordered : new String[] {"true", "false"}) {
      String first = ordered.equals("true") ? "1" : "11";
      String insert =
          "{insert: 'c', ordered: %s, documents: [{_id: %s}, {_id: %s2}, {_id: %s3}]}"
              .formatted(ordered, first, first, first);
      long number = ordered.equals("true") ? 1 : 2;
      send(number, insert);

      BsonDocument again = again(number, insert);

      assertThat(again.getInt32("n").getValue()).isEqualTo(3);
      assertThat(again).doesNotContainKey("writeErrors");
      assertThat(again.getArray("retriedStmtIds")).isEqualTo(BsonArray.parse("[0, 1, 2]"));
    }
    assertThat(collection().countDocuments()).isEqualTo(7);
  }

  @Test
  void whatWasLeftOfABatchIsDone() {
    String batch = "{insert: 'c', documents: [{_id: 1}, {_id: 0}, {_id: 2}]}";
    send(1, batch);
    collection().deleteOne(BsonDocument.parse("{_id: 0}"));

    BsonDocument again = again(1, batch);

    assertThat(again.getInt32("n").getValue()).isEqualTo(3);
    assertThat(again.getArray("retriedStmtIds")).isEqualTo(BsonArray.parse("[0]"));
    assertThat(collection().countDocuments()).isEqualTo(3);
  }

  @Test
  void anUpsertReturnsTheNewId() {
    String upsert = "{update: 'c', updates: [{q: {x: 1}, u: {$inc: {n: 5}}, upsert: true}]}";
    BsonDocument first = send(1, upsert);

    BsonDocument again = again(1, upsert);

    assertThat(again.getArray("upserted")).isEqualTo(first.getArray("upserted"));
    assertThat(again.getInt32("n").getValue()).isEqualTo(1);
    assertThat(collection().countDocuments(BsonDocument.parse("{x: 1, n: 5}"))).isEqualTo(1);
  }

  @Test
  void aDeleteIsDoneOnce() {
    collection().insertOne(BsonDocument.parse("{_id: 1, n: 0}"));
    String delete = "{delete: 'c', deletes: [{q: {n: 0}, limit: 1}]}";
    send(1, delete);

    assertThat(again(1, delete).getInt32("n").getValue()).isEqualTo(1);
    assertThat(collection().countDocuments()).isEqualTo(1);
  }

  @Test
  void findAndModifyAnswersTheSame() {
    String[] commands = {
      "{findAndModify: 'c', query: {_id: 0}, update: {$inc: {n: 1}}, new: true}",
      "{findAndModify: 'c', query: {_id: 0}, update: {$inc: {n: 1}}, fields: {n: 1, _id: 0}}",
      "{findAndModify: 'c', query: {_id: 1}, update: {$inc: {n: 1}}, upsert: true}",
      "{findAndModify: 'c', query: {_id: 2}, update: {$inc: {n: 1}}, upsert: true, new: true}",
      "{findAndModify: 'c', query: {_id: 1}, remove: true}",
    };
    for (int i = 0; i < commands.length; i++) {
      BsonDocument first = send(i, commands[i]);
      collection().updateOne(BsonDocument.parse("{_id: 0}"), BsonDocument.parse("{$set: {x: 1}}"));
      BsonDocument again = again(i, commands[i]);

      assertThat(again.get("value")).as(commands[i]).isEqualTo(first.get("value"));
      assertThat(again.get("lastErrorObject"))
          .as(commands[i])
          .isEqualTo(first.get("lastErrorObject"));
      assertThat(again.getArray("retriedStmtIds")).isEqualTo(BsonArray.parse("[0]"));
    }
    assertThat(collection().find().into(new ArrayList<>()))
        .containsExactlyInAnyOrder(
            BsonDocument.parse("{_id: 0, n: 2, x: 1}"), BsonDocument.parse("{_id: 2, n: 1}"));
  }

  @Test
  void eachWriteOfABulkIsDoneOnce() {
    String bulk =
        "{bulkWrite: 1, ordered: %s, nsInfo: [{ns: 'd.c'}, {ns: 'd.other'}], ops: ["
            + "{insert: 0, document: {_id: 1, n: 0}}, {insert: 0, document: {_id: 2, n: 0}},"
            + "{insert: 1, document: {_id: 3}},"
            + "{update: 0, filter: {_id: 0}, updateMods: {$inc: {n: 1}}},"
            + "{update: 0, filter: {x: 7}, updateMods: {$inc: {n: 5}}, upsert: true},"
            + "{update: 0, filter: {_id: 99}, updateMods: {$inc: {n: 1}}},"
            + "{delete: 0, filter: {_id: 2}}]}";
    for (int number = 1; number <= 2; number++) {
      String command = bulk.formatted(number == 1);
      BsonDocument first = send(number, command);
      assertThat(first.getInt32("nErrors").getValue()).isZero();

      BsonDocument again = again(number, command);

      // The update that found nothing left nothing behind; it finds nothing once more.
      assertThat(again.remove("retriedStmtIds")).isEqualTo(BsonArray.parse("[0, 1, 2, 3, 4, 6]"));
      for (String time : new String[] {"$clusterTime", "operationTime"}) {
        first.remove(time);
        again.remove(time);
      }
      assertThat(again).isEqualTo(first);
      assertThat(n(0)).isEqualTo(number);
      assertThat(collection().countDocuments(BsonDocument.parse("{x: 7, n: 5}"))).isEqualTo(1);
      assertThat(collection().countDocuments()).isEqualTo(3);
      collection().deleteMany(BsonDocument.parse("{_id: {$ne: 0}}"));
      client.getDatabase("d").getCollection("other").drop();
    }
  }

  @Test
  void whatWasLeftOfABulkIsDone() {
    String bulk =
        "{bulkWrite: 1, ordered: false, nsInfo: [{ns: 'd.c'}], ops: ["
            + "{insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 0}},"
            + "{insert: 0, document: {_id: 2}}, {delete: 0, filter: {_id: 1}}]}";
    assertThat(send(1, bulk).getInt32("nErrors").getValue()).isEqualTo(1);
    collection().deleteOne(BsonDocument.parse("{_id: 0}"));

    BsonDocument again = again(1, bulk);

    assertThat(again.getInt32("nErrors").getValue()).isZero();
    assertThat(again.getInt32("nInserted").getValue()).isEqualTo(3);
    assertThat(again.getInt32("nDeleted").getValue()).isEqualTo(1);
    assertThat(again.getArray("retriedStmtIds")).isEqualTo(BsonArray.parse("[0, 2, 3]"));
    assertThat(collection().countDocuments()).isEqualTo(2);
  }

  @Test
  void anOlderNumberIsRefused() {
    send(5, "{insert: 'c', documents: [{_id: 1}]}");
    restart();

    assertThatThrownBy(() -> send(4, "{insert: 'c', documents: [{_id: 2}]}"))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.getCode()).isEqualTo(225));
  }

  private List<String> receipts() {
    List<String> keys = new ArrayList<>();
    try (ReadView view = server.storage().snapshot();
        RowCursor rows =
            view.cursor(Table.META, MetaKeys.RECEIPTS, Bytes.after(MetaKeys.RECEIPTS))) {
      while (rows.next()) {
        keys.add(Arrays.toString(rows.key()));
      }
    }
    return keys;
  }

  @Test
  void whatIsHalfAnHourOldIsSweptAway() {
    send(1, "{insert: 'c', documents: [{_id: 1}]}");
    List<String> old = receipts();
    assertThat(old).hasSize(1);
    restart();
    server.clock().advance(TimeUnit.MINUTES.toSeconds(31));
    try (ClientSession other = client.startSession()) {
      send(other, 1, "{insert: 'c', documents: [{_id: 2}]}");
    }

    Await.until("the old receipt to go", () -> !receipts().contains(old.get(0)));
    assertThat(receipts()).hasSize(1).isNotEqualTo(old);
  }

  @Test
  void theCommitOfATransactionIsKnown() {
    String update = "{update: 'c', updates: [{q: {_id: 0}, u: {$inc: {n: 1}}}]";
    String within = ", startTransaction: true, autocommit: false}";
    String commit = "{commitTransaction: 1, autocommit: false}";
    send(1, update + within);
    send(1, commit);
    assertThat(again(1, commit).getNumber("ok").intValue()).isEqualTo(1);
    assertThat(n(0)).isEqualTo(1);
    assertThatThrownBy(() -> send(1, update + "}"))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.getCode()).isEqualTo(217));
    send(2, update + within);
    assertThatThrownBy(() -> again(2, commit))
        .isInstanceOfSatisfying(
            MongoException.class,
            e -> {
              assertThat(e.getCode()).isEqualTo(251);
              assertThat(e.getErrorLabels())
                  .contains(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
            });
    assertThat(n(0)).isEqualTo(1);
  }
}
