package dev.mayfly.mongo.driver;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for localhost that the JDK's own tool makes, once for all tests of a run. */
public final class TestCertificate {
  private static final String PASSWORD = "changeit";

  private static KeyStore store;

  private TestCertificate() {}

  private static synchronized KeyStore store() throws GeneralSecurityException, IOException {
    if (store == null) {
      store = make();
    }
    return store;
  }

  private static KeyStore make() throws GeneralSecurityException, IOException {
    Path directory = Files.createTempDirectory("mayfly-certificate");
    Path file = directory.resolve("store.p12");
    Process tool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    try {
      if (!tool.waitFor(1, TimeUnit.MINUTES) || tool.exitValue() != 0) {
        throw new IOException(Files.readString(directory.resolve("log")));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    KeyStore made = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      made.load(in, PASSWORD.toCharArray());
    }
    Files.delete(file);
    Files.delete(directory.resolve("log"));
    Files.delete(directory);
    return made;
  }

  public static SslContext forServer() {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store(), PASSWORD.toCharArray());
      return SslContextBuilder.forServer(keys).build();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Trusts this certificate alone. */
  static SSLContext forClients() {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("server", store().getCertificate("server"));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
