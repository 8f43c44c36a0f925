package dev.mayfly.cosmos.direct;

import dev.mayfly.cosmos.SignedHeaders;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** A client of the port of direct mode that sends what it is given and reads any answer. */
public final class FrameClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int RECORD_BYTES_MAX = 16 << 10;

  private final Socket socket;
  private final DataInputStream in;

  /**
   * An answer.
   *
   * @param tokens numbers as long, texts as string, by id
   */
  public record Answer(int status, Map<Integer, Object> tokens, byte[] payload) {
    public String body() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    public int transportId() {
      return (int) (long) (Long) tokens.get(0x0035);
    }

    public long subStatus() {
      return (Long) tokens.getOrDefault(0x001C, 0L);
    }
  }

  /** Encrypted, but not opened yet. */
  public FrameClient(int port, SSLContext tls) throws IOException {
    this(tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port));
  }

  private FrameClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new DataInputStream(socket.getInputStream());
  }

  /** One that does not speak TLS. */
  static FrameClient plain(int port) throws IOException {
    return new FrameClient(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** One that is ready for requests. */
  public static FrameClient open(int port, SSLContext tls) throws IOException {
    FrameClient client = new FrameClient(port, tls);
    client.send(FrameBuilder.context(1));
    if (client.read(true).status() != 200) {
      throw new IOException("the connection is refused");
    }
    return client;
  }

  public void send(FrameBuilder frame) throws IOException {
    send(frame.toByteArray());
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  public Answer exchange(FrameBuilder frame) throws IOException {
    send(frame);
    return read();
  }

  public Answer read() throws IOException {
    return read(false);
  }

  /** The content of one TLS record, which is what one read of such a socket returns. */
  byte[] readRecord() throws IOException {
    byte[] record = new byte[RECORD_BYTES_MAX];
    int length = socket.getInputStream().read(record);
    if (length < 0) {
      throw new EOFException("closed");
    }
    return Arrays.copyOf(record, length);
  }

  /** Whether the server closes the connection without another answer. */
  public boolean isClosed() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException | SSLException e) {
      return true;
    }
  }

  /** Reads all that the server sends until it closes the connection. */
  long bytesUntilClosed() throws IOException {
    try {
      return in.transferTo(OutputStream.nullOutputStream());
    } catch (SocketException | SSLException e) {
      return 0;
    }
  }

  /**
   * @param context whether it is the answer that opens a connection, which has no payload
   */
  Answer read(boolean context) throws IOException {
    byte[] length = in.readNBytes(4);
    if (length.length < 4) {
      throw new EOFException("closed");
    }
    ByteBuf head =
        Unpooled.wrappedBuffer(in.readNBytes(Unpooled.wrappedBuffer(length).readIntLE() - 4));
    int status = head.readIntLE();
    head.skipBytes(16);
    Map<Integer, Object> tokens = new TreeMap<>();
    while (head.isReadable()) {
      int id = head.readUnsignedShortLE();
      tokens.put(id, value(head));
    }
    boolean payload = !context && !Long.valueOf(0).equals(tokens.get(0x0000));
    byte[] body = payload ? in.readNBytes(Integer.reverseBytes(in.readInt())) : new byte[0];
    return new Answer(status, tokens, body);
  }

  private static Object value(ByteBuf head) {
    int type = head.readUnsignedByte();
    return switch (type) {
      case 0x00 -> (long) head.readUnsignedByte();
      case 0x02 -> head.readUnsignedIntLE();
      case 0x05 -> head.readLongLE();
      case 0x07 -> head.readCharSequence(head.readUnsignedByte(), StandardCharsets.UTF_8);
      case 0x08 -> head.readCharSequence(head.readUnsignedShortLE(), StandardCharsets.UTF_8);
      case 0x0E -> Double.longBitsToDouble(head.readLongLE());
      default -> throw new AssertionError("no client expects the type " + type);
    };
  }

  /** Adds date and signature by the emulator's key. */
  public static FrameBuilder signed(FrameBuilder frame, String verb, String type, String link)
      throws Exception {
    return signed(frame, verb, type, link, ZonedDateTime.now());
  }

  /** The same as of another time. */
  static FrameBuilder signed(
      FrameBuilder frame, String verb, String type, String link, ZonedDateTime date)
      throws Exception {
    String[] lines = SignedHeaders.of(verb, type, link, date).split("\r\n");
    return frame
        .smallText(0x0003, lines[0].substring("x-ms-date: ".length()))
        .text(0x0001, lines[1].substring("authorization: ".length()));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
