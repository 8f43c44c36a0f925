package dev.mayfly.bench.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;

/** One connection to a server on this machine, kept open from request to request. */
public final class Connection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = (int) TimeUnit.SECONDS.toMillis(30);
  private static final int FIRST_BYTES = 16 << 10;

  /** No answer has more: pages end at 4 MB, and a little more is an item that just fitted in. */
  private static final int ANSWER_BYTES_MAX = 16 << 20;

  private static final byte[] LENGTH = {
    'c', 'o', 'n', 't', 'e', 'n', 't', '-', 'l', 'e', 'n', 'g', 't', 'h', ':'
  };

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int filled;

  private Connection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  public static Connection open(int port, boolean secure) throws IOException {
    return open(port, secure, InetAddress.getLoopbackAddress());
  }

  /**
   * As above, from another of this machine's loopback addresses.
   *
   * @param source for the server, clients with different ones are different clients
   */
  public static Connection open(int port, boolean secure, InetAddress source) throws IOException {
    Socket socket = secure ? Trusting.socket() : new Socket();
    try {
      socket.bind(new InetSocketAddress(source, 0));
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      if (socket instanceof SSLSocket tls) {
        tls.startHandshake();
      }
      return new Connection(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Over a socket that is connected; of TLS, after its handshake. */
  public static Connection over(Socket socket) throws IOException {
    return new Connection(socket);
  }

  /** What protects it, or plain. */
  public String protection() {
    return socket instanceof SSLSocket tls
        ? tls.getSession().getProtocol() + " " + tls.getSession().getCipherSuite()
        : "plain";
  }

  /** Sends bytes and waits for nothing. */
  public void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** Reads some bytes of an answer, to leave the rest. */
  public void readSome() throws IOException {
    if (in.read(buffer, 0, buffer.length) < 0) {
      throw new EOFException("The server closed the connection");
    }
  }

  /** The answer to the request that was sent last. */
  public Answer answer() throws IOException {
    filled = 0;
    int headEnd = -1;
    while (headEnd < 0) {
      int from = Math.max(0, filled - 3);
      fill();
      headEnd = headEnd(from);
    }
    int status = number(9);
    int length = status == 204 || status == 304 ? 0 : contentLength(headEnd);
    while (filled < headEnd + length) {
      fill();
    }
    if (filled > headEnd + length) {
      throw new IOException("The answer is longer than it says");
    }
    return new Answer(status, buffer, headEnd, length);
  }

  /**
   * An answer in direct mode, in a buffer of its own.
   *
   * @param number that of the request; 0 if it opened the connection
   */
  record Frame(int number, Answer answer) {}

  /**
   * The next answer in direct mode, whichever request it is for.
   *
   * @param opening whether it is for the frame that opened the connection: then it has no payload
   */
  Frame frame(boolean opening) throws IOException {
    filled = 0;
    int head = RequestFrame.FIXED_BYTES;
    while (filled < head) {
      fill();
      head = filled < Integer.BYTES ? head : integer(0);
    }
    if (opening) {
      return new Frame(0, new Answer(integer(4), buffer, head, 0));
    }
    // The first token says whether a payload follows, the second has the number of the request.
    int end = head;
    if (buffer[RequestFrame.FIXED_BYTES + 3] != 0) {
      end += Integer.BYTES;
      while (filled < end) {
        fill();
      }
      end += integer(head);
      while (filled < end) {
        fill();
      }
    }
    if (filled > end || buffer[RequestFrame.FIXED_BYTES + 4] != 0x35) {
      throw new IOException("The answer is no frame that begins and ends with its record");
    }
    int body = Math.min(head + Integer.BYTES, end);
    byte[] copy = Arrays.copyOf(buffer, end);
    return new Frame(
        integer(RequestFrame.FIXED_BYTES + 7), new Answer(integer(4), copy, body, end - body));
  }

  private int integer(int at) {
    return ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
  }

  private void fill() throws IOException {
    if (filled == buffer.length) {
      if (filled >= ANSWER_BYTES_MAX) {
        throw new IOException("The answer has more than " + ANSWER_BYTES_MAX + " bytes");
      }
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    if (read < 0) {
      throw new EOFException("The server closed the connection");
    }
    filled += read;
  }

  private int headEnd(int from) {
    for (int i = from; i + 3 < filled; i++) {
      if (buffer[i] == '\r'
          && buffer[i + 1] == '\n'
          && buffer[i + 2] == '\r'
          && buffer[i + 3] == '\n') {
        return i + 4;
      }
    }
    return -1;
  }

  private int contentLength(int headEnd) throws IOException {
    for (int i = 0; i + LENGTH.length < headEnd; i++) {
      if (buffer[i] == '\n' && isLength(i + 1)) {
        int at = i + 1 + LENGTH.length;
        return number(buffer[at] == ' ' ? at + 1 : at);
      }
    }
    throw new IOException("The answer does not say how long it is");
  }

  private boolean isLength(int at) {
    for (int i = 0; i < LENGTH.length; i++) {
      int c = buffer[at + i];
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != LENGTH[i]) {
        return false;
      }
    }
    return true;
  }

  private int number(int at) throws IOException {
    int number = 0;
    int i = at;
    while (buffer[i] >= '0' && buffer[i] <= '9') {
      number = Math.addExact(Math.multiplyExact(number, 10), buffer[i] - '0');
      i++;
    }
    if (i == at) {
      throw new IOException("A number is missing in the head of the answer");
    }
    return number;
  }

  /** Closes without a farewell, as a client that dies. */
  public void abort() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
