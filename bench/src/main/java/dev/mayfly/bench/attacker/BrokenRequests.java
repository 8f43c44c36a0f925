package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.MongoConnection;
import dev.mayfly.bench.client.RequestFrame;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonDocument;

/** Requests that end in the middle, and bytes that are none: each must cost little and log less. */
final class BrokenRequests {
  private static final int THREADS = 8;

  private BrokenRequests() {}

  static void admin(Arena arena) {
    byte[] half = "GET /healthz HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.UTF_8);
    arena.threads(
        THREADS,
        thread -> {
          try (Socket socket = arena.open(Port.ADMIN)) {
            socket.getOutputStream().write(half);
            arena.tally().count("broken off");
          }
        });
  }

  /** Requests of other protocols to the port of direct mode, which speaks nothing but TLS. */
  static void plain(Arena arena) {
    List<byte[]> requests =
        List.of(
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8),
            MongoConnection.message(BsonDocument.parse("{hello: 1, $db: 'admin'}")),
            RequestFrame.opening().bytes(),
            new byte[64 << 10]);
    arena.threads(
        THREADS,
        thread -> {
          for (byte[] request : requests) {
            try (Socket socket = arena.open(Port.DIRECT_PLAIN)) {
              socket.getOutputStream().write(request);
              arena.tally().count(socket.getInputStream().read() < 0 ? "closed" : "answered");
            }
          }
        });
  }

  static void mongo(Arena arena) {
    SplittableRandom random = new SplittableRandom(11);
    arena.threads(
        THREADS,
        thread -> {
          try (Socket socket = arena.open(Port.MONGO)) {
            byte[] bytes = new byte[500];
            synchronized (random) {
              random.nextBytes(bytes);
            }
            bytes[2] = 0;
            bytes[3] = 0;
            socket.getOutputStream().write(bytes);
            arena.tally().count("garbage sent");
          }
        });
  }
}
