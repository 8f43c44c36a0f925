package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.client.MongoConnection;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.bson.BsonDocument;

/** Connections that ask for much and read nothing of the answers. */
final class SlowReaders {
  private static final int CONNECTIONS = 128;

  /** The least that kernels give. */
  static final int RECEIVE_BYTES = 4 << 10;

  private static final String QUERY_HEADERS =
      CosmosClient.CROSS_PARTITION_QUERY_HEADERS + "\r\nx-ms-max-item-count: -1";

  private SlowReaders() {}

  static void mongo(Arena arena) {
    byte[] find =
        MongoConnection.message(
            BsonDocument.parse(
                "{find: '%s', batchSize: 5000, $db: '%s'}"
                    .formatted(Target.COLLECTION, Target.DATABASE)));
    arena.threads(
        CONNECTIONS,
        thread -> {
          try (MongoConnection connection = arena.login(RECEIVE_BYTES)) {
            while (!arena.isOver()) {
              connection.send(find);
              arena.tally().count("asked");
            }
          }
        });
  }

  static void cosmos(Arena arena) {
    arena.threads(
        CONNECTIONS,
        thread -> {
          try (CosmosClient signer = arena.cosmos();
              Socket socket =
                  arena.open(Port.COSMOS, InetAddress.getByName("127.0.0.2"), RECEIVE_BYTES)) {
            OutputStream out = socket.getOutputStream();
            while (!arena.isOver()) {
              out.write(
                  signer.feedRequest(
                      "POST", QUERY_HEADERS, CosmosClient.utf8("{\"query\":\"SELECT * FROM c\"}")));
              arena.tally().count("asked");
            }
          }
        });
  }

  /** The certificate is for everybody, and so needs no key. */
  static void download(Arena arena) {
    flood(arena, Port.COSMOS, "/mayfly-cert.pem");
  }

  static void admin(Arena arena) {
    flood(arena, Port.ADMIN, "/metrics");
  }

  private static void flood(Arena arena, Port port, String path) {
    byte[] request =
        ("GET " + path + " HTTP/1.1\r\nHost: localhost:" + port.number(arena.target()) + "\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8);
    arena.threads(
        CONNECTIONS,
        thread -> {
          try (Socket socket =
              arena.open(port, InetAddress.getByName("127.0.0.2"), RECEIVE_BYTES)) {
            while (!arena.isOver()) {
              socket.getOutputStream().write(request);
              arena.tally().count("asked");
            }
          }
        });
  }
}
