package dev.mayfly.engine.feed;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.EventPlace;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.deadrange.LiveView;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.EventRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.LogRow;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.operation.ItemRange;
import dev.mayfly.engine.operation.Items;
import dev.mayfly.engine.operation.ViewSource;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ChangeKind;
import dev.mayfly.engine.read.Continuation;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.PageMeter;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads the three feeds of a container. Every page is bounded and says where to resume; its price
 * is that of point reads, and expiries cost nothing.
 */
public final class ChangeFeed {
  private final Storage storage;
  private final ViewSource source;
  private final long incarnation;

  public ChangeFeed(Storage storage, ViewSource source, long incarnation) {
    this.storage = requireNonNull(storage, "storage");
    this.source = requireNonNull(source, "source");
    this.incarnation = incarnation;
  }

  /** Items in the order of their last change; an expired item is not among them (F1). */
  public Page<Item> latest(
      OpenContainer container,
      Visibility visibility,
      FeedStart start,
      EpkRange range,
      PageMeter meter) {
    long upTo = container.lastLsn();
    try (LiveView live = source.open(visibility)) {
      ReadView view = live.rows();
      long after = startLsn(view, container, start, Continuation.Kind.FEED, upTo);
      ItemRange keys = keys(visibility.snapshot(), range);
      List<Item> items = new ArrayList<>();
      StopReason reason = null;
      try (FeedLanes lanes = new FeedLanes(live, container.number(), after)) {
        while (reason == null && lanes.next()) {
          meter.row();
          after = lanes.lsn();
          DueRow row = lanes.row();
          if (lanes.isInheriting() && visibility.isExpiredByDefault(row.tsSecond(), after)) {
            lanes.deadUpTo(view, visibility.expiredByDefaultUpTo(), upTo + 1);
          } else if (!keys.contains(row.suffix())) {
            lanes.living();
          } else {
            byte[] key = Keys.item(container.number(), row.suffix());
            ItemRow item = visibility.see(view.get(Table.ITEMS, key), row.suffix());
            // A remembered row of the feed is gone if its item was written since.
            if (item != null && item.lsn() == after) {
              lanes.living();
              items.add(Items.seen(item, row.suffix(), incarnation, visibility));
              meter.item(item.sizeBytes());
            } else {
              lanes.dead();
            }
          }
          reason = meter.stop();
        }
      }
      // At the end, all that was committed before the snapshot has been passed.
      long passed = reason == null ? Math.max(after, upTo) : after;
      return page(container, Continuation.Kind.FEED, items, passed, reason, meter);
    }
  }

  private <T> Page<T> page(
      OpenContainer container,
      Continuation.Kind kind,
      List<T> entries,
      long afterLsn,
      StopReason reason,
      PageMeter meter) {
    byte[] next =
        new Continuation(kind, incarnation, container.number(), Bytes.ofLong(afterLsn)).encode();
    return new Page<>(
        entries, next, reason == null ? StopReason.END : reason, meter.readsCentiRu());
  }

  private long startLsn(
      ReadView view,
      OpenContainer container,
      FeedStart start,
      Continuation.Kind kind,
      long upToLsn) {
    if (start instanceof FeedStart.Beginning) {
      return 0;
    }
    if (start instanceof FeedStart.Now) {
      return upToLsn;
    }
    if (start instanceof FeedStart.At at) {
      return FeedLanes.lastLsnBefore(view, container.number(), at.second(), upToLsn);
    }
    byte[] continuation = ((FeedStart.After) start).continuation();
    return Continuation.decode(continuation, kind, incarnation, container.number()).number(0);
  }

  private static ItemRange keys(ContainerSnapshot snapshot, EpkRange range) {
    return new ItemRange(snapshot.state().number(), snapshot.definition().partitionKey(), range);
  }

  /** Completed when the container changes after the place where a page of {@link #latest} ended. */
  public CompletableFuture<Void> awaitChange(OpenContainer container, byte[] continuation) {
    byte kind = continuation.length > 1 ? continuation[1] : 0;
    Continuation.Kind read =
        kind == Continuation.Kind.LOG.ordinal() ? Continuation.Kind.LOG : Continuation.Kind.FEED;
    long after = Continuation.decode(continuation, read, incarnation, container.number()).number(0);
    CompletableFuture<Void> change = container.waiters().await(after);
    if (container.lastLsn() > after || container.isDropped()) {
      change.complete(null);
    }
    return change;
  }

  /**
   * An entry of the log of all versions and deletes.
   *
   * @param kind what happened
   * @param lsn its place in the log
   * @param tsSecond when it was committed
   * @param previousLsn of the version that was replaced or deleted; 0 if there was none, or if an
   *     earlier version of Mayfly logged a replace
   * @param item the item as written, or for deletes as it was
   */
  public record Version(ChangeKind kind, long lsn, long tsSecond, long previousLsn, Item item) {
    /** True for a delete because the ttl expired (F2). */
    public boolean timeToLiveExpired() {
      return kind == ChangeKind.TTL_DELETE;
    }
  }

  /** All versions and deletes in commit order, where the container keeps them. */
  public Page<Version> allVersions(
      OpenContainer container,
      Visibility visibility,
      FeedStart start,
      EpkRange range,
      PageMeter meter) {
    // The log may have been trimmed since the read began.
    ContainerSnapshot snapshot = container.snapshot();
    require(snapshot.definition().allVersions() != null, "a log of all versions and deletes");
    int number = container.number();
    long upTo = container.lastLsn();
    try (ReadView view = storage.snapshot()) {
      long after = logStart(view, container, snapshot, start, upTo);
      ItemRange keys = keys(snapshot, range);
      List<Version> versions = new ArrayList<>();
      StopReason reason = null;
      byte[] end = Bytes.after(Keys.container(number));
      try (RowCursor rows = view.cursor(Table.LOG, Keys.log(number, after + 1), end)) {
        while (reason == null && rows.next()) {
          meter.row();
          after = Keys.logLsn(rows.key());
          LogRow row = LogRow.decode(rows.value());
          if (keys.contains(row.suffix())) {
            Item item = Items.seen(ItemRow.of(row.row()), row.suffix(), incarnation, visibility);
            versions.add(version(row, after, item));
            meter.item(item.sizeBytes());
          }
          reason = meter.stop();
        }
      }
      long passed = reason == null ? Math.max(after, upTo) : after;
      return page(container, Continuation.Kind.LOG, versions, passed, reason, meter);
    }
  }

  private static Version version(LogRow row, long lsn, Item item) {
    long previousLsn =
        switch (row.kind()) {
          case CREATE, REPLACE -> row.previousLsn();
          case DELETE, TTL_DELETE -> item.lsn();
        };
    return new Version(row.kind(), lsn, row.tsSecond(), previousLsn, item);
  }

  private long logStart(
      ReadView view,
      OpenContainer container,
      ContainerSnapshot snapshot,
      FeedStart start,
      long upTo) {
    long trimmedTo = snapshot.state().logTrimmedTo();
    if (start instanceof FeedStart.At at) {
      return lastLogLsnBefore(view, container.number(), at.second(), trimmedTo, upTo);
    }
    long after = startLsn(view, container, start, Continuation.Kind.LOG, upTo);
    if (start instanceof FeedStart.Beginning) {
      return trimmedTo;
    }
    if (after < trimmedTo) {
      throw new EngineException(
          ErrorCode.FEED_TRUNCATED,
          "The log no longer reaches back that far: start from the beginning of what is kept.");
    }
    return after;
  }

  /** The LSN after which a reader finds what was logged in that second or later. */
  private static long lastLogLsnBefore(
      ReadView view, int number, long second, long trimmedTo, long upTo) {
    SecondSearch rows =
        new SecondSearch(
            view,
            Table.LOG,
            lsn -> Keys.log(number, lsn),
            Bytes.after(Keys.container(number)),
            Keys::logLsn,
            value -> LogRow.decode(value).tsSecond());
    return rows.firstAt(second, trimmedTo, Math.max(trimmedTo, upTo) + 1) - 1;
  }

  /**
   * An expiry (F3).
   *
   * @param deathSecond when the item died
   * @param item its last version
   * @param continuation with which a reader resumes after it
   */
  public record Expiry(long deathSecond, Item item, byte[] continuation) {}

  /**
   * Expiries in the order of their seconds, at least once each, where the container keeps them.
   *
   * @throws EngineException FEED_TRUNCATED if events after the start were removed
   */
  public Page<Expiry> expiries(
      OpenContainer container, Visibility visibility, FeedStart start, PageMeter meter) {
    ContainerSnapshot snapshot = container.snapshot();
    require(snapshot.definition().expiryEvents() != null, "expiry events");
    int number = container.number();
    long recordedTo = snapshot.state().expiries().toSecond();
    EventPlace trimmedTo = snapshot.state().eventsTrimmedTo();
    byte[] kept = Keys.suffix(Keys.event(number, trimmedTo.second(), trimmedTo.lsn()));
    byte[] place = eventStart(container, start, recordedTo);
    if (Arrays.compareUnsigned(place, kept) < 0) {
      requireNotAfter(start);
      place = kept;
    }
    byte[] from = Bytes.concat(Keys.container(number), place);
    byte[] to = Keys.event(number, recordedTo + 1, 0);
    List<Expiry> expiries = new ArrayList<>();
    StopReason reason = null;
    if (Arrays.compareUnsigned(from, to) < 0) {
      try (ReadView view = storage.snapshot();
          RowCursor rows = view.cursor(Table.EVENTS, Bytes.next(from), to)) {
        while (reason == null && rows.next()) {
          meter.row();
          place = Keys.suffix(rows.key());
          EventRow row = EventRow.decode(rows.value());
          Item item = Items.seen(ItemRow.of(row.row()), row.suffix(), incarnation, visibility);
          byte[] after = events(number, place);
          expiries.add(new Expiry(row.deathSecond(), item, after));
          meter.item(item.sizeBytes());
          reason = meter.stop();
        }
      }
    }
    return new Page<>(expiries, events(number, place), reason == null ? StopReason.END : reason, 0);
  }

  private byte[] events(int number, byte[] place) {
    return new Continuation(Continuation.Kind.EVENTS, incarnation, number, place).encode();
  }

  private byte[] eventStart(OpenContainer container, FeedStart start, long recordedTo) {
    int number = container.number();
    if (start instanceof FeedStart.Beginning) {
      return Keys.suffix(Keys.event(number, Long.MIN_VALUE, 0));
    }
    if (start instanceof FeedStart.Now) {
      return Keys.suffix(Keys.event(number, recordedTo, Long.MAX_VALUE));
    }
    if (start instanceof FeedStart.At at) {
      return Keys.suffix(Keys.event(number, at.second(), 0));
    }
    byte[] continuation = ((FeedStart.After) start).continuation();
    return Continuation.decode(continuation, Continuation.Kind.EVENTS, incarnation, number).place();
  }

  /** A reader that was away for too long has to know that it missed events. */
  private static void requireNotAfter(FeedStart start) {
    if (start instanceof FeedStart.After) {
      throw new EngineException(
          ErrorCode.FEED_TRUNCATED,
          "Expiry events after that place are no longer kept: start from the beginning of what is"
              + " kept, and read the items that matter again.");
    }
  }

  private static void require(boolean kept, String what) {
    if (!kept) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "This container does not keep " + what + ": ask for it in the definition.");
    }
  }
}
