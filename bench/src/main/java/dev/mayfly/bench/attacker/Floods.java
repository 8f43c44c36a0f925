package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.client.MongoConnection;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** As many as can be had of everything that a logged in client may make. */
final class Floods {
  private static final int THREADS = 8;

  /** Requests that are sent before their answers are read. */
  private static final int PIPELINED = 16;

  /** Connections with a stream that waits. */
  private static final int WAITING = 256;

  private Floods() {}

  static void cursors(Arena arena) {
    mongo(
        arena,
        Target.DATABASE,
        number ->
            BsonDocument.parse(
                "{find: '%s', sort: {n: 1}, batchSize: 1}".formatted(Target.COLLECTION)));
  }

  static void sessions(Arena arena) {
    mongo(
        arena,
        "admin",
        number -> new BsonDocument("ping", new BsonInt32(1)).append("lsid", newSession()));
  }

  private static BsonDocument newSession() {
    UUID id = UUID.randomUUID();
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    return new BsonDocument("id", new BsonBinary(BsonBinarySubType.UUID_STANDARD, bytes));
  }

  /** Transactions that have written something and are left open. */
  static void transactions(Arena arena) {
    mongo(
        arena,
        Target.DATABASE,
        number ->
            BsonDocument.parse(
                    """
                    {insert: '%s', documents: [{_id: 'flood-%d', filler: '%s'}], \
                    txnNumber: {$numberLong: '1'}, startTransaction: true, autocommit: false}"""
                        .formatted(Target.COLLECTION, number, "x".repeat(10_000)))
                .append("lsid", newSession()));
  }

  /** Change streams that are opened and left. */
  static void changeStreams(Arena arena) {
    mongo(
        arena,
        Target.DATABASE,
        number ->
            BsonDocument.parse(
                "{aggregate: '%s', pipeline: [{$changeStream: {}}], cursor: {}}"
                    .formatted(Target.COLLECTION)));
  }

  /** Change streams over all databases, which every write of an honest client wakes up. */
  static void waitingStreams(Arena arena) {
    String watch =
        "{aggregate: 1, pipeline: [{$changeStream: {allChangesForCluster: true}}], cursor: {}}";
    arena.threads(
        WAITING,
        thread -> {
          try (MongoConnection connection = arena.login()) {
            BsonDocument cursor = connection.succeed("admin", watch).getDocument("cursor");
            while (!arena.isOver()) {
              BsonDocument more =
                  new BsonDocument("getMore", cursor.get("id"))
                      .append("collection", new BsonString("$cmd.aggregate"))
                      .append("maxTimeMS", new BsonInt32(1000));
              arena.tally().reply(connection.command("admin", more));
            }
          }
        });
  }

  static void collections(Arena arena) {
    mongo(
        arena,
        Target.DATABASE,
        number -> BsonDocument.parse("{create: 'flood-%d'}".formatted(number)));
  }

  static void databases(Arena arena) {
    AtomicInteger numbers = new AtomicInteger();
    arena.threads(
        THREADS,
        thread -> {
          try (MongoConnection connection = arena.login()) {
            while (!arena.isOver()) {
              BsonDocument create = BsonDocument.parse("{create: 'c'}");
              arena.tally().reply(connection.command("flood-" + numbers.getAndIncrement(), create));
            }
          }
        });
  }

  static void indexes(Arena arena) {
    mongo(
        arena,
        Target.DATABASE,
        number ->
            BsonDocument.parse(
                "{createIndexes: '%s', indexes: [{key: {'f%d': 1, n: 1}, name: 'i%d'}]}"
                    .formatted(
                        number % 2 == 0 ? Target.COLLECTION : "indexed-" + number / 100,
                        number,
                        number)));
  }

  private static void mongo(Arena arena, String database, IntFunction<BsonDocument> command) {
    AtomicInteger numbers = new AtomicInteger();
    arena.threads(
        THREADS,
        thread -> {
          try (MongoConnection connection = arena.login()) {
            while (!arena.isOver()) {
              for (int i = 0; i < PIPELINED; i++) {
                BsonDocument document = command.apply(numbers.getAndIncrement());
                document.put("$db", new BsonString(database));
                connection.send(MongoConnection.message(document));
              }
              for (int i = 0; i < PIPELINED; i++) {
                arena.tally().reply(connection.receive());
              }
            }
          }
        });
  }

  static void containers(Arena arena) {
    AtomicInteger numbers = new AtomicInteger();
    String database = "dbs/" + CosmosClient.DATABASE;
    arena.threads(
        THREADS,
        thread -> {
          try (CosmosClient client = arena.cosmos()) {
            while (!arena.isOver()) {
              int number = numbers.getAndIncrement();
              boolean container = number % 10 > 0;
              String body =
                  container
                      ? "{\"id\":\"flood-%d\",\"partitionKey\":{\"paths\":[\"/pk\"]}}"
                          .formatted(number)
                      : "{\"id\":\"flood-%d\"}".formatted(number);
              client
                  .connection()
                  .send(
                      client.request(
                          "POST",
                          container ? "colls" : "dbs",
                          container ? database : "",
                          container ? "/" + database + "/colls" : "/dbs",
                          "",
                          CosmosClient.utf8(body)));
              arena.count(client.connection().answer());
            }
          }
        });
  }

  static void changeFeed(Arena arena) {
    arena.threads(
        THREADS,
        thread -> {
          try (CosmosClient client = arena.cosmos()) {
            while (!arena.isOver()) {
              arena.count(
                  client.feed(
                      "GET", "\r\na-im: Incremental Feed\r\nx-ms-max-item-count: -1", new byte[0]));
            }
          }
        });
  }

  static void metrics(Arena arena) {
    byte[] request =
        "GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    arena.threads(
        THREADS,
        thread -> {
          try (Socket socket = arena.open(Port.ADMIN)) {
            socket.getOutputStream().write(request);
            arena.tally().count(firstLine(socket));
          }
        });
  }

  private static String firstLine(Socket socket) throws IOException {
    byte[] answer = new byte[64 << 10];
    int length = socket.getInputStream().read(answer);
    while (socket.getInputStream().read(answer, 100, answer.length - 100) > 0) {
      // The rest does not matter.
    }
    return length <= 0 ? "closed" : HalfRequests.firstLine(answer, length);
  }
}
