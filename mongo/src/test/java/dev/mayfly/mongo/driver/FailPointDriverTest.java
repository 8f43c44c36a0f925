package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.MongoServer;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code configureFailPoint}, as drivers' test suites use it. */
class FailPointDriverTest {
  private DriverServer server;
  private MongoClient client;
  private MongoClient setup;
  private MongoDatabase database;
  private MongoCollection<Document> collection;

  @BeforeEach
  void start() {
    server = DriverServer.inMemory(options -> options.withTestCommands(true));
    setup = server.client("mongodb://localhost:" + server.port() + "/?appName=setup");
    // After a fail point that looks like a shutdown, the driver waits for the next heartbeat.
    client =
        server.client(
            "mongodb://localhost:"
                + server.port()
                + "/?appName=app&retryReads=false&heartbeatFrequencyMS=500");
    database = client.getDatabase("shop");
    collection = database.getCollection("c");
    setup
        .getDatabase("shop")
        .getCollection("c")
        .insertMany(List.of(new Document("_id", 1), new Document("_id", 2)));
  }

  @AfterEach
  void stop() {
    client.close();
    setup.close();
    server.close();
  }

  private Document fail(String mode, String data) {
    return configure("{configureFailPoint: 'failCommand', mode: " + mode + ", data: " + data + "}");
  }

  private Document configure(String command) {
    return setup.getDatabase("admin").runCommand(Document.parse(command));
  }

  private void assertFails(int code) {
    assertThatThrownBy(() -> collection.find().first())
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.getCode()).isEqualTo(code));
  }

  private void assertServed() {
    assertThat(collection.find()).hasSize(2);
  }

  @Test
  void aCommitWhoseAnswersAreLostMayBeSentAgain() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      collection.insertOne(session, new Document("_id", "in the transaction"));
      fail("{times: 2}", "{failCommands: ['commitTransaction'], closeConnection: true}");
      assertThatThrownBy(session::commitTransaction)
          .isInstanceOfSatisfying(
              MongoException.class,
              e ->
                  assertThat(
                          e.hasErrorLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL))
                      .isTrue());
      session.commitTransaction();
    }
    assertThat(collection.find()).hasSize(3);
  }

  @Test
  void aCommandFailsAsOftenAsAsked() {
    fail("{times: 2}", "{failCommands: ['find'], errorCode: 8}");
    assertFails(8);
    assertThat(database.runCommand(new Document("ping", 1))).containsKey("ok");
    assertFails(8);
    assertServed();
    assertThat(fail("'off'", "{}").get("count")).isEqualTo(2L);

    fail("{skip: 1}", "{failCommands: ['find'], errorCode: 8}");
    assertServed();
    assertFails(8);
    assertFails(8);

    fail("{activationProbability: 1}", "{failCommands: ['find'], errorCode: 8}");
    assertFails(8);
    fail("{activationProbability: 0}", "{failCommands: ['find'], errorCode: 8}");
    assertServed();

    fail("'alwaysOn'", "{failAllCommands: true, appName: 'app', errorCode: 8}");
    assertFails(8);
    assertThatThrownBy(() -> database.runCommand(new Document("ping", 1)))
        .hasMessageContaining("Failing command via 'failCommand' failpoint");
    fail("'off'", "{}");
    assertServed();
  }

  @Test
  void whoAndWhatFailsIsChosen() {
    fail("'alwaysOn'", "{failCommands: ['find'], appName: 'another', errorCode: 8}");
    assertServed();
    fail("'alwaysOn'", "{failCommands: ['find'], appName: 'app', errorCode: 8}");
    assertFails(8);
    assertThat(setup.getDatabase("shop").getCollection("c").find()).hasSize(2);

    fail("'alwaysOn'", "{failCommands: ['find'], namespace: 'shop.other', errorCode: 8}");
    assertServed();
    fail("'alwaysOn'", "{failCommands: ['find'], namespace: 'shop.c', errorCode: 8}");
    assertFails(8);

    fail("'alwaysOn'", "{failCommands: ['findandmodify'], errorCode: 8}");
    assertThatThrownBy(() -> collection.findOneAndDelete(new Document()))
        .isInstanceOf(MongoCommandException.class);
  }

  @Test
  void labelsAreTheServersOrThoseAsked() {
    // With the label of the server, the driver retries the write, which is then done.
    fail("{times: 1}", "{failCommands: ['insert'], errorCode: 91}");
    collection.insertOne(new Document("_id", 3));

    fail("{times: 1}", "{failCommands: ['insert'], errorCode: 91, errorLabels: []}");
    assertThatThrownBy(() -> collection.insertOne(new Document("_id", 4)))
        .isInstanceOfSatisfying(
            MongoException.class, e -> assertThat(e.getErrorLabels()).isEmpty());

    fail(
        "{times: 1}",
        "{failCommands: ['ping'], errorCode: 8, errorLabels: ['A', 'B'],"
            + " errorExtraInfo: {more: 1}}");
    assertThatThrownBy(() -> database.runCommand(new Document("ping", 1)))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            e -> {
              assertThat(e.getErrorLabels()).containsExactlyInAnyOrder("A", "B");
              assertThat(e.getResponse().getInt32("more").getValue()).isEqualTo(1);
            });
    assertThat(collection.countDocuments()).isEqualTo(3);
  }

  @Test
  void aConnectionIsClosed() {
    fail("{times: 1}", "{failCommands: ['find'], closeConnection: true}");
    assertThatThrownBy(() -> collection.find().first())
        .isInstanceOf(MongoSocketReadException.class);
    assertServed();
  }

  @Test
  void aCommandWaits() {
    fail(
        "{times: 1}",
        "{failCommands: ['ping'], blockConnection: true, blockTimeMS: 60000, appName: 'app'}");
    try (MongoClient hurried =
        server.client(
            "mongodb://localhost:" + server.port() + "/?appName=app&socketTimeoutMS=300")) {
      assertThatThrownBy(() -> hurried.getDatabase("shop").runCommand(new Document("ping", 1)))
          .isInstanceOf(MongoException.class);
    }
    fail("{times: 1}", "{failCommands: ['find'], blockConnection: true, blockTimeMS: 20}");
    assertServed();
  }

  @Test
  void aWriteIsDoneAndItsConcernFails() {
    fail(
        "{times: 1}",
        "{failCommands: ['insert'], writeConcernError: {code: 64, errmsg: 'too slow'}}");
    assertThatThrownBy(() -> collection.insertOne(new Document("_id", 3)))
        .isInstanceOfSatisfying(
            MongoWriteConcernException.class, e -> assertThat(e.getCode()).isEqualTo(64));
    assertThat(collection.countDocuments()).isEqualTo(3);
  }

  @Test
  void getMoreFailsAndItsCursorEnds() {
    configure(
        "{configureFailPoint: 'failGetMoreAfterCursorCheckout', mode: {times: 1},"
            + " data: {errorCode: 8}}");
    try (MongoCursor<Document> cursor = collection.find().batchSize(1).iterator()) {
      cursor.next();
      assertThatThrownBy(cursor::next)
          .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.getCode()).isEqualTo(8));
    }
    assertThat(
            setup
                .getDatabase("admin")
                .runCommand(new Document("serverStatus", 1))
                .get("metrics", Document.class)
                .get("cursor", Document.class)
                .get("open", Document.class)
                .getLong("total"))
        .isZero();
  }

  @Test
  void aRetryableWriteIsExecutedAndItsAnswerLost() {
    configure("{configureFailPoint: 'onPrimaryTransactionalWrite', mode: {times: 1}}");

    collection.updateOne(new Document("_id", 1), Document.parse("{$inc: {n: 1}}"));

    assertThat(collection.find(new Document("_id", 1)).first())
        .as("executed once, answered when it was repeated")
        .isEqualTo(new Document("_id", 1).append("n", 1));
    assertThat(
            configure("{configureFailPoint: 'onPrimaryTransactionalWrite', mode: 'off'}")
                .get("count"))
        .isEqualTo(1L);
  }

  @Test
  void aRetryableWriteFailsBeforeItIsExecuted() {
    configure(
        "{configureFailPoint: 'onPrimaryTransactionalWrite', mode: {times: 2},"
            + " data: {failBeforeCommitExceptionCode: 1, closeConnection: false}}");
    assertThatThrownBy(() -> collection.insertOne(new Document("_id", 3)))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.getCode()).isEqualTo(1));
    assertThat(collection.countDocuments()).isEqualTo(2);
    try (MongoClient plain =
        server.client("mongodb://localhost:" + server.port() + "/?retryWrites=false")) {
      plain.getDatabase("shop").getCollection("c").insertOne(new Document("_id", 4));
    }
    assertThat(collection.countDocuments()).as("not a retryable write").isEqualTo(3);
  }

  @Test
  void badRequestsAreRefused() {
    assertRefused(266, "{configureFailPoint: 'other', mode: 'off'}");
    assertRefused(20, "{configureFailPoint: 'failCommand'}");
    assertRefused(2, "{configureFailPoint: 'failCommand', mode: 'on'}");
    assertRefused(2, "{configureFailPoint: 'failCommand', mode: {times: -1}}");
    assertRefused(2, "{configureFailPoint: 'failCommand', mode: {activationProbability: 2}}");
    assertRefused(14, "{configureFailPoint: 'failCommand', mode: 'off', data: 1}");
    assertThatThrownBy(
            () ->
                database.runCommand(
                    Document.parse("{configureFailPoint: 'failCommand', mode: 'off'}")))
        .hasMessageContaining("admin database");
  }

  private void assertRefused(int code, String command) {
    assertThatThrownBy(() -> configure(command))
        .isInstanceOfSatisfying(
            MongoCommandException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code));
  }

  @Test
  void withoutTheOptionItIsUnknown() {
    try (DriverServer plain = DriverServer.inMemory(UnaryOperator.identity())) {
      Document command = Document.parse("{configureFailPoint: 'failCommand', mode: 'off'}");
      assertThatThrownBy(() -> plain.client().getDatabase("admin").runCommand(command))
          .isInstanceOfSatisfying(
              MongoCommandException.class, e -> assertThat(e.getErrorCode()).isEqualTo(59));
    }
  }

  @Test
  void otherMachinesDoNotGetIt() {
    MongoOptions open =
        MongoOptions.defaults()
            .withRootUser("boss", "pw")
            .withAddress("0.0.0.0", 0)
            .withTestCommands(true);
    assertThatThrownBy(() -> MongoServer.start(server.engine(), open))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("loopback only");
  }
}
