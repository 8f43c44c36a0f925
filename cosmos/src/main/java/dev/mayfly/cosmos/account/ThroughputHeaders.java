package dev.mayfly.cosmos.account;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.ru.Throughput;
import java.nio.charset.StandardCharsets;

/** The throughput that a client wants for a new database or container. */
public final class ThroughputHeaders {
  private ThroughputHeaders() {}

  /** What the headers ask for; null if they ask for nothing. */
  public static Throughput read(Request request) {
    String manual = request.header(HeaderNames.OFFER_THROUGHPUT);
    String autoscale = request.header(HeaderNames.AUTOPILOT);
    if (manual != null && autoscale != null) {
      throw CosmosException.errors(
          400,
          0,
          "Only one of the headers "
              + HeaderNames.OFFER_THROUGHPUT
              + " and "
              + HeaderNames.AUTOPILOT
              + " can be specified.");
    }
    if (manual != null) {
      return ThroughputJson.manual(number(manual));
    }
    return autoscale == null
        ? null
        : ThroughputJson.autoscale(Json.parse(autoscale.getBytes(StandardCharsets.UTF_8)));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw ThroughputJson.invalid();
    }
  }
}
