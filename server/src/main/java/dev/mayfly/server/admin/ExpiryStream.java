package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.server.expiry.ExpiryJson;
import dev.mayfly.server.expiry.ExpiryReader;
import java.util.Map;

/** The expiry events of a container from a place on, as server-sent events. */
final class ExpiryStream implements EventSource {
  private static final ReadLimits LIMITS = new ReadLimits(500, 256 << 10, 5000);

  private final Container container;
  private final ExpiryReader reader;

  /**
   * @throws dev.mayfly.engine.error.EngineException if the container has no such place
   */
  ExpiryStream(Container container, FeedStart start) {
    this.container = requireNonNull(container, "container");
    this.reader = new ExpiryReader(container, start, LIMITS);
  }

  @Override
  public String next() {
    ExpiryReader.Events events = reader.next();
    StringBuilder text = new StringBuilder();
    if (events.gap() != null) {
      text.append("event: gap\ndata: ")
          .append(Json.object(Map.of("error", events.gap())))
          .append("\n\n");
    }
    for (ChangeFeed.Expiry expiry : events.list()) {
      text.append("id: ")
          .append(ExpiryJson.resumeId(expiry))
          .append("\nevent: expired\ndata: ")
          .append(ExpiryJson.text(container.definition(), expiry))
          .append("\n\n");
    }
    return text.toString();
  }
}
