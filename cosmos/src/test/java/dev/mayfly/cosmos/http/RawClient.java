package dev.mayfly.cosmos.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A client that sends exactly the given bytes, and parses responses. */
public final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;
  private final InputStream in;

  /** An answer; header names are in lower case. */
  public record Answer(int status, Map<String, String> headers, String body) {
    public String header(String name) {
      return headers.get(name);
    }
  }

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  public static RawClient plain(int port) throws IOException {
    return new RawClient(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** Takes little at a time: what it has not read is for the server to keep. */
  public static RawClient small(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(64 << 10);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return new RawClient(socket);
  }

  /** Shakes hands at once; the server must be one that the context trusts, called localhost. */
  public static RawClient secure(int port, SSLContext trusting) throws IOException {
    SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket("localhost", port);
    var parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return new RawClient(socket);
  }

  public RawClient send(String text) throws IOException {
    return send(text.getBytes(UTF_8));
  }

  public RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  public RawClient get(String path) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  public RawClient post(String path, String headers, String body) throws IOException {
    int length = body.getBytes(UTF_8).length;
    return send(
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\n"
            + headers
            + "Content-Length: "
            + length
            + "\r\n\r\n"
            + body);
  }

  /** Says that nothing more will come, and still listens. */
  public RawClient shutDownOutput() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  public Answer read() throws IOException {
    return read(true);
  }

  public Answer readHead() throws IOException {
    return read(false);
  }

  private Answer read(boolean withBody) throws IOException {
    String status = line();
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      if (headers.put(name, line.substring(colon + 1).strip()) != null) {
        throw new AssertionError("the header " + name + " came twice");
      }
    }
    int length = withBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the body ends early");
    }
    return new Answer(Integer.parseInt(status.split(" ")[1]), headers, new String(body, UTF_8));
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("closed after '" + line.toString(ISO_8859_1) + "'");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(ISO_8859_1);
  }

  /** Reads so many bytes, whatever they are. */
  public void skip(int bytes) throws IOException {
    in.skipNBytes(bytes);
  }

  /** Reads until the server has closed the connection in order, and counts the bytes. */
  public long drain() throws IOException {
    return in.transferTo(OutputStream.nullOutputStream());
  }

  /** Ends the connection without another word: the server sees at once that nobody listens. */
  public void hangUp() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Waits until the server has closed the connection in order; nothing else may come. */
  public boolean isEnded() throws IOException {
    return in.read() < 0;
  }

  /** Whether the server has closed the connection by now; what it sent before is dropped. */
  public boolean isCutNow() throws IOException {
    socket.setSoTimeout(1);
    boolean cut = isCut();
    socket.setSoTimeout(PATIENCE_MILLIS);
    return cut;
  }

  /** Waits until the server has closed the connection, in order or not. */
  public boolean isCut() {
    try {
      while (in.read() >= 0) {
        continue;
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
