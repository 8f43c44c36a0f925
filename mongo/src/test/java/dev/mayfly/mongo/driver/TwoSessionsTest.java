package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Two sessions of a client, each of which may be in a transaction. */
abstract class TwoSessionsTest extends CollectionTest {
  static final String TRANSIENT = MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL;

  private MongoClient client;
  ClientSession session;
  ClientSession other;

  /** The collection {@code c}, by the client of the sessions. */
  MongoCollection<Document> inside;

  @BeforeEach
  void connect() {
    client = SERVER.client("mongodb://localhost:" + SERVER.port() + "/?retryWrites=false");
    session = client.startSession();
    other = client.startSession();
    inside = named("c");
  }

  @AfterEach
  void disconnect() {
    session.close();
    other.close();
    client.close();
    assertThat(SERVER.engine().openTransactions()).as("no transaction is left open").isZero();
  }

  MongoClient client() {
    return client;
  }

  MongoCollection<Document> named(String name) {
    return client.getDatabase(database.getName()).getCollection(name);
  }

  /** Sends a command of a transaction as it is. */
  BsonDocument send(ClientSession by, long number, String command) {
    BsonDocument sent =
        BsonDocument.parse(command)
            .append("txnNumber", new BsonInt64(number))
            .append("autocommit", BsonBoolean.FALSE);
    boolean ends = sent.getFirstKey().endsWith("Transaction");
    return client
        .getDatabase(ends ? "admin" : database.getName())
        .runCommand(by, sent, BsonDocument.class);
  }

  static List<Object> idsOf(Iterable<Document> documents) {
    List<Object> ids = new ArrayList<>();
    documents.forEach(document -> ids.add(document.get("_id")));
    return ids;
  }

  /** Asserts that something fails with that code, and whether the transaction may be repeated. */
  static void fails(int code, boolean repeatable, ThrowingCallable call) {
    Assertions.assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MongoException.class,
            e -> {
              assertThat(e.getCode()).as(e.getMessage()).isEqualTo(code);
              assertThat(e.hasErrorLabel(TRANSIENT)).as(e.getMessage()).isEqualTo(repeatable);
            });
  }

  static BsonDocument failure(ThrowingCallable call) {
    MongoCommandException failure =
        Assertions.catchThrowableOfType(MongoCommandException.class, call);
    return failure.getResponse();
  }
}
