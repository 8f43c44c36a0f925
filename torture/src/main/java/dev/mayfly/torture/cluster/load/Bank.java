package dev.mayfly.torture.cluster.load;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import dev.mayfly.torture.ledger.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.Document;

/** Accounts between which transactions move amounts: the total stays the same. */
final class Bank {
  private static final int ACCOUNTS = 8;
  private static final long AMOUNT = 1_000;

  private final MongoStore store;

  Bank(MongoStore store) {
    this.store = store;
  }

  private MongoCollection<Document> accounts() {
    return store.collection("accounts");
  }

  void prepare() {
    List<Document> all = new ArrayList<>();
    for (int i = 0; i < ACCOUNTS; i++) {
      all.add(new Document("_id", i).append("amount", AMOUNT));
    }
    accounts().insertMany(all);
  }

  void transfer(Random random) {
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    long amount = 1 + random.nextInt(10);
    try (ClientSession session = store.client().startSession()) {
      session.withTransaction(
          () -> {
            accounts().updateOne(session, new Document("_id", from), add(-amount));
            return accounts().updateOne(session, new Document("_id", to), add(amount));
          });
    }
  }

  private static Document add(long amount) {
    return new Document("$inc", new Document("amount", amount));
  }

  /** Adds all up, in one snapshot. */
  void audit(Random random) {
    long total = 0;
    int accounts = 0;
    for (Document each : accounts().find()) {
      total += each.getLong("amount");
      accounts++;
    }
    if (accounts != ACCOUNTS || total != ACCOUNTS * AMOUNT) {
      throw new Violation(accounts + " accounts have " + total + " together");
    }
  }
}
