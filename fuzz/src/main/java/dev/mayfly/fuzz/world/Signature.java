package dev.mayfly.fuzz.world;

import dev.mayfly.cosmos.auth.AccountKeys;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests with the emulator's key, as clients do. */
public final class Signature {
  /** The time of the server's clock, so that signatures in a corpus stay valid. */
  public static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);

  /** The same as clients write it. */
  public static final String DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.format(NOW.atOffset(ZoneOffset.UTC));

  private Signature() {}

  /** The authorization header of a request, encoded as clients do. */
  public static String header(String method, String path) {
    return URLEncoder.encode(plain(method, path), StandardCharsets.UTF_8);
  }

  /** The authorization header of a request, not encoded. */
  public static String plain(String method, String path) {
    return "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(mac(method, path));
  }

  public static byte[] mac(String method, String path) {
    List<String> segments = segments(path);
    boolean feed = segments.size() % 2 == 1;
    String type = segments.isEmpty() ? "" : segments.get(segments.size() - (feed ? 1 : 2));
    List<String> link = feed ? segments.subList(0, segments.size() - 1) : segments;
    String payload =
        method.toLowerCase(Locale.ROOT)
            + "\n"
            + type
            + "\n"
            + String.join("/", link)
            + "\n"
            + DATE.toLowerCase(Locale.ROOT)
            + "\n\n";
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      byte[] key = Base64.getDecoder().decode(AccountKeys.EMULATOR.primary());
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(payload.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    for (String segment : path.split("[?]", 2)[0].split("/")) {
      if (!segment.isEmpty()) {
        segments.add(decode(segment));
      }
    }
    return segments;
  }

  private static String decode(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return segment;
    }
  }
}
