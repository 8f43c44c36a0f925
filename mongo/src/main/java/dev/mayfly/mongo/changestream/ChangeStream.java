package dev.mayfly.mongo.changestream;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.engine.feed.Operation;
import dev.mayfly.engine.feed.Operations;
import dev.mayfly.engine.read.OperationKind;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.collection.CollectionCatalog;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/**
 * The events of a change stream, after the stages of its pipeline. It holds its place in the
 * operation log and the changes that were read for the current batch, nothing else.
 */
public final class ChangeStream implements DocumentStream {
  private static final int ROWS_MAX = 1000;
  private static final long BYTES_MAX = 4 << 20;

  /** Time without an event after which a batch ends, so that the client gets its place. */
  private static final long SCAN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final Set<String> INTERNAL = Set.of("admin", "config", "local");

  private final Operations operations;
  private final Operations.Scope scope;
  private final ChangeEvents events;
  private final Reader reader;
  private final boolean splits;
  private UnaryOperator<BsonDocument> pipeline = event -> event;

  /** Changes before this log time are passed over. */
  private final long fromTime;

  private final Deque<Operation> read = new ArrayDeque<>();
  private final Deque<BsonDocument> fragments = new ArrayDeque<>();
  private Operations.Batch batch;
  private long throughLsn;
  private ResumeToken token;
  private ResumeToken tokenBefore;
  private BsonDocument returned;
  private BsonDocument pushedBack;
  private Operation invalidatedBy;
  private int fragmentsToSkip;
  private boolean ended;

  /**
   * @param start where it begins
   * @param splits whether large events are split
   */
  ChangeStream(
      Operations operations,
      Operations.Scope scope,
      StreamStart start,
      ChangeEvents events,
      Reader reader,
      boolean splits) {
    this.operations = requireNonNull(operations, "operations");
    this.scope = requireNonNull(scope, "scope");
    this.events = requireNonNull(events, "events");
    this.reader = requireNonNull(reader, "reader");
    this.splits = splits;
    this.fromTime = start.fromTime();
    this.throughLsn = start.afterLsn();
    this.token = start.token();
    this.fragmentsToSkip = start.fragmentsToSkip();
    if (start.resumed() != null && invalidates(start.resumed())) {
      invalidatedBy = start.resumed();
    }
  }

  /** Sets the stages that events pass; they return null for what is filtered out. */
  void through(UnaryOperator<BsonDocument> stages) {
    pipeline = stages;
  }

  @Override
  public BsonDocument next() {
    if (pushedBack != null) {
      BsonDocument again = pushedBack;
      pushedBack = null;
      return returned(again);
    }
    if (!fragments.isEmpty()) {
      return fragment();
    }
    long untilNanos = System.nanoTime() + SCAN_NANOS;
    while (!ended) {
      BsonDocument found = invalidatedBy == null ? ofNext() : invalidation();
      if (found != null) {
        return found;
      }
      boolean waits = read.isEmpty() && invalidatedBy == null;
      if (waits && (System.nanoTime() - untilNanos > 0 || !readMore())) {
        return null;
      }
    }
    return null;
  }

  /** The next event that passes; null if there is none among what was read. */
  private BsonDocument ofNext() {
    while (!read.isEmpty() && invalidatedBy == null) {
      Operation change = read.poll();
      if (!isShown(change)) {
        continue;
      }
      ResumeToken place = token(change, ResumeToken.Kind.EVENT);
      BsonDocument event = events.event(change, place.document());
      BsonDocument shown = event == null ? null : piped(event, place);
      if (invalidates(change)) {
        invalidatedBy = change;
      }
      BsonDocument first = shown == null ? null : first(shown, place);
      if (first != null) {
        return first;
      }
      moveTo(place);
    }
    return null;
  }

  private BsonDocument invalidation() {
    ResumeToken place = token(invalidatedBy, ResumeToken.Kind.INVALIDATE);
    BsonDocument shown = piped(ChangeEvents.invalidation(invalidatedBy, place.document()), place);
    moveTo(place);
    ended = true;
    return shown == null ? null : returned(shown);
  }

  private BsonDocument piped(BsonDocument event, ResumeToken place) {
    BsonDocument shown = pipeline.apply(event);
    if (shown != null && !place.document().equals(shown.get("_id"))) {
      throw new MongoException(
              ErrorCodes.CHANGE_STREAM_FATAL_ERROR,
              "Encountered an event whose _id field, which contains the resume token, was modified"
                  + " by the pipeline. Modifying the _id field of an event makes it impossible to"
                  + " resume the stream from that point. Only transformations that retain the"
                  + " unmodified _id field are allowed.")
          .labelled(Failures.NOT_RESUMABLE);
    }
    return shown;
  }

  /** The event, or its first fragment that is wanted; null if all are passed over. */
  private BsonDocument first(BsonDocument event, ResumeToken place) {
    if (!splits || !LargeEvents.isLarge(event)) {
      LargeEvents.checkSize(event);
      moveTo(place);
      return returned(event);
    }
    fragments.addAll(LargeEvents.split(event, place));
    for (int i = 0; i < fragmentsToSkip; i++) {
      fragments.poll();
    }
    fragmentsToSkip = 0;
    return fragments.isEmpty() ? null : fragment();
  }

  private BsonDocument fragment() {
    BsonDocument fragment = fragments.poll();
    moveTo(ResumeToken.parse(fragment.getDocument("_id")));
    return returned(fragment);
  }

  private BsonDocument returned(BsonDocument document) {
    returned = document;
    return document;
  }

  private void moveTo(ResumeToken place) {
    tokenBefore = token;
    token = place;
  }

  private ResumeToken token(Operation change, ResumeToken.Kind kind) {
    return new ResumeToken(
        change.time(), change.index(), kind, 0, change.lsn(), operations.incarnation());
  }

  private boolean isShown(Operation change) {
    return !LogTime.isAfter(fromTime, change.time())
        && !INTERNAL.contains(change.database())
        && CollectionCatalog.isVisible(change.database())
        && (change.container() == null || !change.container().startsWith("system."));
  }

  /** Whether a change ends the stream. */
  private boolean invalidates(Operation change) {
    if (scope.database() == null) {
      return false;
    }
    if (scope.container() == null) {
      return change.kind() == OperationKind.DROP_DATABASE;
    }
    return change.kind() == OperationKind.DROP_CONTAINER
        || change.kind() == OperationKind.RENAME_CONTAINER;
  }

  /** Reads on; false if nothing is left for now. */
  private boolean readMore() {
    reader.check();
    batch = operations.read(scope, throughLsn, ROWS_MAX, BYTES_MAX);
    throughLsn = batch.throughLsn();
    read.addAll(batch.operations());
    return batch.more() || !read.isEmpty();
  }

  private ResumeToken place(Operations.Batch passedBatch) {
    long time = LogTime.max(passedBatch.throughTime(), token.time());
    return new ResumeToken(
        time,
        time == passedBatch.throughTime() ? passedBatch.throughIndex() : -1,
        ResumeToken.Kind.PLACE,
        0,
        passedBatch.throughLsn(),
        operations.incarnation());
  }

  @Override
  public boolean isExhausted() {
    return ended && pushedBack == null && fragments.isEmpty();
  }

  @Override
  public boolean back() {
    pushedBack = returned;
    return true;
  }

  @Override
  public BsonDocument resumeToken() {
    boolean allPassed = read.isEmpty() && fragments.isEmpty() && pushedBack == null;
    if (allPassed && invalidatedBy == null && batch != null) {
      ResumeToken place = place(batch);
      if (place.text().compareTo(token.text()) > 0) {
        token = place;
      }
    }
    return (pushedBack == null ? token : tokenBefore).document();
  }

  @Override
  public CompletableFuture<Void> change() {
    return read.isEmpty() && fragments.isEmpty() && pushedBack == null
        ? operations.await(scope, throughLsn)
        : CompletableFuture.completedFuture(null);
  }
}
