package dev.mayfly.cosmos.resource;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.PageSize;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.ru.Charges;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Pages of databases, containers and other things that are no items.
 *
 * <p>A list resumes after the last id of the previous page, so that what is created or deleted
 * between two pages moves nothing else. A query's results may have no ids: it resumes by offset.
 */
public final class MetadataFeed {
  /** A page of a query's results ends when it has so many bytes. */
  private static final long QUERY_BYTES = 1L << 20;

  /** Answers a simple query over documents, one after the other. */
  @FunctionalInterface
  public interface Query {
    Stream<BsonDocument> query(byte[] queryJson, Stream<BsonDocument> documents);
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

  /**
   * A page of a list whose source returns the position to resume at.
   *
   * @param next null at the end
   */
  public static Response page(
      String parentRid, ResourceType type, List<BsonDocument> documents, byte[] next) {
    Response response = envelope(parentRid, type, documents).charge(Charges.feedPage(0));
    if (next != null) {
      response.header(HeaderNames.CONTINUATION, Base64.getUrlEncoder().encodeToString(next));
    }
    return response;
  }

  /** The position that the previous page returned; null at the start. */
  public static byte[] place(Request request) {
    String continuation = request.header(HeaderNames.CONTINUATION);
    return continuation == null || continuation.isEmpty() ? null : bytes(continuation);
  }

  /** A page of what a query over a list finds. */
  public static Response query(
      Request request,
      String parentRid,
      ResourceType type,
      Stream<BsonDocument> documents,
      Query query) {
    String continuation = request.header(HeaderNames.CONTINUATION);
    int from = continuation == null ? 0 : number(decode(continuation));
    int count = PageSize.of(request);
    Iterator<BsonDocument> found = query.query(request.body(), documents).skip(from).iterator();
    List<BsonDocument> page = new ArrayList<>();
    long bytes = 0;
    while (page.size() < count && bytes < QUERY_BYTES && found.hasNext()) {
      page.add(found.next());
      bytes += Json.bytes(page.get(page.size() - 1)).length;
    }
    Response response = envelope(parentRid, type, page).charge(Charges.queryPage(0));
    if (found.hasNext()) {
      response.header(HeaderNames.CONTINUATION, encode(Long.toString((long) from + page.size())));
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
    return new String(bytes(continuation), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String continuation) {
    try {
      return Base64.getUrlDecoder().decode(continuation);
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
