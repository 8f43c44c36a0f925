package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.cosmos.resource.SessionToken;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.read.Continuation;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Returns what changed in a container: its items in the order of their last change, or all versions
 * and deletes. The etag of an answer, an LSN, is where the next one resumes; 304 says that there is
 * nothing new.
 */
final class ChangeFeedHandler {
  private static final String LATEST = "Incremental Feed";
  private static final String ALL_VERSIONS = "Full-Fidelity Feed";

  /** So long a commit that can be read already may take until it is published. */
  private static final long COMMIT_MILLIS_MAX = 100;

  private final ItemAnswers.Cache answers;

  ChangeFeedHandler(ItemAnswers.Cache answers) {
    this.answers = requireNonNull(answers, "answers");
  }

  void handle(Call call, Container container) {
    Request request = call.request();
    SessionToken.check(request, container);
    String mode = request.header(HeaderNames.A_IM);
    Scope scope = Scope.of(request, container);
    ReadLimits limits = FeedPage.limits(request);
    FeedPage feed = new FeedPage(answers.of(container).rid());
    if (mode.equalsIgnoreCase(LATEST)) {
      StoredItem form = answers.of(container).form();
      answer(
          call,
          container,
          scope,
          feed,
          Continuation.Kind.FEED,
          (reading, start) -> reading.changes(start, scope.range(), limits),
          item -> {
            if (scope.holds(item)) {
              feed.next().document(form.changed(item));
            }
          });
    } else if (mode.equalsIgnoreCase(ALL_VERSIONS)) {
      requireLog(container);
      requireStart(request);
      VersionWriter writer = new VersionWriter(container, answers.of(container).form());
      answer(
          call,
          container,
          scope,
          feed,
          Continuation.Kind.LOG,
          (reading, start) -> allVersions(reading, start, scope, limits),
          version -> {
            if (scope.holds(version.item())) {
              writer.write(feed.next(), version);
            }
          });
    } else {
      throw CosmosException.badRequest(
          "The value '"
              + mode
              + "' of the header A-IM is neither "
              + LATEST
              + " nor "
              + ALL_VERSIONS
              + ".");
    }
  }

  /** A page of changes from some place on. */
  private interface Pages<T> {
    Page<T> from(Reading reading, FeedStart start);
  }

  private <T> void answer(
      Call call,
      Container container,
      Scope scope,
      FeedPage feed,
      Continuation.Kind kind,
      Pages<T> pages,
      Consumer<T> entries) {
    FeedStart start = start(call.request(), container, kind);
    Reading reading = container.beginFeed(call.exchange().time().pageEndNanos());
    Page<T> page = pages.from(reading, start);
    page.entries().forEach(entries);
    boolean atEnd = page.reason() == StopReason.END;
    Response response =
        atEnd && feed.count() == 0 ? Response.of(304) : Response.json(200, feed.toByteArray());
    response
        .header(HttpHeaderNames.ETAG, etag(page.continuation(), container, kind))
        .header(HeaderNames.ITEM_COUNT, feed.count())
        .charge(reading.chargeCentiRu());
    call.respond(answers.of(container).complete(response, scope.rangeId(), container.lastLsn()));
  }

  /** As in the service, all versions are read from now on, from a time, or from an etag. */
  private static void requireStart(Request request) {
    if (request.header(HttpHeaderNames.IF_NONE_MATCH) == null
        && request.header(HttpHeaderNames.IF_MODIFIED_SINCE) == null) {
      throw CosmosException.errors(
          400, 0, "FullFidelity Change Feed must have valid If-None-Match header.");
    }
  }

  private static void requireLog(Container container) {
    if (container.definition().allVersions() == null) {
      throw CosmosException.badRequest(
          "This container keeps no log of all versions and deletes: set its changeFeedPolicy with"
              + " a retentionDuration in minutes.");
    }
  }

  private static Page<ChangeFeed.Version> allVersions(
      Reading reading, FeedStart start, Scope scope, ReadLimits limits) {
    try {
      return reading.allVersions(start, scope.range(), limits);
    } catch (EngineException e) {
      if (e.code() == ErrorCode.FEED_TRUNCATED) {
        // Gone would send clients into refreshing what they know about the container.
        throw CosmosException.errors(400, 0, e.getMessage());
      }
      throw e;
    }
  }

  private static FeedStart start(Request request, Container container, Continuation.Kind kind) {
    String after = request.header(HttpHeaderNames.IF_NONE_MATCH);
    if (after != null) {
      return after.equals(EtagText.ANY) ? FeedStart.now() : after(after, container, kind);
    }
    String since = request.header(HttpHeaderNames.IF_MODIFIED_SINCE);
    if (since == null) {
      return FeedStart.beginning();
    }
    try {
      Instant instant = DateTimeFormatter.RFC_1123_DATE_TIME.parse(since, Instant::from);
      return FeedStart.at(instant.getEpochSecond());
    } catch (DateTimeParseException e) {
      throw CosmosException.badRequest(
          "The value '" + since + "' of the header If-Modified-Since is not a date.");
    }
  }

  private static String etag(byte[] continuation, Container container, Continuation.Kind kind) {
    int number = container.state().number();
    long lsn = Continuation.decode(continuation, kind, container.incarnation(), number).number(0);
    return "\"" + lsn + "\"";
  }

  /** After the LSN that an etag is. */
  private static FeedStart after(String etag, Container container, Continuation.Kind kind) {
    long lsn;
    try {
      lsn = Long.parseLong(etag.replace("\"", "").trim());
    } catch (NumberFormatException e) {
      throw CosmosException.badRequest(
          "The value " + etag + " of the header If-None-Match is not an etag of this feed.");
    }
    if (lsn < 0 || !isReached(lsn, container, kind)) {
      if (lsn >= 0 && container.isFollowing()) {
        throw SessionToken.unavailable();
      }
      throw CosmosException.errors(
          400,
          0,
          "The etag "
              + lsn
              + " of the change feed is ahead of the container: it belongs to another one, or is"
              + " from before a restore. Start again from the beginning.");
    }
    return FeedStart.after(continuation(lsn, container, kind));
  }

  /** A change can be read a moment before its LSN is known as the last one. */
  private static boolean isReached(long lsn, Container container, Continuation.Kind kind) {
    if (lsn <= container.reachedLsn()) {
      return true;
    }
    CompletableFuture<Void> change = container.awaitChange(continuation(lsn - 1, container, kind));
    try {
      change.get(COMMIT_MILLIS_MAX, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Decided below.
    } finally {
      change.cancel(false);
    }
    return lsn <= container.reachedLsn();
  }

  private static byte[] continuation(long lsn, Container container, Continuation.Kind kind) {
    byte[] place = Bytes.ofLong(lsn);
    int number = container.state().number();
    return new Continuation(kind, container.incarnation(), number, place).encode();
  }
}
