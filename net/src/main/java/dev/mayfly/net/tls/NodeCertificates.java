package dev.mayfly.net.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The certificates by which the nodes of a cluster know each other: an authority of the cluster's
 * own, and for each node a directory with what that node needs.
 */
public final class NodeCertificates {
  public static final String AUTHORITY_FILE = "authority.pem";
  public static final String CERTIFICATE_FILE = "node.pem";
  public static final String KEY_FILE = "node-key.pem";

  /** Stays where the certificates were made; no node needs it. */
  static final String AUTHORITY_KEY_FILE = "authority-key.pem";

  private static final Duration AUTHORITY_VALID = Duration.ofDays(3650);
  private static final Duration NODE_VALID = Duration.ofDays(820);

  private NodeCertificates() {}

  /**
   * Makes a node's certificate, and the authority if there is none in the directory yet. An earlier
   * certificate of that node is replaced.
   *
   * @param directory of the authority; what a node needs is put into a directory in it with its id
   * @param names host names and addresses at which other nodes reach it
   * @return the node's directory
   * @throws TlsException if it can't be done; the message says why
   */
  public static Path make(
      Path directory, String cluster, String node, Collection<String> names, Instant now) {
    try {
      Path own = directory.resolve(node);
      Files.createDirectories(own);
      Identity authority = authority(directory, cluster, now);
      Set<String> all = new LinkedHashSet<>();
      names.forEach(name -> all.add(TlsOptions.checked(name)));
      Identity made = CertificateMaker.signedBy(authority, node, all, now, NODE_VALID);
      write(own.resolve(AUTHORITY_FILE), authority.certificatePem(), false);
      write(own.resolve(CERTIFICATE_FILE), made.certificatePem(), false);
      write(own.resolve(KEY_FILE), made.keyPem(), true);
      return own;
    } catch (IOException e) {
      throw new TlsException("can't write to " + directory + ": " + e, e);
    } catch (GeneralSecurityException e) {
      throw new TlsException("can't make a certificate: " + e.getMessage(), e);
    }
  }

  private static Identity authority(Path directory, String cluster, Instant now)
      throws IOException, GeneralSecurityException {
    Path certificate = directory.resolve(AUTHORITY_FILE);
    Path key = directory.resolve(AUTHORITY_KEY_FILE);
    if (Files.exists(certificate) || Files.exists(key)) {
      return Pem.read(new TlsOptions.Own(certificate, key));
    }
    Identity made = CertificateMaker.authority("Mayfly cluster " + cluster, now, AUTHORITY_VALID);
    write(key, made.keyPem(), true);
    write(certificate, made.certificatePem(), false);
    return made;
  }

  private static void write(Path file, String pem, boolean secret) throws IOException {
    Certificates.write(file, pem.getBytes(US_ASCII), secret ? "rw-------" : "rw-r--r--");
  }

  /**
   * Checks that a node's directory is complete, its certificate is of its authority, is valid now
   * and for a host.
   *
   * @throws TlsException if not; the message says what to do
   */
  public static void check(Path directory, String host, Instant now) {
    for (String file : Set.of(AUTHORITY_FILE, CERTIFICATE_FILE, KEY_FILE)) {
      if (!Files.isRegularFile(directory.resolve(file))) {
        throw new TlsException(
            "there is no "
                + file
                + " in "
                + directory
                + ": make a node's certificate with 'mayfly cluster init' and copy its directory"
                + " here");
      }
    }
    Identity node =
        Pem.read(
            new TlsOptions.Own(directory.resolve(CERTIFICATE_FILE), directory.resolve(KEY_FILE)));
    X509Certificate certificate = node.chain().get(0);
    PublicKey authority = Pem.certificates(directory.resolve(AUTHORITY_FILE)).get(0).getPublicKey();
    try {
      node.chain().get(node.chain().size() - 1).verify(authority);
    } catch (GeneralSecurityException e) {
      throw new TlsException(
          "the certificate in " + directory + " was not signed by the authority beside it", e);
    }
    Instant end = certificate.getNotAfter().toInstant();
    if (now.isAfter(end) || now.isBefore(certificate.getNotBefore().toInstant())) {
      throw new TlsException(
          "the certificate in "
              + directory
              + " is valid from "
              + certificate.getNotBefore().toInstant()
              + " to "
              + end
              + " only: make another one with 'mayfly cluster init', where the authority is");
    }
    if (!node.isFor(host)) {
      throw new TlsException(
          "the certificate in "
              + directory
              + " is not for '"
              + host
              + "', under which the other nodes reach this one: make another one with 'mayfly"
              + " cluster init'");
    }
  }
}
