package dev.mayfly.bench.attacker;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Large requests without a login of which only half comes: what was read is kept for the rest. */
final class HalfRequests {
  private static final int MONGO_CONNECTIONS = 64;
  private static final int HTTP_CONNECTIONS = 200;
  private static final int MESSAGE_BYTES = 48_000_000;
  private static final int BODY_BYTES = 4 << 20;
  private static final int CHUNK_BYTES = 64 << 10;

  private HalfRequests() {}

  static void mongo(Arena arena) {
    byte[] header =
        ByteBuffer.allocate(16)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(MESSAGE_BYTES)
            .putInt(1)
            .putInt(0)
            .putInt(2013)
            .array();
    arena.threads(MONGO_CONNECTIONS, thread -> hold(arena, Port.MONGO, header, MESSAGE_BYTES / 2));
  }

  static void http(Arena arena, Port port) {
    String[] authorizations = {
      "", "Authorization: type%3Dmaster%26ver%3D1.0%26sig%3DAAAA\r\nx-ms-date: now\r\n"
    };
    arena.threads(
        HTTP_CONNECTIONS,
        thread -> {
          String head =
              "POST /dbs/bench/colls/items/docs HTTP/1.1\r\nHost: localhost:%d\r\n%s"
                      .formatted(port.number(arena.target()), authorizations[thread % 2])
                  + "Content-Type: application/json\r\nContent-Length: "
                  + BODY_BYTES
                  + "\r\n\r\n";
          hold(arena, port, head.getBytes(StandardCharsets.UTF_8), BODY_BYTES * 3 / 4);
        });
  }

  private static void hold(Arena arena, Port port, byte[] head, int bytes) throws IOException {
    try (Socket socket = arena.open(port)) {
      OutputStream out = socket.getOutputStream();
      out.write(head);
      byte[] chunk = new byte[CHUNK_BYTES];
      for (int sent = 0; sent < bytes; sent += CHUNK_BYTES) {
        out.write(chunk);
      }
      arena.tally().count("half sent");
      byte[] answer = new byte[200];
      while (!arena.isOver()) {
        int read = read(socket, answer);
        if (read < 0) {
          arena.tally().count("closed");
          return;
        }
        if (read > 0 && port != Port.MONGO) {
          arena.tally().count(firstLine(answer, read));
        }
      }
    }
  }

  private static int read(Socket socket, byte[] answer) throws IOException {
    try {
      return socket.getInputStream().read(answer);
    } catch (java.net.SocketTimeoutException e) {
      return 0;
    }
  }

  static String firstLine(byte[] answer, int length) {
    String text = new String(answer, 0, length, StandardCharsets.ISO_8859_1);
    int end = text.indexOf('\r');
    return end < 0 ? "an answer" : text.substring(0, end);
  }
}
