package dev.mayfly.fuzz.world;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** A client of the port of direct mode that sends what it is given, right or wrong. */
public final class FrameConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 240_000;
  private static final int FIXED_BYTES = 24;

  private final Socket plain;
  private final SSLSocket socket;

  FrameConnection(int port, SSLContext tls) throws IOException {
    plain = new Socket(InetAddress.getLoopbackAddress(), port);
    socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, "localhost", port, true);
    socket.startHandshake();
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
  }

  /** What trusts that certificate. */
  static SSLContext trusting(X509Certificate certificate) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("server", certificate);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("every Java machine speaks TLS", e);
    }
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Says that nothing more will come, but not by TLS: then there would be no answers either. */
  public void endOutput() throws IOException {
    plain.shutdownOutput();
  }

  /** The status of every answer until the server closes the connection. */
  public List<Integer> readStatuses() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[8192];
    try {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        all.write(buffer, 0, count);
      }
    } catch (IOException e) {
      // A connection that the server resets is closed too.
    }
    return statuses(ByteBuffer.wrap(all.toByteArray()).order(ByteOrder.LITTLE_ENDIAN));
  }

  /** The first answer opens the connection and has no payload; in others a token says it. */
  private static List<Integer> statuses(ByteBuffer in) {
    List<Integer> statuses = new ArrayList<>();
    while (in.remaining() >= FIXED_BYTES) {
      int start = in.position();
      int end = start + in.getInt();
      statuses.add(in.getInt());
      boolean payload = statuses.size() > 1 && in.get(start + FIXED_BYTES + 3) != 0;
      if (end > in.limit() - (payload ? 4 : 0)) {
        break;
      }
      int next = payload ? end + 4 + in.getInt(end) : end;
      if (next > in.limit()) {
        break;
      }
      in.position(next);
    }
    return statuses;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
