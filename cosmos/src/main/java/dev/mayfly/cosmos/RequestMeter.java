package dev.mayfly.cosmos;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.net.measure.OperationMeter;
import dev.mayfly.net.measure.OperationMeter.Finished;
import java.util.Locale;

/** Measures requests of the front end, from when they have arrived to their answer. */
final class RequestMeter {
  private static final String API = "nosql";
  private static final String UNKNOWN = "unknown";
  private static final double CENTI = 100;

  private final OperationMeter meter;

  RequestMeter(OperationMeter meter) {
    this.meter = requireNonNull(meter, "meter");
  }

  /** The same exchange, whose answer is counted. */
  Exchange measured(Exchange exchange, ResourcePath path) {
    long since = System.nanoTime();
    Request request = exchange.request();
    return exchange.observed(response -> answered(request, path, response, since));
  }

  private void answered(Request request, ResourcePath path, Response response, long since) {
    Finished finished =
        new Finished(
            API,
            operation(request, path),
            Integer.toString(response.status()),
            System.nanoTime() - since,
            response.chargeCentiRu() / CENTI);
    meter.finished(finished, () -> details(request));
  }

  /**
   * Counts a request that is refused by its head.
   *
   * @param path null if it names nothing that exists
   */
  void refused(Request head, ResourcePath path, RuntimeException why) {
    int status = Failures.refusal(why).status();
    String operation = path == null ? UNKNOWN : operation(head, path);
    meter.waited(new Finished(API, operation, Integer.toString(status), 0, 0));
  }

  /** Neither the text of a query nor anything of an item is logged. */
  private static String details(Request request) {
    return request.path() + ", activity id " + request.activityId();
  }

  /** A verb and a type of resources: there are few. */
  private static String operation(Request request, ResourcePath path) {
    return verb(request, path) + "_" + path.type().name().toLowerCase(Locale.ROOT);
  }

  private static String verb(Request request, ResourcePath path) {
    return switch (request.method()) {
      case "GET", "HEAD" -> read(request, path);
      case "POST" -> post(request, path);
      case "PUT" -> "replace";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      default -> UNKNOWN;
    };
  }

  private static String read(Request request, ResourcePath path) {
    if (!path.isFeed()) {
      return "read";
    }
    boolean changes = path.type() == ResourceType.ITEM && request.header(HeaderNames.A_IM) != null;
    return changes ? "changes_of" : "list";
  }

  private static String post(Request request, ResourcePath path) {
    if (!path.isFeed()) {
      return "execute";
    }
    if (request.isQuery()) {
      return "query";
    }
    if (request.flag(HeaderNames.IS_BATCH)) {
      return "batch";
    }
    return request.flag(HeaderNames.IS_UPSERT) ? "upsert" : "create";
  }
}
