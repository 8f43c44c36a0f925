package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.http.Request;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests by the rules of the protocol, with explicit type and link. */
final class SigningClient {
  private static final DateTimeFormatter DATE = DateTimeFormatter.RFC_1123_DATE_TIME;

  private final String key;
  private final long nowSecond;

  SigningClient(String key, long nowSecond) {
    this.key = key;
    this.nowSecond = nowSecond;
  }

  Request request(String method, String path, String type, String link, String... headers) {
    String date = DATE.format(Instant.ofEpochSecond(nowSecond).atOffset(ZoneOffset.UTC));
    String payload =
        method.toLowerCase() + "\n" + type + "\n" + link + "\n" + date.toLowerCase() + "\n\n";
    HttpHeaders all = headers(headers).set("x-ms-date", date);
    all.set("authorization", encoded("type=master&ver=1.0&sig=" + sign(key, payload)));
    return unsigned(method, path, all);
  }

  /** The bytes of a request: without its host, which is the caller's choice, as with the body. */
  static String text(Request request, String host, String body) {
    StringBuilder text = new StringBuilder();
    text.append(request.method()).append(' ').append(request.path()).append(" HTTP/1.1\r\n");
    text.append("Host: ").append(host).append("\r\n");
    request.headers().forEach(h -> text.append(h.getKey() + ": " + h.getValue() + "\r\n"));
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return text.append("Content-Length: " + length + "\r\n\r\n").append(body).toString();
  }

  static Request unsigned(String method, String path, HttpHeaders headers) {
    return new Request(method, path, "http", "localhost:8081", headers, new byte[0], "activity");
  }

  static HttpHeaders headers(String... namesAndValues) {
    HttpHeaders headers = new DefaultHttpHeaders();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.set(namesAndValues[i], namesAndValues[i + 1]);
    }
    return headers;
  }

  static String encoded(String token) {
    return URLEncoder.encode(token, StandardCharsets.UTF_8);
  }

  static String sign(String key, String payload) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(payload.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
