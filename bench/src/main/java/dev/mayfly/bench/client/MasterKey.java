package dev.mayfly.bench.client;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests with an account key. Not for several threads. */
public final class MasterKey {
  /** The key of every emulator, and of a server without a configured one. */
  public static final String WELL_KNOWN =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private final Mac mac;

  public MasterKey(String base64) {
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(base64), "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java machine can sign", e);
    }
  }

  /**
   * The value of the authorization header.
   *
   * @param type the segment of the path that names the resource type, as in {@code docs}
   * @param link of the resource, or of the parent for feeds and creates
   * @param date as in the x-ms-date header
   */
  public String authorization(String verb, String type, String link, String date) {
    String payload =
        verb.toLowerCase(Locale.ROOT)
            + '\n'
            + type
            + '\n'
            + link
            + '\n'
            + date.toLowerCase(Locale.ROOT)
            + "\n\n";
    byte[] signature = mac.doFinal(payload.getBytes(StandardCharsets.UTF_8));
    StringBuilder encoded = new StringBuilder("type%3Dmaster%26ver%3D1.0%26sig%3D");
    String base64 = Base64.getEncoder().encodeToString(signature);
    for (int i = 0; i < base64.length(); i++) {
      char c = base64.charAt(i);
      switch (c) {
        case '+' -> encoded.append("%2B");
        case '/' -> encoded.append("%2F");
        case '=' -> encoded.append("%3D");
        default -> encoded.append(c);
      }
    }
    return encoded.toString();
  }
}
