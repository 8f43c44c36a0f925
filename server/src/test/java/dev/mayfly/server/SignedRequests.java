package dev.mayfly.server;

import dev.mayfly.cosmos.auth.AccountKeys;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Requests to a server's Cosmos port, signed with a key, without an SDK between. */
final class SignedRequests {
  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;
  private final String key;

  SignedRequests(String address) {
    this(address, AccountKeys.EMULATOR.primary());
  }

  SignedRequests(String address, String key) {
    this.address = address;
    this.key = key;
  }

  /**
   * Posts a body.
   *
   * @param type of the resources below the parent: dbs, colls, docs
   * @param headers names and values in turn
   */
  HttpResponse<String> post(String parent, String type, String body, String... headers)
      throws Exception {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    // The format leaves out the zero before a day of one digit, and servers want two.
    date = date.replaceFirst(", (\\d) ", ", 0$1 ");
    String path = (parent.isEmpty() ? "" : "/" + parent) + "/" + type;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("x-ms-date", date)
            .header("x-ms-version", "2020-07-15")
            .header("authorization", signature(type, parent, date))
            .POST(BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private String signature(String type, String parent, String date) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
    String text = "post\n" + type + "\n" + parent + "\n" + date.toLowerCase(Locale.ROOT) + "\n\n";
    String signed =
        Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    return URLEncoder.encode("type=master&ver=1.0&sig=" + signed, StandardCharsets.UTF_8);
  }
}
