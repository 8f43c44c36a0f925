package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.feed.FeedStart;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Expiry events of a container (rule F3): switched on and off, and followed. */
final class ExpiryRoutes {
  static final String PATH = "/containers/{database}/{container}/expiries";

  private static final long RETENTION_SECONDS = 86_400;
  private static final long RETENTION_BYTES = 1L << 30;

  private final AdminTarget target;

  ExpiryRoutes(AdminTarget target) {
    this.target = requireNonNull(target, "target");
  }

  AdminResponse change(AdminRequest request) {
    request.parameter("enabled", "/containers/db/c/expiries?enabled=true");
    boolean enabled = request.flag("enabled");
    Retention retention =
        new Retention(
            request.number("retentionSeconds", RETENTION_SECONDS, 1, Integer.MAX_VALUE),
            request.number("retentionBytes", RETENTION_BYTES, 1, 1L << 50));
    Container container = ManagedContainer.of(target.engine(), request);
    ManagedContainer.change(
        target.engine(),
        container,
        true,
        definition -> definition.toBuilder().expiryEvents(enabled ? retention : null).build());
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("enabled", enabled);
    answer.put("retentionSeconds", enabled ? retention.seconds() : null);
    answer.put("retentionBytes", enabled ? retention.bytes() : null);
    return AdminResponse.json(200, answer);
  }

  AdminResponse follow(AdminRequest request) {
    Container container = ManagedContainer.of(target.engine(), request);
    if (container.definition().expiryEvents() == null) {
      throw off(container, request.path());
    }
    return AdminResponse.events(new ExpiryStream(container, start(request)));
  }

  /**
   * Says that a container keeps no events.
   *
   * @param path where they are switched on
   */
  static AdminException off(Container container, String path) {
    return new AdminException(
        409,
        "expiry events of '"
            + container.name()
            + "' are off; switch them on with POST "
            + path
            + "?enabled=true");
  }

  private static FeedStart start(AdminRequest request) {
    String id = request.header("last-event-id");
    String after = id == null || id.isEmpty() ? request.parameter("lastEventId") : id;
    if (after != null) {
      try {
        return FeedStart.after(Base64.getUrlDecoder().decode(after));
      } catch (IllegalArgumentException e) {
        throw new AdminException(
            400, "'" + after + "' is not the id of an event; leave it out, or use ?from=beginning");
      }
    }
    String from = request.parameter("from");
    if (from == null || from.equals("now")) {
      return FeedStart.now();
    }
    if (from.equals("beginning")) {
      return FeedStart.beginning();
    }
    throw new AdminException(400, "from is '" + from + "'; it must be now or beginning");
  }
}
