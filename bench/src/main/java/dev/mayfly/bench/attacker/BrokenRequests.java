package dev.mayfly.bench.attacker;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

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
