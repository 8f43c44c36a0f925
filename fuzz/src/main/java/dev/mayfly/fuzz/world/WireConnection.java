package dev.mayfly.fuzz.world;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.compress.Compressor;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** A client of the MongoDB port that sends what it is given, right or wrong. */
public final class WireConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 240_000;
  private static final int HEADER_BYTES = 16;
  private static final int REPLY_BYTES_MAX = 64 << 20;
  private static final int OP_MSG = 2013;
  private static final int OP_REPLY = 1;
  private static final int OP_COMPRESSED = 2012;
  private static final int COMPRESSED_HEADER_BYTES = 9;

  private final Socket socket;
  private final DataInputStream in;
  private int requests;

  WireConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    // No state is left behind that would use up the machine's ports.
    socket.setSoLinger(true, 0);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  /** Sends a command and waits for its reply. */
  public BsonDocument ask(BsonDocument command) throws IOException {
    byte[] body = BsonBytes.of(command);
    int length = HEADER_BYTES + 4 + 1 + body.length;
    byte[] message =
        ByteBuffer.allocate(length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(length)
            .putInt(++requests)
            .putInt(0)
            .putInt(OP_MSG)
            .putInt(0)
            .put((byte) 0)
            .put(body)
            .array();
    send(message);
    return receive();
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Says that nothing more will come. */
  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** The next reply's document, or null if the server has closed the connection. */
  public BsonDocument receive() throws IOException {
    byte[] header = in.readNBytes(HEADER_BYTES);
    if (header.length == 0) {
      return null;
    }
    ByteBuffer read = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    int length = header.length < HEADER_BYTES ? 0 : read.getInt(0);
    if (length < HEADER_BYTES + 5 || length > REPLY_BYTES_MAX) {
      throw new AssertionError("a reply of " + length + " bytes");
    }
    byte[] payload = in.readNBytes(length - HEADER_BYTES);
    if (payload.length < length - HEADER_BYTES) {
      throw new AssertionError("a reply ends after " + payload.length + " of " + length + " bytes");
    }
    return document(read.getInt(12), payload);
  }

  private static BsonDocument decompressed(byte[] payload) {
    ByteBuffer read = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
    byte[] message = new byte[Math.min(read.getInt(4), REPLY_BYTES_MAX)];
    int from = COMPRESSED_HEADER_BYTES;
    Compressor.numbered(payload[from - 1])
        .decompress(payload, from, payload.length - from, message, 0);
    return document(read.getInt(0), message);
  }

  private static BsonDocument document(int opcode, byte[] payload) {
    int offset =
        switch (opcode) {
          case OP_MSG -> 5;
          case OP_REPLY -> 20;
          case OP_COMPRESSED -> 0;
          default -> throw new AssertionError("a reply with opcode " + opcode);
        };
    if (opcode == OP_COMPRESSED) {
      return decompressed(payload);
    }
    int length = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).getInt(offset);
    return new RawBsonDocument(payload, offset, length).decode(new BsonDocumentCodec());
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException("the connection can't be closed", e);
    }
  }
}
