package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.client.DirectClient;
import dev.mayfly.bench.client.RequestFrame;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Frames of direct mode whose answers are not read, that do not come whole, or that are none. */
final class DirectFrames {
  private static final int CONNECTIONS = 128;
  private static final int HALF_CONNECTIONS = 200;
  private static final int THREADS = 8;
  private static final int PAYLOAD_BYTES = 2 << 20;
  private static final int CHUNK_BYTES = 64 << 10;
  private static final int ITEM = 0x03;
  private static final int READ = 0x03;
  private static final byte[] EVERYTHING = CosmosClient.utf8("{\"query\":\"SELECT * FROM c\"}");

  private DirectFrames() {}

  /** What a connection sends again and again. */
  private interface Request {
    byte[] bytes(DirectClient signer);
  }

  static void unreadQueries(Arena arena) {
    neverRead(arena, signer -> signer.queryRequest().bytes(EVERYTHING));
  }

  static void unreadReads(Arena arena) {
    neverRead(arena, signer -> signer.readRequest("1", "p1").bytes());
  }

  /** Refusals are answers too, and need no key. */
  static void unreadRefusals(Arena arena) {
    neverRead(arena, signer -> unsigned().bytes());
  }

  private static void neverRead(Arena arena, Request request) {
    arena.threads(
        CONNECTIONS,
        thread -> {
          try (DirectClient client = arena.direct(SlowReaders.RECEIVE_BYTES)) {
            while (!arena.isOver()) {
              client.connection().send(request.bytes(client));
              arena.tally().count("asked");
            }
          }
        });
  }

  /** Without a key, with a wrong signature, and as a client with a key. */
  static void halfPayloads(Arena arena) {
    arena.threads(
        HALF_CONNECTIONS,
        thread -> {
          try (DirectClient client = arena.direct(0)) {
            RequestFrame frame =
                switch (thread % 3) {
                  case 0 -> unsigned();
                  case 1 -> unsigned().text(0x0001, "type%3Dmaster%26ver%3D1.0%26sig%3DAAAA");
                  default -> client.upsertRequest("p1");
                };
            client.connection().send(frame.announcing(PAYLOAD_BYTES, new byte[0]));
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int sent = 0; sent < PAYLOAD_BYTES * 3 / 4; sent += CHUNK_BYTES) {
              client.connection().send(chunk);
            }
            arena.tally().count("half sent");
            readUntilClosed(arena, client);
          }
        });
  }

  private static void readUntilClosed(Arena arena, DirectClient client) throws IOException {
    while (!arena.isOver()) {
      try {
        client.connection().readSome();
        arena.tally().count("an answer");
      } catch (SocketTimeoutException e) {
        // It may still hold what was sent.
      }
    }
  }

  private static RequestFrame unsigned() {
    return RequestFrame.of(ITEM, READ)
        .text(0x0015, CosmosClient.DATABASE)
        .text(0x0016, Target.CONTAINER)
        .text(0x0017, "1")
        .text(0x002B, "[\"p1\"]");
  }

  /** Noise instead of a frame, frames with some bytes changed, and frames that break off. */
  static void broken(Arena arena) {
    arena.threads(
        THREADS,
        thread -> {
          SplittableRandom random = new SplittableRandom();
          try (DirectClient client = arena.direct(0)) {
            byte[] bytes = client.upsertRequest("p1").bytes(CosmosClient.utf8("{\"id\":\"b\"}"));
            int kind = random.nextInt(3);
            if (kind == 0) {
              random.nextBytes(bytes);
              client.connection().send(bytes);
            } else if (kind == 1) {
              bytes[random.nextInt(RequestFrame.FIXED_BYTES, bytes.length)] ^=
                  (byte) random.nextInt();
              client.connection().send(bytes);
            } else {
              client.connection().send(Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            }
            arena.tally().count("sent");
          }
        });
  }
}
