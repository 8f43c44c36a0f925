package dev.mayfly.torture.cluster.load;

import com.mongodb.ReadPreference;
import dev.mayfly.torture.cluster.judge.TtlLedger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Items that expire within seconds, written and read through both APIs. */
final class Mortals {
  private static final int TTL_MAX = 5;
  private static final int RECENT_MAX = 200;

  private final MongoStore mongo;
  private final CosmosStore cosmos;
  private final TtlLedger ofMongo;
  private final TtlLedger ofCosmos;
  private final AtomicLong numbers = new AtomicLong();
  private final Deque<String> recentOfMongo = new ArrayDeque<>();
  private final Deque<String> recentOfCosmos = new ArrayDeque<>();
  private volatile String session;

  Mortals(MongoStore mongo, CosmosStore cosmos, TtlLedger ofMongo, TtlLedger ofCosmos) {
    this.mongo = mongo;
    this.cosmos = cosmos;
    this.ofMongo = ofMongo;
    this.ofCosmos = ofCosmos;
  }

  private static void remember(Deque<String> recent, String id) {
    synchronized (recent) {
      recent.add(id);
      if (recent.size() > RECENT_MAX) {
        recent.poll();
      }
    }
  }

  private static Set<String> recent(Deque<String> recent) {
    synchronized (recent) {
      return new HashSet<>(recent);
    }
  }

  /** The answer has the store's second, which both ledgers learn. */
  void writeCosmos(Random random) {
    String id = "t" + numbers.incrementAndGet();
    int ttl = 1 + random.nextInt(TTL_MAX);
    long began = System.nanoTime();
    CosmosStore.Written written = cosmos.createMortal(id, ttl);
    long second = written.second();
    // Before its second is known to readers, who name this write or a later one.
    session = written.session();
    ofCosmos.write(id, ttl, second, System.nanoTime());
    ofCosmos.observe(began, second);
    ofMongo.observe(began, second);
    remember(recentOfCosmos, id);
  }

  void writeMongo(Random random) {
    String id = "t" + numbers.incrementAndGet();
    int ttl = 1 + random.nextInt(TTL_MAX);
    TtlLedger.Read before = ofMongo.begin();
    mongo.insertMortal(id, ttl);
    ofMongo.writeUndated(before, id, ttl, System.nanoTime());
    remember(recentOfMongo, id);
  }

  void readMongo(Random random) {
    Set<String> asked = recent(recentOfMongo);
    TtlLedger.Read read = ofMongo.begin();
    Set<String> found = mongo.mortals(ReadPreference.primary());
    ofMongo.end(read, asked, found);
  }

  void readMongoSecondary(Random random) {
    TtlLedger.Read read = ofMongo.begin();
    ofMongo.endAtFollower(read, mongo.mortals(ReadPreference.secondary()));
  }

  /**
   * The token of the last write dates what may be seen. It is given with each read: the SDK's own
   * session forgets all tokens of a container when no node has the one that was asked for.
   */
  void readCosmos(Random random) {
    List<String> all = List.copyOf(recent(recentOfCosmos));
    if (all.isEmpty()) {
      return;
    }
    TtlLedger.Read read = ofCosmos.begin();
    String token = session;
    if (random.nextBoolean()) {
      String id = all.get(random.nextInt(all.size()));
      boolean found = cosmos.hasMortal(id, token);
      ofCosmos.end(read, Set.of(id), found ? Set.of(id) : Set.of());
    } else {
      ofCosmos.end(read, Set.copyOf(all), cosmos.mortals(token));
    }
  }
}
