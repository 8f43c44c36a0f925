package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.storage.MemoryStorage;
import dev.mayfly.testkit.suite.CountingStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many clients transfer between accounts in transactions, each of which also writes a document that
 * dies while the clock moves. No transfer may be lost or done twice.
 */
@Timeout(600)
class BankDriverTest {
  private static final int CLIENTS = 16;
  private static final int ACCOUNTS = 12;
  private static final int TRANSFERS = Rounds.of(15, 400);
  private static final long SEED = Seeds.seedOfThreads(BankDriverTest.class);

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  @Test
  @Rule("D6")
  void everyAcknowledgedTransferIsThereOnce() throws Exception {
    CountingStorage storage = new CountingStorage(new MemoryStorage());
    try (DriverServer server = DriverServer.over(storage)) {
      MongoDatabase bank = server.client().getDatabase("bank");
      bank.runCommand(
          Document.parse(
              "{createIndexes: 'visits', indexes: [{key: {_ts: 1}, name: '_ts_1',"
                  + " expireAfterSeconds: 3}]}"));
      for (int i = 0; i < ACCOUNTS; i++) {
        bank.getCollection("accounts").insertOne(new Document("_id", i).append("balance", 1000));
      }
      bank.getCollection("ledger").createIndex(new Document("from", 1));
      ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(CompletableFuture.runAsync(() -> transfer(server, client), threads));
      }
      CompletableFuture<Void> all =
          CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new));
      while (!all.isDone()) {
        server.clock().advance(1);
        waitAMoment(all);
      }
      all.get();
      threads.shutdown();
      check(bank);
      assertThat(server.engine().openTransactions()).isZero();
      Await.until("the end of all snapshots", () -> storage.openViews() == 0);
      server.clock().advance(3);
      assertThat(bank.getCollection("visits").countDocuments()).isZero();
    }
  }

  private static void waitAMoment(CompletableFuture<Void> all) throws Exception {
    CompletableFuture<Void> moment = all.copy().completeOnTimeout(null, 100, TimeUnit.MILLISECONDS);
    moment.get();
  }

  private void transfer(DriverServer server, int client) {
    Random random = new Random(SEED + client);
    try (MongoClient own = server.client("mongodb://localhost:" + server.port() + "/");
        ClientSession session = own.startSession()) {
      MongoDatabase bank = own.getDatabase("bank");
      for (int i = 0; i < TRANSFERS; i++) {
        String id = client + "-" + i;
        int from = random.nextInt(ACCOUNTS);
        int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        int amount = 1 + random.nextInt(50);
        session.withTransaction(
            () -> {
              one(bank, session, id, from, to, amount);
              return null;
            });
        acknowledged.add(id);
      }
    }
  }

  private static void one(
      MongoDatabase bank, ClientSession session, String id, int from, int to, int amount) {
    MongoCollection<Document> accounts = bank.getCollection("accounts");
    accounts.updateOne(
        session, new Document("_id", from), new Document("$inc", new Document("balance", -amount)));
    accounts.updateOne(
        session, new Document("_id", to), new Document("$inc", new Document("balance", amount)));
    Document visit = new Document("_id", from);
    long seen =
        bank.getCollection("visits")
            .updateOne(session, visit, new Document("$inc", new Document("n", 1)))
            .getMatchedCount();
    if (seen == 0) {
      bank.getCollection("visits").insertOne(session, new Document(visit).append("n", 1));
    }
    bank.getCollection("ledger")
        .insertOne(
            session,
            new Document("_id", id).append("from", from).append("to", to).append("amount", amount));
  }

  private void check(MongoDatabase bank) {
    int[] expected = new int[ACCOUNTS];
    Set<String> written = ConcurrentHashMap.newKeySet();
    for (Document each : bank.getCollection("ledger").find()) {
      written.add(each.getString("_id"));
      expected[each.getInteger("from")] -= each.getInteger("amount");
      expected[each.getInteger("to")] += each.getInteger("amount");
    }
    assertThat(written).isEqualTo(acknowledged).hasSize(CLIENTS * TRANSFERS);
    for (Document account : bank.getCollection("accounts").find()) {
      assertThat(account.getInteger("balance"))
          .isEqualTo(1000 + expected[account.getInteger("_id")]);
    }
  }
}
