package dev.mayfly.bench.client;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * One connection to a MongoDB port without a driver: no pool, no retries, no second connection
 * behind it, so that what is measured is one request.
 */
public final class MongoConnection implements AutoCloseable {
  public static final int HEADER_BYTES = 16;
  public static final int OP_MSG = 2013;
  private static final int REPLY_BYTES_MAX = 48 << 20;
  private static final int CONNECT_MILLIS = 10_000;

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;

  private MongoConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /**
   * @param source one of this machine's loopback addresses
   * @param timeoutMillis for each read
   */
  public static MongoConnection open(int port, InetAddress source, int timeoutMillis)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.bind(new InetSocketAddress(source, 0));
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(timeoutMillis);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return over(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Over a socket that is connected. */
  public static MongoConnection over(Socket socket) throws IOException {
    return new MongoConnection(socket);
  }

  /** The bytes of an OP_MSG with one document. */
  public static byte[] message(BsonDocument document) {
    return message(encode(document));
  }

  /** The same for a document that is encoded already, be it well-formed or not. */
  public static byte[] message(byte[] document) {
    return ByteBuffer.allocate(HEADER_BYTES + 5 + document.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(HEADER_BYTES + 5 + document.length)
        .putInt(1)
        .putInt(0)
        .putInt(OP_MSG)
        .putInt(0)
        .put((byte) 0)
        .put(document)
        .array();
  }

  private static byte[] encode(BsonDocument document) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
    }
    return buffer.toByteArray();
  }

  /** Sends a command and waits for its reply, whatever it says. */
  public BsonDocument command(String database, BsonDocument command) throws IOException {
    send(message(command.append("$db", new BsonString(database))));
    return receive();
  }

  /** The same for a command as JSON that has to succeed. */
  public BsonDocument succeed(String database, String json) throws IOException {
    return succeeded(command(database, BsonDocument.parse(json)));
  }

  /** The reply, if it is no error. */
  public static BsonDocument succeeded(BsonDocument reply) throws IOException {
    if (isError(reply) || reply.containsKey("writeErrors")) {
      throw new IOException("The server answered " + reply.toJson());
    }
    return reply;
  }

  public static boolean isError(BsonDocument reply) {
    return reply.getNumber("ok").doubleValue() != 1;
  }

  /** Logs in to admin with SCRAM-SHA-256. */
  public void login(String user, String password) throws IOException {
    new Scram(user, password).login(this);
  }

  public void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** The next reply. */
  public BsonDocument receive() throws IOException {
    int length = Integer.reverseBytes(in.readInt());
    if (length < HEADER_BYTES + 10 || length > REPLY_BYTES_MAX) {
      throw new IOException("A reply of " + length + " bytes");
    }
    byte[] rest = in.readNBytes(length - Integer.BYTES);
    if (rest.length < length - Integer.BYTES) {
      throw new IOException("The server closed the connection in the middle of a reply");
    }
    // The rest of the header, four bytes of flags and one for the kind of the section.
    int start = HEADER_BYTES - Integer.BYTES + 5;
    return new RawBsonDocument(rest, start, rest.length - start);
  }

  public Socket socket() {
    return socket;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
