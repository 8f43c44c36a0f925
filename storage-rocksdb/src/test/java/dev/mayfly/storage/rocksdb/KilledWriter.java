package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.clock.ClockSettings;
import dev.mayfly.engine.clock.SystemTtlClock;
import dev.mayfly.engine.clock.WallTime;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * A process that writes until it is killed. It prints {@code I name version} before it hands a
 * write over, {@code A name version lsn ts} after it was acknowledged, each with a system call of
 * its own, so that nothing said is lost with the process. D instead of I announces a delete.
 */
final class KilledWriter {
  static final String DATABASE = "d";
  static final String KEPT = "kept";
  static final String MORTAL = "mortal";
  static final int KEYS = 40;
  static final int BATCH = 5;
  private static final int OUTSTANDING = 64;

  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
  private final Semaphore room = new Semaphore(OUTSTANDING);
  private final Random random;
  private final Engine engine;
  private long version;

  private KilledWriter(Engine engine, long seed, long firstVersion) {
    this.engine = engine;
    this.random = new Random(seed);
    this.version = firstVersion;
  }

  public static void main(String[] args) {
    RocksDbOptions options =
        RocksDbOptions.defaults()
            .withDurability(Durability.valueOf(args[1]))
            .withMemoryBytes(16 << 20);
    RocksDbStorage storage = RocksDbStorage.open(Path.of(args[0]), options);
    SystemTtlClock clock = new SystemTtlClock(WallTime.system(), ClockSettings.DEFAULT);
    Engine engine = Engine.open(storage, clock, EngineOptions.DEFAULT);
    new KilledWriter(engine, Long.parseLong(args[2]), Long.parseLong(args[3])).run();
  }

  private void run() {
    if (engine.databases().isEmpty()) {
      engine.createDatabase(DATABASE);
    }
    if (engine.containers(DATABASE).isEmpty()) {
      engine.createContainer(DATABASE, ContainerDefinition.named(KEPT).partitionKey("/pk").build());
    }
    if (engine.containers(DATABASE).size() < 2) {
      engine.createContainer(
          DATABASE,
          ContainerDefinition.named(MORTAL)
              .partitionKey("/pk")
              .defaultTtl(1)
              .uniqueKeys(UniqueKey.of("/u"))
              .allVersions(new Retention(5, 1 << 20))
              .expiryEvents(new Retention(5, 1 << 20))
              .partitionQuotaBytes(1 << 20)
              .build());
    }
    Container kept = engine.container(DATABASE, KEPT);
    Container mortal = engine.container(DATABASE, MORTAL);
    say("READY");
    while (true) {
      int dice = random.nextInt(1000);
      if (dice < 600) {
        write(kept, "k" + random.nextInt(KEYS));
      } else if (dice < 700) {
        delete(kept, "k" + random.nextInt(KEYS));
      } else if (dice < 800) {
        batch(kept);
      } else if (dice < 990) {
        mortal(mortal);
      } else if (dice < 992) {
        transaction(kept, mortal);
      } else if (dice < 994) {
        policy(mortal);
      } else if (dice < 995) {
        mortal.deletePartition(PartitionKey.of("m" + random.nextInt(4)));
      } else if (dice < 996) {
        dates(mortal);
      } else if (dice < 997) {
        indexes(mortal);
      } else {
        mortal.maintenance().purge(1 + random.nextInt(50));
      }
    }
  }

  private void write(Container kept, String name) {
    if (random.nextInt(4) == 0) {
      // Readers make the clock's second be stored on its own.
      kept.read(ItemKey.of(name, name));
    }
    long mine = announce("I", name);
    kept.submit(
        WriteRequest.upsert(ItemKey.of(name, name), body(name, mine)),
        (outcome, failure) -> reported(name, mine, outcome, failure));
  }

  private void delete(Container kept, String name) {
    long mine = announce("D", name);
    kept.submit(
        WriteRequest.delete(ItemKey.of(name, name)),
        (outcome, failure) -> {
          boolean absent =
              failure instanceof EngineException e && e.code() == ErrorCode.ITEM_NOT_FOUND;
          reported(name, mine, null, absent ? null : failure);
        });
  }

  private void batch(Container kept) {
    long mine = announce("I", "batch");
    List<WriteRequest> requests = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      requests.add(WriteRequest.upsert(ItemKey.of("batch", "b" + i), body("batch", mine)));
    }
    kept.submit(
        requests,
        (outcomes, failure) ->
            reported("batch", mine, failure == null ? outcomes.get(BATCH - 1) : null, failure));
  }

  /** Dies within seconds; its partner in every commit is an unique value that others want too. */
  private void mortal(Container mortal) {
    String partition = "m" + random.nextInt(4);
    BsonDocument document =
        new BsonDocument("pk", new BsonString(partition))
            .append("u", new BsonInt32(random.nextInt(2000)))
            .append("w", new BsonInt32(random.nextInt(20_000)));
    if (random.nextInt(3) == 0) {
      document.append("ttl", new BsonInt32(1 + random.nextInt(3)));
    }
    if (random.nextInt(4) == 0) {
      long millis = System.currentTimeMillis() + random.nextInt(4000) - 1000;
      document.append("at", new BsonDateTime(millis));
    }
    acquire();
    mortal.submit(
        WriteRequest.upsert(ItemKey.of(partition, "i" + random.nextInt(1000)), bytes(document)),
        (outcome, failure) -> {
          room.release();
          boolean taken =
              failure instanceof EngineException e && e.code() == ErrorCode.UNIQUE_KEY_VIOLATION;
          if (failure != null && !taken) {
            fail(failure);
          }
        });
  }

  private void transaction(Container kept, Container mortal) {
    long mine = announce("I", "pair");
    try (Transaction transaction = engine.begin()) {
      for (int i = 0; i < 2; i++) {
        ItemKey key = ItemKey.of("pair" + i, "pair" + i);
        transaction.write(kept, WriteRequest.upsert(key, body("pair" + i, mine)));
      }
      reported("pair", mine, transaction.commit().get(1), null);
    }
  }

  private void policy(Container mortal) {
    int ttl = 1 + random.nextInt(3);
    long mine = announce("I", "policy");
    BsonDocument mark = new BsonDocument("v", new BsonInt64(mine));
    ContainerDefinition next =
        mortal.definition().toBuilder().defaultTtl(ttl == 3 ? null : ttl).opaque(mark).build();
    engine.replaceContainer(DATABASE, next);
    reported("policy", mine, null, null);
  }

  private void dates(Container mortal) {
    DateTtl[] dates =
        random.nextBoolean() ? new DateTtl[] {new DateTtl("at", "at", 1)} : new DateTtl[0];
    engine.replaceContainer(DATABASE, mortal.definition().toBuilder().dateTtls(dates).build());
  }

  private void indexes(Container mortal) {
    PathIndex[] indexes =
        random.nextBoolean()
            ? new PathIndex[] {
              PathIndex.of("by_w", "w").asUnique(), PathIndex.of("by_u", "u", "at")
            }
            : new PathIndex[0];
    engine.replaceContainer(DATABASE, mortal.definition().toBuilder().pathIndexes(indexes).build());
  }

  private long announce(String kind, String name) {
    acquire();
    long mine = ++version;
    say(kind + " " + name + " " + mine);
    return mine;
  }

  private void acquire() {
    room.acquireUninterruptibly();
  }

  private void reported(String name, long mine, WriteOutcome outcome, Throwable failure) {
    if (failure != null) {
      fail(failure);
    }
    String where = outcome == null ? "0 0" : outcome.item().lsn() + " " + outcome.item().tsSecond();
    say("A " + name + " " + mine + " " + where);
    room.release();
  }

  private void fail(Throwable failure) {
    say("F " + failure.toString().replace('\n', ' '));
  }

  private void say(String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] body(String partition, long version) {
    return bytes(
        new BsonDocument("pk", new BsonString(partition)).append("v", new BsonInt64(version)));
  }

  private static byte[] bytes(BsonDocument document) {
    try (BasicOutputBuffer buffer = new BasicOutputBuffer();
        BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
      return buffer.toByteArray();
    }
  }
}
