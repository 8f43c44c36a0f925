package dev.mayfly.net.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.util.NetUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the server's certificate: one from elsewhere, the one that was made at an earlier start, or
 * a new one. A kept one is used as long as it is valid for the configured names: clients that have
 * trusted it would have to trust another one. The machine's own name is in it too, but does not
 * make it anew when it changes, as it does in containers.
 */
public final class Certificates {
  public static final String CERTIFICATE_FILE = "mayfly-cert.pem";
  public static final String TRUST_STORE_FILE = "mayfly-truststore.p12";

  /** Protects nothing, as a certificate is public; Java requires one. */
  public static final String TRUST_STORE_PASSWORD = "mayfly";

  /** The key and its certificate, in one file so that they can't disagree. */
  static final String KEY_FILE = "mayfly-key.pem";

  private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);
  private static final Duration RENEWED_BEFORE_END = Duration.ofDays(30);
  private static final List<String> LOCAL_NAMES = List.of("localhost", "127.0.0.1", "::1");

  private Certificates() {}

  /**
   * The certificate that the options ask for.
   *
   * @throws TlsException if it can't be had; the message says what to do
   */
  public static Identity load(TlsOptions options, Instant now) {
    if (options.own().isPresent()) {
      return Pem.read(options.own().get());
    }
    Set<String> names = new LinkedHashSet<>(LOCAL_NAMES);
    names.addAll(options.extraNames());
    try {
      return options.directory().isPresent()
          ? kept(options.directory().get(), names, now)
          : make(names, now);
    } catch (IOException e) {
      throw new TlsException("can't keep the certificate in " + options.directory().get(), e);
    } catch (GeneralSecurityException e) {
      throw new TlsException("can't make a certificate: " + e.getMessage(), e);
    }
  }

  private static Identity kept(Path directory, Set<String> names, Instant now)
      throws IOException, GeneralSecurityException {
    Files.createDirectories(directory);
    Path keyFile = directory.resolve(KEY_FILE);
    Identity identity = usable(keyFile, names, now);
    if (identity == null) {
      identity = make(names, now);
      String text = identity.keyPem() + identity.certificatePem();
      write(keyFile, text.getBytes(US_ASCII), "rw-------");
    }
    publish(directory, identity);
    return identity;
  }

  /** Writes what clients need to trust the certificate, unless it is there. */
  private static void publish(Path directory, Identity identity)
      throws IOException, GeneralSecurityException {
    byte[] pem = identity.certificatePem().getBytes(US_ASCII);
    Path certificateFile = directory.resolve(CERTIFICATE_FILE);
    Path trustStoreFile = directory.resolve(TRUST_STORE_FILE);
    if (!Files.exists(trustStoreFile)
        || !Files.exists(certificateFile)
        || !Arrays.equals(Files.readAllBytes(certificateFile), pem)) {
      write(trustStoreFile, trustStore(identity.chain().get(0)), "rw-r--r--");
      write(certificateFile, pem, "rw-r--r--");
    }
  }

  /** The identity in the file if it will do, or null. */
  private static Identity usable(Path keyFile, Set<String> names, Instant now) {
    if (!Files.exists(keyFile)) {
      return null;
    }
    try {
      Identity identity = Pem.read(new TlsOptions.Own(keyFile, keyFile));
      X509Certificate certificate = identity.chain().get(0);
      Instant end = certificate.getNotAfter().toInstant();
      if (now.plus(RENEWED_BEFORE_END).isAfter(end)) {
        LOG.info("The certificate in {} ends at {}: a new one is made", keyFile, end);
        return null;
      } else if (!namesOf(certificate).containsAll(canonical(names))) {
        LOG.info("The certificate in {} lacks names of {}: a new one is made", keyFile, names);
        return null;
      }
      return identity;
    } catch (TlsException e) {
      LOG.warn("The certificate in {} can't be read: a new one is made", keyFile, e);
      return null;
    }
  }

  /** The host names and addresses that a certificate is valid for, in lower case. */
  static Set<String> namesOf(X509Certificate certificate) {
    Set<String> names = new HashSet<>();
    try {
      if (certificate.getSubjectAlternativeNames() != null) {
        for (List<?> name : certificate.getSubjectAlternativeNames()) {
          // Names of other kinds, such as directory names, may be no texts.
          if (name.get(1) instanceof String text) {
            names.add(text.toLowerCase(Locale.ROOT));
          }
        }
      }
    } catch (CertificateParsingException e) {
      throw new TlsException("the names of the certificate can't be read", e);
    }
    return canonical(names);
  }

  /** Addresses have many spellings. */
  static Set<String> canonical(Collection<String> names) {
    Set<String> canonical = new HashSet<>();
    for (String name : names) {
      byte[] address = NetUtil.createByteArrayFromIpAddressString(name);
      canonical.add(address == null ? name : NetUtil.bytesToIpAddress(address));
    }
    return canonical;
  }

  private static Identity make(Set<String> names, Instant now) throws GeneralSecurityException {
    Set<String> all = new LinkedHashSet<>(names);
    try {
      all.add(TlsOptions.checked(InetAddress.getLocalHost().getHostName()));
    } catch (UnknownHostException | TlsException e) {
      LOG.debug("This machine has no name for a certificate: {}", e.getMessage());
    }
    return SelfSigned.make(all, now);
  }

  private static byte[] trustStore(X509Certificate certificate)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("mayfly", certificate);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    store.store(out, TRUST_STORE_PASSWORD.toCharArray());
    return out.toByteArray();
  }

  /** Replaces the file atomically; it never exists with other permissions. */
  static void write(Path file, byte[] bytes, String permissions) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    Files.deleteIfExists(temporary);
    if (Files.getFileStore(file.getParent()).supportsFileAttributeView("posix")) {
      Files.createFile(
          temporary,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    }
    Files.write(temporary, bytes);
    Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
