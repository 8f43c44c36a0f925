package dev.mayfly.mongo.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The SCRAM mechanisms (RFC 5802). */
public enum ScramMechanism {
  SCRAM_SHA_1("SCRAM-SHA-1", "SHA-1", "HmacSHA1", 10_000, 16) {
    @Override
    String prepare(String user, String password) {
      return HexFormat.of().formatHex(digest("MD5").digest(utf8(user + ":mongo:" + password)));
    }
  },
  SCRAM_SHA_256("SCRAM-SHA-256", "SHA-256", "HmacSHA256", 15_000, 28) {
    @Override
    String prepare(String user, String password) {
      return SaslPrep.prepare(password);
    }
  };

  private static final SecureRandom RANDOM = new SecureRandom();

  private final String wireName;
  private final String digestName;
  private final String macName;
  private final int iterations;
  private final int saltBytes;

  ScramMechanism(
      String wireName, String digestName, String macName, int iterations, int saltBytes) {
    this.wireName = wireName;
    this.digestName = digestName;
    this.macName = macName;
    this.iterations = iterations;
    this.saltBytes = saltBytes;
  }

  public String wireName() {
    return wireName;
  }

  int iterations() {
    return iterations;
  }

  int saltBytes() {
    return saltBytes;
  }

  /** The mechanism of a SASL name, or null. */
  public static ScramMechanism named(String name) {
    for (ScramMechanism each : values()) {
      if (each.wireName.equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** The password as the mechanism hashes it. */
  abstract String prepare(String user, String password);

  ScramCredentials credentials(String user, String password) {
    byte[] salt = new byte[saltBytes];
    RANDOM.nextBytes(salt);
    byte[] salted = salted(prepare(user, password), salt, iterations);
    return new ScramCredentials(
        iterations, salt, hash(mac(salted, utf8("Client Key"))), mac(salted, utf8("Server Key")));
  }

  /** Whether a password matches the credentials. */
  boolean isPassword(String user, String password, ScramCredentials credentials) {
    byte[] salted = salted(prepare(user, password), credentials.salt(), credentials.iterations());
    return MessageDigest.isEqual(hash(mac(salted, utf8("Client Key"))), credentials.storedKey());
  }

  private byte[] salted(String password, byte[] salt, int rounds) {
    Mac mac = newMac(utf8(password));
    mac.update(salt);
    byte[] last = mac.doFinal(new byte[] {0, 0, 0, 1});
    byte[] salted = last.clone();
    for (int i = 1; i < rounds; i++) {
      last = mac.doFinal(last);
      for (int j = 0; j < salted.length; j++) {
        salted[j] ^= last[j];
      }
    }
    return salted;
  }

  byte[] hash(byte[] bytes) {
    return digest(digestName).digest(bytes);
  }

  byte[] mac(byte[] key, byte[] message) {
    return newMac(key).doFinal(message);
  }

  private Mac newMac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(macName);
      // An empty key is not accepted by the API; zero padding to a block is equivalent.
      mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, macName));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + macName, e);
    }
  }

  private static MessageDigest digest(String name) {
    try {
      return MessageDigest.getInstance(name);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + name, e);
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
