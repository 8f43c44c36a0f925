package dev.mayfly.server.expiry;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The expiry events of a container from a place on. Used by one thread at a time. */
public final class ExpiryReader {
  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Container container;
  private final ReadLimits limits;
  private FeedStart place;
  private long readToSecond = Long.MIN_VALUE;
  private long readNanos;
  private boolean more = true;

  /**
   * Some events.
   *
   * @param gap what to tell a reader before the events, because some are missing; null if none are
   */
  public record Events(String gap, List<ChangeFeed.Expiry> list) {
    static final Events NONE = new Events(null, List.of());

    public boolean isEmpty() {
      return gap == null && list.isEmpty();
    }
  }

  /**
   * @param most how many events, and how many bytes of them, are read at a time
   * @throws EngineException if the container has no such place
   */
  public ExpiryReader(Container container, FeedStart start, ReadLimits most) {
    this.container = requireNonNull(container, "container");
    this.limits = requireNonNull(most, "most");
    this.place = start;
    try {
      // A start of now is made a fixed place, and a continuation is checked.
      Page<ChangeFeed.Expiry> first = read(new ReadLimits(1, 1, 1));
      if (start instanceof FeedStart.Now) {
        place = FeedStart.after(first.continuation());
      }
    } catch (EngineException e) {
      if (e.code() != ErrorCode.FEED_TRUNCATED) {
        throw e;
      }
    }
  }

  private Page<ChangeFeed.Expiry> read(ReadLimits most) {
    return container.beginUncharged(System.nanoTime()).expiries(place, most);
  }

  /**
   * What follows. If events after the place are no longer kept, the answer says so, and the oldest
   * that are kept follow.
   *
   * @throws EngineException if nothing more can follow: the container was dropped, or keeps no
   *     events any more
   */
  public Events next() {
    long recordedTo = container.state().expiries().toSecond();
    long now = System.nanoTime();
    // Once in a while it is read anyway: that fails when the container was dropped.
    if (!more && recordedTo == readToSecond && now - readNanos < CHECK_NANOS) {
      return Events.NONE;
    }
    readNanos = now;
    Page<ChangeFeed.Expiry> page;
    try {
      page = read(limits);
    } catch (EngineException e) {
      if (e.code() != ErrorCode.FEED_TRUNCATED) {
        throw e;
      }
      place = FeedStart.beginning();
      more = true;
      return new Events(
          "events were missed: they are kept for "
              + container.definition().expiryEvents().seconds()
              + " seconds and "
              + container.definition().expiryEvents().bytes()
              + " bytes; what follows begins with the oldest that is kept",
          List.of());
    }
    place = FeedStart.after(page.continuation());
    more = page.reason() != StopReason.END;
    readToSecond = recordedTo;
    return new Events(null, page.entries());
  }
}
