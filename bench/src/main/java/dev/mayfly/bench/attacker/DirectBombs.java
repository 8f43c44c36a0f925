package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.client.DirectClient;
import dev.mayfly.bench.client.RequestFrame;
import java.io.EOFException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Frames of direct mode that are as large, or of as many parts, as can be. */
final class DirectBombs {
  private static final int THREADS = 8;
  private static final int EMPTY = 0xFF;
  private static final int LARGE = 60_000;

  private DirectBombs() {}

  /** A frame that is made anew for each connection, because it is signed. */
  private interface Bomb {
    byte[] bytes(DirectClient signer);
  }

  /** Lengths that are none, as many tokens as fit, and each text as long as it can be. */
  static void heads(Arena arena) {
    List<byte[]> first =
        List.of(
            length(-1),
            length(0),
            length(Integer.MAX_VALUE),
            tokens(RequestFrame.opening(), 5_000).bytes(),
            tokens(RequestFrame.opening(), 20_000).bytes());
    List<Bomb> signed =
        List.of(
            signer -> tokens(signer.readRequest("1", "p1"), 19_000).bytes(),
            signer -> signer.readRequest("x".repeat(LARGE), "p1").bytes(),
            signer -> signer.readRequest("1", "p".repeat(LARGE)).bytes(),
            signer -> signer.readRequest("1", "p1").text(0x002B, "[".repeat(LARGE)).bytes(),
            signer -> signer.readRequest("1", "p1").text(0x002B, number()).bytes(),
            signer -> signer.readRequest("1", "p1").text(0x0001, "a".repeat(LARGE)).bytes(),
            signer -> signer.readRequest("1", "p1").text(0x0003, "a".repeat(LARGE)).bytes(),
            signer -> signer.readRequest("1", "p1").text(0x0005, "0:-1#1,".repeat(8_000)).bytes(),
            signer -> signer.readRequest("1", "p1").text(0x0006, "a".repeat(LARGE)).bytes(),
            signer -> signer.readRequest("1", "p1").raw(0x0000, 0x0C, hugeBytes()).bytes());
    arena.threads(
        THREADS,
        thread -> {
          for (int i = 0; i < first.size() && !arena.isOver(); i++) {
            open(arena, first.get((thread + i) % first.size()));
          }
          send(arena, thread, signed);
        });
  }

  /** Payloads that are announced and never come, and payloads that are hard to read. */
  static void payloads(Arena arena) {
    byte[] nested = item("[".repeat(1_000_000));
    byte[] objects = item("{\"a\":".repeat(300_000));
    byte[] digits = item("9".repeat(1_900_000));
    byte[] names = item("{" + "\"a\":1,".repeat(200_000) + "\"b\":1}");
    byte[] query = CosmosClient.utf8("{\"query\":\"SELECT VALUE " + "(".repeat(100_000) + "1\"}");
    arena.threads(
        THREADS,
        thread ->
            send(
                arena,
                thread,
                List.of(
                    signer -> signer.upsertRequest("p").announcing(-1, new byte[0]),
                    signer ->
                        signer.upsertRequest("p").announcing(Integer.MAX_VALUE, new byte[100]),
                    signer -> signer.upsertRequest("p").announcing(4 << 20, new byte[3 << 20]),
                    signer -> signer.upsertRequest("p").bytes(nested),
                    signer -> signer.upsertRequest("p").bytes(objects),
                    signer -> signer.upsertRequest("p").bytes(digits),
                    signer -> signer.upsertRequest("p").bytes(names),
                    signer -> signer.queryRequest().bytes(query))));
  }

  private static void send(Arena arena, int thread, List<Bomb> bombs) throws Exception {
    // Each begins with another one, so that all are sent however long the first take.
    for (int i = 0; i < bombs.size() && !arena.isOver(); i++) {
      Bomb bomb = bombs.get((thread + i) % bombs.size());
      try (DirectClient client = arena.direct(0)) {
        // Without a first request that is right, the limits are those for strangers.
        arena.count(client.read("1", "p1"));
        arena.count(client.request(() -> bomb.bytes(client)));
      } catch (EOFException e) {
        arena.tally().count("closed");
      }
    }
  }

  private static void open(Arena arena, byte[] first) throws Exception {
    try (Socket socket = arena.open(Port.DIRECT)) {
      socket.getOutputStream().write(first);
      arena.tally().count(socket.getInputStream().read() < 0 ? "closed at once" : "opened");
    }
  }

  private static byte[] length(int length) {
    return ByteBuffer.allocate(RequestFrame.FIXED_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .array();
  }

  private static RequestFrame tokens(RequestFrame frame, int count) {
    byte[] nothing = {};
    for (int i = 0; i < count; i++) {
      frame.raw(0x7000, EMPTY, nothing);
    }
    return frame;
  }

  private static String number() {
    return "[" + "9".repeat(LARGE) + "]";
  }

  /** A length of four bytes, and no value: the frame ends before. */
  private static byte[] hugeBytes() {
    return new byte[] {-1, -1, -1, 127};
  }

  private static byte[] item(String value) {
    return CosmosClient.utf8("{\"id\":\"bomb\",\"pk\":\"p\",\"v\":" + value + "}");
  }
}
