package dev.mayfly.mongo.wire;

import static dev.mayfly.mongo.wire.WireClient.body;
import static dev.mayfly.mongo.wire.WireClient.compressed;
import static dev.mayfly.mongo.wire.WireClient.msg;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.command.MongoVersion;
import dev.mayfly.mongo.compress.Compressor;
import dev.mayfly.mongo.driver.DriverServer;
import dev.mayfly.mongo.driver.TestCertificate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that want to shut others out, and an honest one beside them. */
class HostileClientsTest {
  private static final String PING = "{ping: 1, $db: 'x'}";
  private static final int HALF_MESSAGES = 20;
  private static final int MESSAGE_BYTES = 6_000_000;

  /** How often the honest client tries: a busy machine may be slow once, an attack is so always. */
  private static final int TRIES = 3;

  /**
   * Long enough for a machine that is busy with other things as well, where a second is sometimes
   * not. The attacks made clients wait until they gave up, after 10 seconds.
   */
  private static final long SERVED_MILLIS = 4_000;

  private final List<WireClient> attackers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicBoolean over = new AtomicBoolean();
  private DriverServer server;

  private interface Attack {
    void run() throws IOException;
  }

  private void start(UnaryOperator<MongoOptions> change) {
    server = DriverServer.inMemory(change);
  }

  private static MongoOptions withLogin(MongoOptions options) {
    return options.withRootUser("ann", "secret");
  }

  /** Limits in the same proportions as the usual ones, so that they are soon reached. */
  private static MongoOptions small(MongoOptions options) {
    return options.withLimits(
        options.limits().withRequests(MESSAGE_BYTES, 11L * MESSAGE_BYTES, 64));
  }

  private static MongoOptions few(MongoOptions options) {
    return options.withLimits(options.limits().withConnectionsMax(256));
  }

  private String uri() {
    return "mongodb://ann:secret@localhost:" + server.port() + "/";
  }

  /** Repeats an attack until the test is over. */
  private void attack(Attack attack) {
    Thread thread =
        new Thread(
            () -> {
              while (!over.get()) {
                try {
                  attack.run();
                } catch (IOException e) {
                  // Closed by the server: the next one follows.
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
  }

  private WireClient connect() throws IOException {
    WireClient client = new WireClient(server.port());
    attackers.add(client);
    return client;
  }

  @AfterEach
  void stop() throws Exception {
    over.set(true);
    for (WireClient each : attackers) {
      each.close();
    }
    for (Thread each : threads) {
      each.join(TimeUnit.SECONDS.toMillis(20));
    }
    server.close();
  }

  /** Connects, authenticates and finds; the shortest time of a few tries. */
  private long honestMillis(String uri) {
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < TRIES; i++) {
      long start = System.nanoTime();
      try (MongoClient client = server.client(uri)) {
        client.getDatabase("shop").getCollection("carts").find().first();
      }
      shortest = Math.min(shortest, System.nanoTime() - start);
    }
    return TimeUnit.NANOSECONDS.toMillis(shortest);
  }

  private void warmUp(String uri) {
    try (MongoClient client = server.client(uri)) {
      client.getDatabase("shop").getCollection("carts").insertOne(new Document("_id", 1));
      client.getDatabase("shop").getCollection("carts").find().first();
    }
  }

  /** 46 KB that unpack to 48 MB. */
  private static byte[] bomb() {
    byte[] zeros = new byte[MongoVersion.MESSAGE_BYTES_MAX - 16];
    byte[] content = Compressor.ZLIB.compress(zeros, 0, zeros.length);
    return compressed(msg(1, 0, body(PING)), Compressor.ZLIB.id(), content, zeros.length);
  }

  /** The beginning of a message. */
  private static byte[] beginning(int announced, int sent) {
    byte[] beginning = new byte[sent];
    byte[] head = WireClient.message(1, Opcodes.MSG, WireClient.int32(0));
    System.arraycopy(head, 0, beginning, 0, head.length);
    System.arraycopy(WireClient.int32(announced), 0, beginning, 0, Integer.BYTES);
    return beginning;
  }

  /** Messages of which the rest never comes: as much as the server takes. */
  private void sendHalfMessages(String before) throws IOException {
    byte[] half = beginning(MESSAGE_BYTES, MESSAGE_BYTES / 2);
    byte[] smaller = beginning(512 << 10, 384 << 10);
    for (int i = 0; i < 2 * HALF_MESSAGES; i++) {
      WireClient client = connect();
      client.run(before);
      client.send(i < HALF_MESSAGES ? half : smaller);
    }
  }

  @Test
  void compressionBombsBeforeLoginDelayNoOtherClient() throws Exception {
    start(HostileClientsTest::withLogin);
    warmUp(uri());
    byte[] bomb = bomb();
    assertThat(bomb.length).isLessThan(50_000);
    for (int i = 0; i < 4; i++) {
      attack(
          () -> {
            try (WireClient client = new WireClient(server.port())) {
              for (int bombs = 0; bombs < 20 && !over.get(); bombs++) {
                client.send(bomb);
              }
              client.isClosed();
            }
          });
    }
    assertThat(honestMillis(uri())).isLessThan(SERVED_MILLIS);
  }

  @Test
  void halfSentMessagesBeforeLoginBlockNoOtherClient() throws Exception {
    start(options -> withLogin(small(options)));
    warmUp(uri());
    sendHalfMessages("{hello: 1, $db: 'admin'}");
    assertThat(honestMillis(uri())).isLessThan(SERVED_MILLIS);
    assertThat(largeMillis(uri())).isLessThan(SERVED_MILLIS);
  }

  @Test
  void halfSentMessagesBlockNoOtherClientWithoutAuthentication() throws Exception {
    start(HostileClientsTest::small);
    String uri = "mongodb://localhost:" + server.port() + "/";
    warmUp(uri);
    sendHalfMessages(PING);
    assertThat(honestMillis(uri)).isLessThan(SERVED_MILLIS);
    assertThat(largeMillis(uri)).isLessThan(SERVED_MILLIS);
  }

  private long largeMillis(String uri) {
    long shortest = Long.MAX_VALUE;
    try (MongoClient client = server.client(uri)) {
      MongoCollection<Document> carts = client.getDatabase("shop").getCollection("carts");
      for (int i = 0; i < TRIES; i++) {
        long start = System.nanoTime();
        insert(carts, new Document("large", new byte[1 << 20]));
        shortest = Math.min(shortest, System.nanoTime() - start);
      }
    }
    return TimeUnit.NANOSECONDS.toMillis(shortest);
  }

  /** Tries again if the server is overloaded, as it says and as newer drivers do. */
  private static void insert(MongoCollection<Document> collection, Document document) {
    for (long start = System.nanoTime(); ; ) {
      try {
        collection.insertOne(document);
        return;
      } catch (MongoCommandException e) {
        assertThat(e.getErrorCode()).isEqualTo(462);
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
      }
    }
  }

  @Test
  void silentConnectionsBlockNoOtherClient() throws Exception {
    start(HostileClientsTest::withLogin);
    warmUp(uri());
    for (int i = 0; i < 4_200; i++) {
      connect();
    }
    assertThat(honestMillis(uri())).isLessThan(SERVED_MILLIS);
  }

  @Test
  void idleConnectionsWithoutLoginBlockNoOtherClient() throws Exception {
    start(options -> withLogin(few(options)));
    warmUp(uri());
    for (int i = 0; i < 300; i++) {
      try {
        connect().run("{hello: 1, $db: 'admin'}");
      } catch (IOException e) {
        // Closed by the server.
      }
    }
    assertThat(honestMillis(uri())).isLessThan(SERVED_MILLIS);
  }

  @Test
  void slowHandshakesBlockNoOtherClient() throws Exception {
    start(options -> withLogin(few(options)).withTls(tls()));
    warmUp(uri());
    byte[] hello = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};
    for (int i = 0; i < 300; i++) {
      connect().send(hello);
    }
    assertThat(honestMillis(uri() + "?tls=true")).isLessThan(SERVED_MILLIS);
  }

  private static CompletableFuture<io.netty.handler.ssl.SslContext> tls() {
    return CompletableFuture.completedFuture(TestCertificate.forServer());
  }

  @Test
  void sessionsBeginOnlyAfterLogin() throws Exception {
    start(HostileClientsTest::withLogin);
    WireClient client = connect();
    for (int i = 0; i < 10; i++) {
      byte[] id = new byte[16];
      Arrays.fill(id, (byte) i);
      BsonDocument hello =
          BsonDocument.parse("{hello: 1, $db: 'admin'}")
              .append(
                  "lsid",
                  new BsonDocument(
                      "id", new org.bson.BsonBinary(org.bson.BsonBinarySubType.UUID_STANDARD, id)));
      assertThat(client.ask(msg(1, 0, body(hello))).document().getDouble("ok").getValue())
          .isEqualTo(1.0);
    }
    try (MongoClient honest = server.client(uri())) {
      Document status = honest.getDatabase("admin").runCommand(new Document("serverStatus", 1));
      assertThat(status.get("logicalSessionRecordCache", Document.class)).isNotNull();
      assertThat(
              status
                  .get("logicalSessionRecordCache", Document.class)
                  .getInteger("activeSessionsCount"))
          .isEqualTo(1);
    }
  }
}
