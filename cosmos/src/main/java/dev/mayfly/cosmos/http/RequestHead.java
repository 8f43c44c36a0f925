package dev.mayfly.cosmos.http;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** What is checked of a request before its body is read. */
final class RequestHead {
  private static final Set<String> VERBS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  /** Stands for a request of which not even the head has arrived. */
  static final HttpRequest UNKNOWN =
      new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");

  private RequestHead() {}

  /** What is wrong with the bytes, or null. The connection can't be used any more. */
  static CosmosException malformed(DecoderResult result) {
    if (result.isSuccess()) {
      return null;
    }
    Throwable cause = result.cause();
    if (cause instanceof TooLongHttpLineException) {
      return new CosmosException(414, "The request's path is too long.");
    } else if (cause instanceof TooLongHttpHeaderException) {
      return new CosmosException(431, "The request's headers are too large.");
    }
    return CosmosException.badRequest("The request is not well-formed HTTP.");
  }

  /**
   * The refusal of a head that a proxy could read differently: another end of the body, or another
   * host (request smuggling); null if there is none. After it the connection can't be used.
   */
  static CosmosException ambiguous(HttpRequest head) {
    HttpHeaders headers = head.headers();
    if (headers.contains(HttpHeaderNames.TRANSFER_ENCODING) && !isChunked(head)) {
      return CosmosException.badRequest(
          "The transfer encoding must be chunked, once, without a content length.");
    }
    // The decoder takes such a request for one with a body of eight bytes that nothing announces.
    if (headers.contains(HttpHeaderNames.SEC_WEBSOCKET_KEY1)
        || headers.contains(HttpHeaderNames.SEC_WEBSOCKET_KEY2)) {
      return CosmosException.badRequest("Web sockets are not supported.");
    }
    Iterator<? extends CharSequence> hosts =
        headers.valueCharSequenceIterator(HttpHeaderNames.HOST);
    if (hosts.hasNext()) {
      hosts.next();
      if (hosts.hasNext()) {
        return CosmosException.badRequest("The header host comes more than once.");
      }
    }
    return null;
  }

  private static boolean isChunked(HttpRequest head) {
    List<String> encodings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    return encodings.size() == 1
        && encodings.get(0).equalsIgnoreCase("chunked")
        && !head.headers().contains(HttpHeaderNames.CONTENT_LENGTH)
        && isCurrent(head);
  }

  /** What is wrong with a well-formed head, or null. */
  static CosmosException refusal(HttpRequest head, boolean hasBody) {
    if (!VERBS.contains(head.method().name())) {
      return CosmosException.methodNotAllowed(head.method().name());
    }
    if (!head.headers().contains(HttpHeaderNames.HOST) && isCurrent(head)) {
      return CosmosException.badRequest("The header host is missing.");
    }
    String uri = head.uri();
    if (!uri.startsWith("/") && !isAbsolute(uri)) {
      return CosmosException.badRequest("The path '" + uri + "' does not begin with a slash.");
    }
    return !hasBody ? null : MediaTypes.refusal(head.headers());
  }

  static boolean isCurrent(HttpRequest head) {
    return head.protocolVersion().minorVersion() > 0;
  }

  /** What the connection does after the answer, as HTTP says it. */
  static ResponseEncoder.Connection connection(HttpRequest head) {
    if (!HttpUtil.isKeepAlive(head)) {
      return ResponseEncoder.Connection.CLOSE;
    }
    return isCurrent(head)
        ? ResponseEncoder.Connection.USUAL
        : ResponseEncoder.Connection.KEEP_ALIVE;
  }

  /** The request without its body. */
  static Request request(HttpRequest head, boolean secure, String localHost) {
    HttpHeaders headers = head.headers();
    String host = headers.get(HttpHeaderNames.HOST);
    return new Request(
        head.method().name(),
        path(head.uri()),
        query(head.uri()),
        secure ? "https" : "http",
        host == null || host.isEmpty() ? localHost : host,
        headers,
        Request.NO_BODY,
        Request.activityId(headers.get(HeaderNames.ACTIVITY_ID)));
  }

  private static boolean isAbsolute(String uri) {
    return uri.startsWith("http://") || uri.startsWith("https://");
  }

  /** Proxies are sent whole addresses: what counts is what follows the host. */
  private static String path(String uri) {
    int from = 0;
    if (isAbsolute(uri)) {
      int slash = uri.indexOf('/', uri.indexOf("//") + 2);
      if (slash < 0) {
        return "/";
      }
      from = slash;
    }
    int query = uri.indexOf('?', from);
    int items = uri.indexOf("/docs/", from);
    // Some clients send the question mark of an item's id as it is; items have no query strings.
    boolean isId = items >= 0 && items < query;
    return query < 0 || isId ? uri.substring(from) : uri.substring(from, query);
  }

  private static String query(String uri) {
    int query = uri.indexOf('?');
    return query < 0 ? "" : uri.substring(query + 1);
  }
}
