package dev.mayfly.bench.client;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** TLS with servers on this machine, whose certificates are self-signed. */
public final class Trusting extends X509ExtendedTrustManager {
  private static final SSLContext CONTEXT = context();

  /** One for all servers: otherwise they would choose, and one would have less work. */
  private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256"};

  private Trusting() {}

  public static Socket socket() throws IOException {
    SSLSocket socket = (SSLSocket) CONTEXT.getSocketFactory().createSocket();
    socket.setEnabledCipherSuites(CIPHERS);
    return socket;
  }

  private static SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Trusting()}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java machine speaks TLS", e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
