package dev.mayfly.cosmos;

import dev.mayfly.cosmos.auth.AccountKeys;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The date and authorization headers of a request, signed with the emulator's key. */
public final class SignedHeaders {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

  private SignedHeaders() {}

  /**
   * The header lines.
   *
   * @param type of the resource: dbs, colls, docs
   * @param link of the resource, or of its parent where a feed is addressed
   */
  public static String of(String method, String type, String link) throws Exception {
    return of(method, type, link, ZonedDateTime.now());
  }

  /** The same as of another time. */
  public static String of(String method, String type, String link, ZonedDateTime time)
      throws Exception {
    String date = DATE.format(time.withZoneSameInstant(ZoneOffset.UTC));
    Mac mac = Mac.getInstance("HmacSHA256");
    byte[] key = Base64.getDecoder().decode(AccountKeys.EMULATOR.primary());
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    String text = String.join("\n", method, type, "", date, "", "").toLowerCase(Locale.ROOT);
    text = text.replaceFirst("\n\n", "\n" + link + "\n");
    byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    String token = "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(signature);
    return "x-ms-date: "
        + date
        + "\r\nauthorization: "
        + URLEncoder.encode(token, StandardCharsets.UTF_8)
        + "\r\n";
  }
}
