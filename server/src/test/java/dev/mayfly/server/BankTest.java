package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Transfers in transactions, which also write documents that die soon, while clients time out and
 * the server's process is killed: every acknowledged one is there once, no other one in part, the
 * totals are right, and a change stream that is followed all the time replays to the same state.
 */
@Timeout(900)
@LongTest
class BankTest {
  private static final int CLIENTS = 16;
  private static final int ACCOUNTS = 40;
  private static final int ROUNDS = Rounds.of(2, 25);
  private static final int TRANSFERS_BEFORE_KILL = Rounds.of(60, 150);

  private final long seed = Seeds.seedOfThreads(BankTest.class);
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final BankFollower follower = new BankFollower("bank");

  @TempDir private Path temporary;

  private ServerProcess serve() throws Exception {
    return ServerProcess.serve(temporary, "--data", temporary.resolve("data").toString());
  }

  @Test
  void nothingIsLostOrDoneTwiceWhenTheServerIsKilled() throws Exception {
    try (ServerProcess server = serve();
        MongoClient client = MongoClients.create(server.mongoAddress())) {
      MongoDatabase bank = client.getDatabase("bank");
      for (String dying : List.of("visits", "holds")) {
        bank.runCommand(
            Document.parse(
                "{createIndexes: '%s', indexes: [{key: {_ts: 1}, name: '_ts_1',".formatted(dying)
                    + " expireAfterSeconds: 1}]}"));
      }
      follower.begin(client);
      List<Document> accounts = new ArrayList<>();
      for (int i = 0; i < ACCOUNTS; i++) {
        accounts.add(new Document("_id", i).append("balance", 1000));
      }
      bank.getCollection("accounts").insertMany(accounts);
      server.stopInOrder();
    }
    for (int round = 0; round < ROUNDS; round++) {
      round(round);
    }
    try (ServerProcess server = serve();
        MongoClient client = MongoClients.create(server.mongoAddress())) {
      check(client.getDatabase("bank"));
      for (String collection : List.of("accounts", "ledger", "visits", "holds")) {
        follower.awaitEqual(client, collection);
      }
    }
    assertThat(acknowledged.size()).isGreaterThanOrEqualTo(ROUNDS * TRANSFERS_BEFORE_KILL);
  }

  private void round(int round) throws Exception {
    AtomicInteger done = new AtomicInteger();
    CompletableFuture<Void> enough = new CompletableFuture<>();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS + 1);
    try (ServerProcess server = serve()) {
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      CompletableFuture<Void> following =
          CompletableFuture.runAsync(() -> follower.follow(server), threads);
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        clients.add(
            CompletableFuture.runAsync(
                () -> transfer(server, round + "-" + number, number % 4 == 0, done, enough),
                threads));
      }
      CompletableFuture.anyOf(
              enough, CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new)))
          .get(300, TimeUnit.SECONDS);
      server.kill();
      for (CompletableFuture<Void> each : clients) {
        each.get(120, TimeUnit.SECONDS);
      }
      following.get(120, TimeUnit.SECONDS);
    } finally {
      threads.shutdown();
    }
  }

  /**
   * Until the server is gone.
   *
   * @param impatient whether the client gives up soon and does not know what became of a commit
   */
  private void transfer(
      ServerProcess server,
      String client,
      boolean impatient,
      AtomicInteger done,
      CompletableFuture<Void> enough) {
    Random random = new Random(seed + client.hashCode());
    String address =
        server.mongoAddress()
            + "/?serverSelectionTimeoutMS=2000"
            + (impatient ? "&socketTimeoutMS=" + (20 + random.nextInt(60)) : "");
    try (MongoClient own = MongoClients.create(address);
        ClientSession session = own.startSession()) {
      for (int i = 0; server.isAlive(); i++) {
        String id = client + "-" + i;
        int from = random.nextInt(ACCOUNTS);
        int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        int amount = 1 + random.nextInt(50);
        if (transfer(own.getDatabase("bank"), session, id, from, to, amount)) {
          acknowledged.add(id);
          if (done.incrementAndGet() == TRANSFERS_BEFORE_KILL) {
            enough.complete(null);
          }
        }
      }
    } catch (MongoException e) {
      // The session could not be ended: the server is gone, or the client gave up.
      assertThat(server.isAlive() && !impatient)
          .as("failed while the server lives: %s", e)
          .isFalse();
    }
  }

  /** Whether it was acknowledged. */
  private static boolean transfer(
      MongoDatabase bank, ClientSession session, String id, int from, int to, int amount) {
    try {
      session.startTransaction();
      add(bank, session, from, -amount);
      add(bank, session, to, amount);
      bank.getCollection("visits").insertOne(session, new Document("by", from));
      bank.getCollection("holds")
          .updateOne(
              session,
              new Document("_id", from),
              new Document("$inc", new Document("count", 1)),
              new UpdateOptions().upsert(true));
      bank.getCollection("ledger")
          .insertOne(
              session,
              new Document("_id", id)
                  .append("from", from)
                  .append("to", to)
                  .append("amount", amount));
      session.commitTransaction();
      return true;
    } catch (MongoException e) {
      if (session.hasActiveTransaction()) {
        session.abortTransaction();
      }
      return false;
    }
  }

  private static void add(MongoDatabase bank, ClientSession session, int account, int amount) {
    bank.getCollection("accounts")
        .updateOne(
            session,
            new Document("_id", account),
            new Document("$inc", new Document("balance", amount)));
  }

  private void check(MongoDatabase bank) {
    int[] expected = new int[ACCOUNTS];
    Set<String> written = new HashSet<>();
    for (Document each : bank.getCollection("ledger").find()) {
      written.add(each.getString("_id"));
      expected[each.getInteger("from")] -= each.getInteger("amount");
      expected[each.getInteger("to")] += each.getInteger("amount");
    }
    assertThat(written).as("every acknowledged transfer is there").containsAll(acknowledged);
    int total = 0;
    for (Document account : bank.getCollection("accounts").find()) {
      int balance = account.getInteger("balance");
      total += balance;
      assertThat(balance).isEqualTo(1000 + expected[account.getInteger("_id")]);
    }
    assertThat(total).isEqualTo(1000 * ACCOUNTS);
  }
}
