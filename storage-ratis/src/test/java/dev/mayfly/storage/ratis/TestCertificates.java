package dev.mayfly.storage.ratis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate authority and what it signs, made with the JDK's keytool. */
final class TestCertificates {
  private static final String PASSWORD = "changeit";

  private final Path directory;
  private final String name;

  TestCertificates(Path directory, String name) {
    this.directory = directory;
    this.name = name;
    keytool(
        "-genkeypair",
        "-alias",
        "ca",
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "bc:c",
        "-validity",
        "30",
        "-keystore",
        store("ca"));
    keytool("-exportcert", "-rfc", "-alias", "ca", "-keystore", store("ca"), "-file", file("ca"));
  }

  private String store(String of) {
    return directory.resolve(name + "-" + of + ".p12").toString();
  }

  private String file(String of) {
    return directory.resolve(name + "-" + of + ".pem").toString();
  }

  /** Files that this authority has not signed. */
  PeerTls unsigned(String id) {
    keytool(
        "-genkeypair",
        "-alias",
        id,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + id,
        "-ext",
        "san=ip:127.0.0.1",
        "-validity",
        "30",
        "-keystore",
        store(id));
    keytool("-exportcert", "-rfc", "-alias", id, "-keystore", store(id), "-file", file(id));
    return new PeerTls(Path.of(file("ca")), Path.of(file(id)), key(id));
  }

  /** The files of a node of this machine. */
  PeerTls node(String id) {
    String request = directory.resolve(name + "-" + id + ".csr").toString();
    keytool(
        "-genkeypair",
        "-alias",
        id,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + id,
        "-validity",
        "30",
        "-keystore",
        store(id));
    keytool("-certreq", "-alias", id, "-keystore", store(id), "-file", request);
    keytool(
        "-gencert",
        "-rfc",
        "-alias",
        "ca",
        "-keystore",
        store("ca"),
        "-infile",
        request,
        "-outfile",
        file(id),
        "-ext",
        "san=ip:127.0.0.1,dns:localhost",
        "-validity",
        "30");
    return new PeerTls(Path.of(file("ca")), Path.of(file(id)), key(id));
  }

  private Path key(String id) {
    Path target = directory.resolve(name + "-" + id + ".key");
    try (InputStream in = Files.newInputStream(Path.of(store(id)))) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      byte[] key = keys.getKey(id, PASSWORD.toCharArray()).getEncoded();
      String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
      Files.writeString(
          target, "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void keytool(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storepass", PASSWORD, "-storetype", "PKCS12"));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes());
      if (process.waitFor() != 0) {
        throw new IllegalStateException("keytool: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
