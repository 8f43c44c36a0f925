package dev.mayfly.net.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads keys and certificates from PEM files. */
final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
  private static final List<String> KEY_ALGORITHMS = List.of("EC", "RSA", "Ed25519");
  private static final byte[] PROBE = {1, 2, 3};

  private record Block(String what, byte[] bytes) {}

  private Pem() {}

  static Identity read(TlsOptions.Own files) {
    PrivateKey key = key(files.key());
    List<X509Certificate> chain = certificates(files.chain());
    if (!isOf(key, chain.get(0))) {
      throw new TlsException(
          "the key in " + files.key() + " is not that of the certificate in " + files.chain());
    }
    return new Identity(key, chain);
  }

  /** The certificates in a file; at least one. */
  static List<X509Certificate> certificates(Path file) {
    List<X509Certificate> found = new ArrayList<>();
    for (Block block : blocks(file)) {
      if (block.what().equals("CERTIFICATE")) {
        found.add(certificate(file, block.bytes()));
      }
    }
    if (found.isEmpty()) {
      throw new TlsException("there is no certificate in " + file);
    }
    return found;
  }

  /** What the key signs must be what the certificate's key confirms. */
  private static boolean isOf(PrivateKey key, X509Certificate certificate) {
    String signing =
        switch (key.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> "Ed25519";
        };
    try {
      Signature signature = Signature.getInstance(signing);
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static PrivateKey key(Path file) {
    for (Block block : blocks(file)) {
      if (block.what().equals("PRIVATE KEY")) {
        return key(file, block.bytes());
      } else if (block.what().endsWith(" PRIVATE KEY")) {
        throw new TlsException(
            "the key in "
                + file
                + " is in the form "
                + block.what()
                + ": bring it into the form PKCS#8 with openssl pkcs8 -topk8 -nocrypt");
      }
    }
    throw new TlsException("there is no private key in " + file);
  }

  private static PrivateKey key(Path file, byte[] bytes) {
    PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(bytes);
    for (String algorithm : KEY_ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (InvalidKeySpecException e) {
        continue;
      } catch (GeneralSecurityException e) {
        throw new TlsException("the key in " + file + " can't be read", e);
      }
    }
    throw new TlsException(
        "the key in " + file + " is none of " + String.join(", ", KEY_ALGORITHMS));
  }

  private static X509Certificate certificate(Path file, byte[] bytes) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(bytes));
    } catch (GeneralSecurityException e) {
      throw new TlsException("a certificate in " + file + " can't be read", e);
    }
  }

  private static List<Block> blocks(Path file) {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new TlsException("can't read " + file + ": " + e, e);
    }
    List<Block> blocks = new ArrayList<>();
    Matcher found = BLOCK.matcher(text);
    while (found.find()) {
      try {
        blocks.add(new Block(found.group(1), Base64.getMimeDecoder().decode(found.group(2))));
      } catch (IllegalArgumentException e) {
        throw new TlsException("a part of " + file + " is not well-formed", e);
      }
    }
    return blocks;
  }
}
