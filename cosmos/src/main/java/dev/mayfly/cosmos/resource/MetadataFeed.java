package dev.mayfly.cosmos.resource;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.PageSize;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.ru.Charges;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Pages of databases, containers and other things that are few enough to be held in memory.
 *
 * <p>A list goes on after the id where the page before ended, so that what is made or deleted
 * between two pages moves nothing else. A query's results may have no ids: it goes on by number.
 */
public final class MetadataFeed {
  /** How many come in a page unless the client asks for fewer. */
  public static final int PAGE_MAX = 1000;

  /** Answers a simple query over a few documents. */
  @FunctionalInterface
  public interface Query {
    List<BsonDocument> query(byte[] queryJson, List<BsonDocument> documents);
  }

  private MetadataFeed() {}

  /**
   * A page of a list.
   *
   * @param documents all there are, in the order of their ids
   */
  public static Response list(
      Request request, String parentRid, ResourceType type, List<BsonDocument> documents) {
    String continuation = request.header(HeaderNames.CONTINUATION);
    String after = continuation == null ? null : decode(continuation);
    List<BsonDocument> rest =
        after == null
            ? documents
            : documents.stream().filter(each -> id(each).compareTo(after) > 0).toList();
    List<BsonDocument> page = rest.subList(0, Math.min(rest.size(), PageSize.of(request)));
    Response response = envelope(parentRid, type, page).charge(Charges.feedPage(0));
    if (page.size() < rest.size()) {
      response.header(HeaderNames.CONTINUATION, encode(id(page.get(page.size() - 1))));
    }
    return response;
  }

  /** A page of what a query over a list finds. */
  public static Response query(
      Request request,
      String parentRid,
      ResourceType type,
      List<BsonDocument> documents,
      Query query) {
    List<BsonDocument> found = query.query(request.body(), documents);
    String continuation = request.header(HeaderNames.CONTINUATION);
    int from = continuation == null ? 0 : Math.min(number(decode(continuation)), found.size());
    int to = (int) Math.min(found.size(), (long) from + PageSize.of(request));
    Response response =
        envelope(parentRid, type, found.subList(from, to)).charge(Charges.queryPage(0));
    if (to < found.size()) {
      response.header(HeaderNames.CONTINUATION, encode(Integer.toString(to)));
    }
    return response;
  }

  private static Response envelope(String parentRid, ResourceType type, List<BsonDocument> page) {
    BsonDocument envelope =
        new BsonDocument("_rid", new BsonString(parentRid))
            .append(type.feedName(), new BsonArray(page))
            .append("_count", new BsonInt32(page.size()));
    return Response.json(200, Json.bytes(envelope)).header(HeaderNames.ITEM_COUNT, page.size());
  }

  private static String id(BsonDocument document) {
    return document.getString("id").getValue();
  }

  private static String encode(String text) {
    return Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(String continuation) {
    try {
      return new String(Base64.getUrlDecoder().decode(continuation), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw invalidContinuation();
    }
  }

  private static int number(String text) {
    try {
      return Math.max(0, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw invalidContinuation();
    }
  }

  private static CosmosException invalidContinuation() {
    return CosmosException.badRequest("Invalid Continuation Token");
  }
}
