package dev.mayfly.bench.attacker;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Heads of requests that are as large, as many or as long as they can be. */
final class HeaderBombs {
  private static final int THREADS = 16;

  private HeaderBombs() {}

  static void start(Arena arena, Port port) {
    String host = "Host: localhost:" + port.number(arena.target()) + "\r\n";
    List<byte[]> bombs =
        List.of(
            // Just within 64 KB, in as many headers as fit.
            bytes("GET / HTTP/1.1\r\n" + host + "a:b\r\n".repeat(12_000) + "\r\n"),
            bytes("GET / HTTP/1.1\r\n" + host + "a: " + "b".repeat(60_000) + "\r\n\r\n"),
            // Far beyond any limit.
            bytes("GET / HTTP/1.1\r\n" + host + "a: " + "b".repeat(4_000_000) + "\r\n\r\n"),
            bytes("GET /" + "a".repeat(4_000_000) + " HTTP/1.1\r\n" + host + "\r\n"),
            bytes("GET /" + "%41/".repeat(1_900) + " HTTP/1.1\r\n" + host + "\r\n"),
            bytes("GET /?" + "a=b&".repeat(1_900) + " HTTP/1.1\r\n" + host + "\r\n"),
            // Chunks of one byte with long extensions, and a trailer without end.
            bytes(
                "POST /dbs HTTP/1.1\r\n"
                    + host
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + ("1;" + "e".repeat(4_000) + "\r\na\r\n").repeat(200)
                    + "0\r\n"
                    + "t:u\r\n".repeat(100_000)));
    arena.threads(
        THREADS,
        thread -> {
          for (byte[] bomb : bombs) {
            send(arena, port, bomb);
          }
        });
  }

  private static void send(Arena arena, Port port, byte[] bomb) throws IOException {
    try (Socket socket = arena.open(port)) {
      byte[] answer = new byte[1000];
      try {
        socket.getOutputStream().write(bomb);
      } catch (IOException e) {
        arena.tally().count("closed while it was sent");
        return;
      }
      int read = socket.getInputStream().read(answer);
      arena.tally().count(read <= 0 ? "closed" : HalfRequests.firstLine(answer, read));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
