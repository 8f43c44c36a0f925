package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import java.util.Base64;

/** Reads the items of a container page by page, in the order of their keys. */
final class ReadFeed {
  private final ItemAnswers.Cache answers;

  ReadFeed(ItemAnswers.Cache answers) {
    this.answers = requireNonNull(answers, "answers");
  }

  void handle(Call call, Container container) {
    Request request = call.request();
    Scope scope = Scope.of(request, container.definition().partitionKey());
    ReadLimits limits = FeedPage.limits(request);
    Reading reading = container.beginQuery(FeedPage.endNanos());
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
    if (page.continuation() != null) {
      String token = Base64.getUrlEncoder().withoutPadding().encodeToString(page.continuation());
      response.header(HeaderNames.CONTINUATION, token);
    }
    call.respond(known.complete(response, container.lastLsn()));
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
