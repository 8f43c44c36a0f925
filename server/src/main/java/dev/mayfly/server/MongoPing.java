package dev.mayfly.server;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Says hello to a MongoDB port: the least that a client can ask. */
final class MongoPing {
  private static final int HEADER_BYTES = 16;
  private static final int OP_MSG = 2013;
  private static final byte INT32 = 16;
  private static final byte STRING = 2;

  private MongoPing() {}

  static void ask(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(hello());
      int length = Integer.reverseBytes(new DataInputStream(socket.getInputStream()).readInt());
      byte[] answer = socket.getInputStream().readNBytes(length - Integer.BYTES);
      if (!new String(answer, StandardCharsets.ISO_8859_1).contains("isWritablePrimary")) {
        throw new IllegalStateException("hello was answered by something else");
      }
    }
  }

  private static byte[] hello() {
    ByteBuffer message = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    message.position(HEADER_BYTES);
    message.putInt(0).put((byte) 0);
    int document = message.position();
    message.putInt(0).put(INT32).put(cstring("hello")).putInt(1);
    message.put(STRING).put(cstring("$db")).putInt(6).put(cstring("admin")).put((byte) 0);
    message.putInt(document, message.position() - document);
    int length = message.position();
    message.putInt(0, length).putInt(4, 1).putInt(8, 0).putInt(12, OP_MSG);
    byte[] bytes = new byte[length];
    message.get(0, bytes);
    return bytes;
  }

  private static byte[] cstring(String text) {
    return (text + "\0").getBytes(StandardCharsets.US_ASCII);
  }
}
