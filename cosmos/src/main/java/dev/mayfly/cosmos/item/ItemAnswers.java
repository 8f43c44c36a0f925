package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.cosmos.resource.ParentHeaders;
import dev.mayfly.cosmos.resource.RangeIds;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What answers about the items of one container have in common, worked out once. */
final class ItemAnswers {
  private final String rid;
  private final String path;
  private final StoredItem form;

  private ItemAnswers(Container container) {
    this.rid = Directory.rid(container);
    this.path = ParentHeaders.path(container);
    this.form = StoredItem.of(container);
  }

  /** The answers of the containers of one engine. */
  static final class Cache {
    private static final int CONTAINERS_MAX = 10_000;

    private final Map<Integer, ItemAnswers> byNumber = new ConcurrentHashMap<>();

    ItemAnswers of(Container container) {
      int number = container.state().number();
      ItemAnswers answers = byNumber.get(number);
      if (answers == null) {
        if (byNumber.size() >= CONTAINERS_MAX) {
          // Containers come and go; those that are in use come back at once.
          byNumber.clear();
        }
        answers = new ItemAnswers(container);
        byNumber.put(number, answers);
      }
      return answers;
    }
  }

  /** The container's resource id. */
  String rid() {
    return rid;
  }

  /** How items are written. */
  StoredItem form() {
    return form;
  }

  /** Adds what every answer from one of the container's partition key ranges carries. */
  Response complete(Response response, int range, long lsn) {
    response.header(HeaderNames.ALT_CONTENT_PATH, path).header(HeaderNames.CONTENT_PATH, rid);
    return RangeIds.add(response, range, lsn);
  }

  /** Adds what an answer about one item carries. */
  Response complete(Response response, Item item, int range, long lsn) {
    complete(response, range, lsn)
        .header(HttpHeaderNames.ETAG, EtagText.of(item.etag()))
        .header(HeaderNames.ITEM_LSN, item.lsn());
    if (item.remainingSeconds() != Long.MAX_VALUE) {
      response.header(HeaderNames.TTL_REMAINING, item.remainingSeconds());
    }
    return response;
  }

  /** Answers that a read found nothing, or that a write was refused. */
  Response failure(
      Request request, Container container, int range, Throwable failure, long chargeCentiRu) {
    return complete(Failures.response(request, failure, chargeCentiRu), range, container.lastLsn());
  }

  Response failure(Request request, Container container, int range, Throwable failure) {
    return failure(request, container, range, failure, Failures.charge(failure));
  }
}
