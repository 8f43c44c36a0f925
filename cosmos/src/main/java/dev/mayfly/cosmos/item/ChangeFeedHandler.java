package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.function.Consumer;

/**
 * Tells what changed in a container: its items in the order of their last change, or all versions
 * and deletes. The etag of an answer is where the next one goes on; 304 says that there is nothing
 * new.
 */
final class ChangeFeedHandler {
  private static final String LATEST = "Incremental Feed";
  private static final String ALL_VERSIONS = "Full-Fidelity Feed";

  private final ItemAnswers.Cache answers;

  ChangeFeedHandler(ItemAnswers.Cache answers) {
    this.answers = requireNonNull(answers, "answers");
  }

  void handle(Call call, Container container) {
    Request request = call.request();
    String mode = request.header(HeaderNames.A_IM);
    Scope scope = Scope.of(request, container.definition().partitionKey());
    ReadLimits limits = FeedPage.limits(request);
    FeedPage feed = new FeedPage(answers.of(container).rid());
    if (mode.equalsIgnoreCase(LATEST)) {
      StoredItem form = answers.of(container).form();
      answer(
          call,
          container,
          feed,
          (reading, start) -> reading.changes(start, scope.range(), limits),
          item -> {
            if (scope.holds(item)) {
              feed.next().document(form.changed(item));
            }
          });
    } else if (mode.equalsIgnoreCase(ALL_VERSIONS)) {
      requireLog(container);
      VersionWriter writer = new VersionWriter(container, answers.of(container).form());
      answer(
          call,
          container,
          feed,
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
      Call call, Container container, FeedPage feed, Pages<T> pages, Consumer<T> entries) {
    FeedStart start = start(call.request());
    Reading reading = container.beginFeed(FeedPage.endNanos());
    Page<T> page = pages.from(reading, start);
    page.entries().forEach(entries);
    boolean atEnd = page.reason() == StopReason.END;
    Response response =
        atEnd && feed.count() == 0 ? Response.of(304) : Response.json(200, feed.toByteArray());
    response
        .header(HttpHeaderNames.ETAG, etag(page.continuation()))
        .header(HeaderNames.ITEM_COUNT, feed.count())
        .charge(reading.chargeCentiRu());
    call.respond(answers.of(container).complete(response, container.lastLsn()));
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

  private static FeedStart start(Request request) {
    String after = request.header(HttpHeaderNames.IF_NONE_MATCH);
    if (after != null) {
      return after.equals(EtagText.ANY) ? FeedStart.now() : FeedStart.after(continuation(after));
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

  private static String etag(byte[] continuation) {
    return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(continuation) + '"';
  }

  private static byte[] continuation(String etag) {
    try {
      return Base64.getUrlDecoder().decode(etag.replace("\"", ""));
    } catch (IllegalArgumentException e) {
      throw CosmosException.badRequest(
          "The value " + etag + " of the header If-None-Match is not an etag of this feed.");
    }
  }
}
