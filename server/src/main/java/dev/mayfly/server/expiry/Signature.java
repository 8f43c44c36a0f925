package dev.mayfly.server.expiry;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** By which a receiver knows that a batch is from this server, unchanged, and of when. */
final class Signature {
  static final String HEADER = "X-Mayfly-Signature";

  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  /** The time, and the HMAC-SHA-256 of the time, a dot and the body. */
  static String of(String secret, long epochSecond, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      mac.update((epochSecond + ".").getBytes(StandardCharsets.US_ASCII));
      return "t=" + epochSecond + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
