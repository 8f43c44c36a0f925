package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyComponent;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** The expiry events of a container from a place on, as server-sent events. */
final class ExpiryEvents implements EventSource {
  private static final ReadLimits LIMITS = new ReadLimits(500, 256 << 10, 5000);

  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final byte[] ID = "id".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] COLLECTION_ID = "_id".getBytes(StandardCharsets.US_ASCII);

  private final Container container;
  private FeedStart place;
  private long readToSecond = Long.MIN_VALUE;
  private long readNanos;
  private boolean more;

  /**
   * @throws dev.mayfly.engine.error.EngineException if the container has no such place
   */
  ExpiryEvents(Container container, FeedStart start) {
    this.container = requireNonNull(container, "container");
    // A start of now is made a fixed place, and a continuation is checked.
    Page<ChangeFeed.Expiry> first = read(start, new ReadLimits(1, 1, 1));
    this.place = start instanceof FeedStart.Now ? FeedStart.after(first.continuation()) : start;
    this.more = true;
  }

  private Page<ChangeFeed.Expiry> read(FeedStart start, ReadLimits limits) {
    return container.beginUncharged(System.nanoTime()).expiries(start, limits);
  }

  @Override
  public String next() {
    long recordedTo = container.state().expiries().toSecond();
    long now = System.nanoTime();
    // Once in a while it is read anyway: that fails when the container was dropped.
    if (!more && recordedTo == readToSecond && now - readNanos < CHECK_NANOS) {
      return "";
    }
    readNanos = now;
    Page<ChangeFeed.Expiry> page = read(place, LIMITS);
    place = FeedStart.after(page.continuation());
    more = page.reason() != StopReason.END;
    readToSecond = recordedTo;
    StringBuilder events = new StringBuilder();
    for (ChangeFeed.Expiry expiry : page.entries()) {
      write(expiry, events);
    }
    return events.toString();
  }

  private void write(ChangeFeed.Expiry expiry, StringBuilder events) {
    byte[] body = expiry.item().body();
    JsonWriter json = new JsonWriter(body.length + 256);
    json.raw("{\"id\":");
    boolean collection = ManagedContainer.isCollection(container);
    RawValue id = RawBson.findRoot(body, collection ? COLLECTION_ID : ID);
    if (id == null) {
      json.raw("null");
    } else {
      json.value(id);
    }
    json.raw(",\"partitionKey\":");
    partitionKey(body, json);
    json.raw(",\"deadline\":").number(expiry.deathSecond());
    json.raw(",\"lastWritten\":").number(expiry.item().tsSecond());
    json.raw(",\"item\":").document(body).raw("}");
    events
        .append("id: ")
        .append(Base64.getUrlEncoder().withoutPadding().encodeToString(expiry.continuation()))
        .append("\nevent: expired\ndata: ")
        .append(new String(json.toByteArray(), StandardCharsets.UTF_8))
        .append("\n\n");
  }

  private void partitionKey(byte[] body, JsonWriter json) {
    PartitionKey key = PartitionKey.fromBody(container.definition().partitionKey(), body);
    json.raw("[");
    String separator = "";
    for (PartitionKeyComponent component : key.components()) {
      json.raw(separator);
      separator = ",";
      if (component instanceof PartitionKeyComponent.Text text) {
        json.string(text.value());
      } else if (component instanceof PartitionKeyComponent.Numeric number) {
        json.number(number.value());
      } else {
        json.raw(
            switch ((PartitionKeyComponent.Constant) component) {
              case UNDEFINED -> "{}";
              case NULL -> "null";
              case FALSE -> "false";
              case TRUE -> "true";
            });
      }
    }
    json.raw("]");
  }
}
