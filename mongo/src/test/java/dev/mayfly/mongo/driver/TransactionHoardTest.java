package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.net.port.Network;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A user who leaves transactions open takes neither their number nor the memory from others. */
@Timeout(120)
class TransactionHoardTest {
  private static final int TOO_MANY = 462;
  private static final int NO_SUCH_TRANSACTION = 251;

  private final MemoryPool memory = new MemoryPool(64 << 20);
  private final List<ClientSession> left = new ArrayList<>();
  private Engine engine;
  private Network network;
  private MongoServer server;
  private MongoClient root;
  private MongoClient hoarder;
  private MongoClient modest;

  @BeforeEach
  void start() throws Exception {
    EngineOptions options = EngineOptions.DEFAULT.withFilters(new FilterItemFilters());
    engine = Engine.open(new MemoryStorage(), MovableClock.frozenAt(1_800_000_000L), options);
    network = Network.ofMachine();
    server =
        MongoServer.start(
            engine, MongoOptions.defaults().withRootUser("root", "secret"), network, memory);
    root = client("root");
    for (String name : List.of("hoarder", "modest")) {
      root.getDatabase("admin")
          .runCommand(
              Document.parse(
                  "{createUser: '%s', pwd: 'secret', roles: ['readWriteAnyDatabase']}"
                      .formatted(name)));
    }
    root.getDatabase("d").createCollection("c");
    hoarder = client("hoarder");
    modest = client("modest");
  }

  private MongoClient client(String user) {
    return MongoClients.create(
        "mongodb://%s:secret@localhost:%d/?retryWrites=false".formatted(user, server.port()));
  }

  @AfterEach
  void stop() {
    modest.close();
    hoarder.close();
    root.close();
    server.close();
    network.close();
    assertThat(engine.openTransactions()).isZero();
    engine.close();
    assertThat(memory.reservedBytes()).isZero();
  }

  private static MongoCollection<Document> collection(MongoClient client) {
    MongoDatabase database = client.getDatabase("d");
    return database.getCollection("c");
  }

  private ClientSession open(MongoClient client, String id, int bytes) {
    ClientSession session = client.startSession();
    left.add(session);
    session.startTransaction();
    collection(client)
        .insertOne(session, new Document("_id", id).append("filler", "x".repeat(bytes)));
    return session;
  }

  @Test
  void oneUserHasHalfOfAll() {
    int number = 0;
    MongoException refusal = null;
    while (refusal == null) {
      try {
        open(hoarder, "h" + number, 1);
        number++;
      } catch (MongoException e) {
        refusal = e;
      }
    }
    assertThat(refusal.getCode()).isEqualTo(TOO_MANY);
    assertThat(number).isEqualTo(500);
    ClientSession session = open(modest, "m", 1);
    assertThatCode(session::commitTransaction).doesNotThrowAnyException();
    assertThat(collection(root).countDocuments()).isEqualTo(1);
  }

  @Test
  void waitingWritesOfOneUserLeavePlacesForOthers() throws Exception {
    collection(root).insertOne(new Document("_id", "locked").append("n", 0));
    ClientSession session = root.startSession();
    left.add(session);
    session.startTransaction();
    Document filter = new Document("n", new Document("$gte", 0));
    Document increment = Document.parse("{$inc: {n: 1}}");
    collection(root).updateMany(session, filter, increment);
    ExecutorService clients = Executors.newCachedThreadPool();
    try {
      AtomicInteger refused = new AtomicInteger();
      List<CompletableFuture<?>> hoard = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        hoard.add(
            CompletableFuture.runAsync(
                () -> {
                  try {
                    collection(hoarder).updateMany(filter, increment);
                  } catch (MongoException e) {
                    assertThat(e.getCode()).isEqualTo(TOO_MANY);
                    refused.incrementAndGet();
                  }
                },
                clients));
      }
      Await.until("the share of one user is taken", () -> refused.get() == 60 - 24);
      List<CompletableFuture<?>> others = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        others.add(
            CompletableFuture.runAsync(
                () -> collection(modest).updateMany(filter, increment), clients));
      }
      assertThat(hoard).filteredOn(each -> !each.isDone()).hasSize(24);
      session.commitTransaction();
      CompletableFuture.allOf(others.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
      CompletableFuture.allOf(hoard.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
      assertThat(collection(root).find().first().get("n")).isEqualTo(1 + 24 + 10);
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  void idleTransactionsGiveTheMemoryBackThatOthersNeed() {
    ClientSession early = open(modest, "m", 1000);
    List<ClientSession> hoard = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      hoard.add(open(hoarder, "h" + i, 600_000));
    }
    for (int i = 0; i < 20; i++) {
      ClientSession session = open(modest, "n" + i, 100_000);
      assertThatCode(session::commitTransaction).doesNotThrowAnyException();
    }
    assertThat(
            collection(modest)
                .find()
                .sort(new Document("filler", 1))
                .into(new ArrayList<>())
                .size())
        .isEqualTo(20);
    assertThatCode(early::commitTransaction).doesNotThrowAnyException();
    // That is more than there is: some were given up, and their client may repeat them.
    int givenUp = 0;
    for (ClientSession session : hoard) {
      try {
        session.commitTransaction();
      } catch (MongoException e) {
        assertThat(e.getCode()).isEqualTo(NO_SUCH_TRANSACTION);
        assertThat(e.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)).isTrue();
        givenUp++;
      }
    }
    assertThat(givenUp).isBetween(1, 149);
  }
}
