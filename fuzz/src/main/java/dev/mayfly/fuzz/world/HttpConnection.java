package dev.mayfly.fuzz.world;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client of the Cosmos DB port that sends what it is given, right or wrong. */
public final class HttpConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 240_000;

  private final Socket socket;
  private final InputStream in;

  /** An answer; header names are in lower case. */
  public record Answer(int status, Map<String, String> headers, byte[] body) {}

  HttpConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    // No state is left behind that would use up the machine's ports.
    socket.setSoLinger(true, 0);
    in = new BufferedInputStream(socket.getInputStream());
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Says that nothing more will come. */
  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Everything until the server closes the connection, in order or not. */
  public byte[] readAll() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    try {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        all.write(buffer, 0, count);
      }
    } catch (SocketException e) {
      // A connection that the server resets is closed too.
    }
    return all.toByteArray();
  }

  Answer read() throws IOException {
    String status = line();
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the body ends early");
    }
    return new Answer(Integer.parseInt(status.split(" ")[1]), headers, body);
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

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException("the connection can't be closed", e);
    }
  }
}
