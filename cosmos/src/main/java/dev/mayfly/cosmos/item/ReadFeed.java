package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.cosmos.resource.SessionToken;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import java.util.Base64;

/** Reads the items of a container page by page, in the order of their keys. */
final class ReadFeed {
  private static final ReadLimits NEXT_ITEM = ReadLimits.items(1);

  private final ItemAnswers.Cache answers;

  ReadFeed(ItemAnswers.Cache answers) {
    this.answers = requireNonNull(answers, "answers");
  }

  void handle(Call call, Container container) {
    Request request = call.request();
    SessionToken.check(request, container);
    Scope scope = Scope.of(request, container);
    ReadLimits limits = FeedPage.limits(request);
    Reading reading = container.beginQuery(call.exchange().time().pageEndNanos());
    Page<Item> page = reading.scan(scope.range(), continuation(request), limits);
    ItemAnswers known = answers.of(container);
    FeedPage feed = new FeedPage(known.rid());
    for (Item item : page.entries()) {
      if (scope.holds(item)) {
        feed.next().document(known.form().document(item));
      }
    }
    Response response = Response.json(200, feed.toByteArray()).charge(reading.chargeCentiRu());
    response.header(HeaderNames.ITEM_COUNT, feed.count());
    if (page.continuation() != null && mayFollow(container, scope, page)) {
      String token = Base64.getUrlEncoder().withoutPadding().encodeToString(page.continuation());
      response.header(HeaderNames.CONTINUATION, token);
    }
    call.respond(known.complete(response, scope.rangeId(), container.lastLsn()));
  }

  /** Whether items may follow a page: the last one has no continuation. */
  private static boolean mayFollow(Container container, Scope scope, Page<Item> page) {
    if (page.reason() == StopReason.ROWS) {
      return true;
    }
    try {
      Page<Item> next =
          container
              .beginUncharged(System.nanoTime())
              .scan(scope.range(), page.continuation(), NEXT_ITEM);
      return next.reason() != StopReason.END || !next.entries().isEmpty();
    } catch (EngineException e) {
      // The throughput is spent, for one.
      return true;
    }
  }

  private static byte[] continuation(Request request) {
    String token = request.header(HeaderNames.CONTINUATION);
    if (token == null) {
      return null;
    }
    try {
      return Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      throw CosmosException.badRequest("The continuation token is not one of this server's.");
    }
  }
}
