package dev.mayfly.mongo.wire;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.compress.Compressor;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/** A client that sends exactly the given bytes, valid or not. */
final class WireClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;

  private final Socket socket;
  private final DataInputStream in;

  WireClient(int port) throws IOException {
    socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
  }

  /**
   * A message that came.
   *
   * @param payload what follows the header
   */
  record Reply(int requestId, int responseTo, int opcode, byte[] payload) {
    int flags() {
      return ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    /** The document of an OP_MSG without a checksum, or of an OP_REPLY. */
    BsonDocument document() {
      int offset = opcode == Opcodes.MSG ? 5 : 20;
      ByteBuffer bytes = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
      byte[] document = new byte[bytes.getInt(offset)];
      bytes.get(offset, document);
      return new RawBsonDocument(document);
    }

    int code() {
      return document().getInt32("code").getValue();
    }
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  Reply receive() throws IOException {
    byte[] header = new byte[16];
    in.readFully(header);
    ByteBuffer read = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    byte[] payload = new byte[read.getInt() - 16];
    int requestId = read.getInt();
    int responseTo = read.getInt();
    int opcode = read.getInt();
    in.readFully(payload);
    return new Reply(requestId, responseTo, opcode, payload);
  }

  /** Reads and discards bytes. */
  void skip(int count) throws IOException {
    in.skipNBytes(count);
  }

  Reply ask(byte[] message) throws IOException {
    send(message);
    return receive();
  }

  BsonDocument run(String command) throws IOException {
    return ask(msg(1, 0, body(BsonDocument.parse(command)))).document();
  }

  /** True if the server closes the connection without another byte. */
  boolean isClosed() throws IOException {
    try {
      return in.read() < 0;
    } catch (EOFException | SocketException e) {
      return true;
    }
  }

  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  static byte[] message(int requestId, int opcode, byte[]... parts) {
    int length = 16;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(length).putInt(requestId).putInt(0).putInt(opcode);
    for (byte[] part : parts) {
      bytes.put(part);
    }
    return bytes.array();
  }

  static byte[] msg(int requestId, int flags, byte[]... sections) {
    byte[][] parts = new byte[sections.length + 1][];
    parts[0] = int32(flags);
    System.arraycopy(sections, 0, parts, 1, sections.length);
    return message(requestId, Opcodes.MSG, parts);
  }

  /**
   * A message that was compressed.
   *
   * @param announced the size that it says it had
   */
  static byte[] compressed(byte[] message, int compressorId, byte[] content, int announced) {
    return message(
        1,
        Opcodes.COMPRESSED,
        Arrays.copyOfRange(message, 12, 16),
        int32(announced),
        new byte[] {(byte) compressorId},
        content);
  }

  static byte[] compressed(byte[] message, Compressor by) {
    byte[] content = by.compress(message, 16, message.length - 16);
    return compressed(message, by.id(), content, message.length - 16);
  }

  /** A section with the body of a command. */
  static byte[] body(BsonDocument command) {
    byte[] document = BsonBytes.of(command);
    return ByteBuffer.allocate(1 + document.length).put((byte) 0).put(document).array();
  }

  static byte[] body(String command) {
    return body(BsonDocument.parse(command));
  }

  /** A section with documents. */
  static byte[] sequence(String name, List<BsonDocument> documents) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes(cstring(name));
    documents.forEach(each -> content.writeBytes(BsonBytes.of(each)));
    return ByteBuffer.allocate(1 + 4 + content.size())
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 1)
        .putInt(4 + content.size())
        .put(content.toByteArray())
        .array();
  }

  static byte[] query(int requestId, String collection, BsonDocument query) {
    return message(
        requestId,
        Opcodes.QUERY,
        int32(0),
        cstring(collection),
        int32(0),
        int32(-1),
        BsonBytes.of(query));
  }

  static byte[] int32(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  static byte[] cstring(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
