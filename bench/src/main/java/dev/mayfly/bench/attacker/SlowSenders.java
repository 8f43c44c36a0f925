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
    return switch (port) {
      case MONGO -> integers(1000, 1, 0, 2013);
      // Of the frame that opens a connection, its length and what it is.
      case DIRECT -> integers(1000, 0);
      // Of a handshake, a record that is far longer than what comes.
      case DIRECT_PLAIN -> new byte[] {22, 3, 1, 64, 0, 1, 0, 63, (byte) 252, 3, 3};
      case COSMOS, COSMOS_TLS, ADMIN ->
          "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".getBytes(StandardCharsets.UTF_8);
    };
  }

  private static byte[] integers(int... values) {
    ByteBuffer buffer =
        ByteBuffer.allocate(Integer.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      buffer.putInt(value);
    }
    return buffer.array();
  }
}
