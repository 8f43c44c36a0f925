package dev.mayfly.cosmos.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Locale;

/**
 * Which bodies are taken. Clients send JSON under many names and some under none, so only what
 * can't be JSON is refused: what a browser's form or a file upload says, other texts, compressed
 * bytes.
 */
final class MediaTypes {
  private MediaTypes() {}

  /** What is wrong with the headers of a request that has a body, or null. */
  static CosmosException refusal(HttpHeaders headers) {
    String encoding = headers.get(HttpHeaderNames.CONTENT_ENCODING);
    if (encoding != null && !encoding.isEmpty() && !encoding.equalsIgnoreCase("identity")) {
      return new CosmosException(
          415, "The content encoding '" + encoding + "' is not supported: send plain JSON.");
    }
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE);
    if (type != null && isRefused(type)) {
      return new CosmosException(
          415, "The content type '" + type + "' is not supported: send application/json.");
    }
    return null;
  }

  private static boolean isRefused(String type) {
    // The usual one first: it needs no copy.
    if (type.startsWith("application/json") || type.startsWith("application/query+json")) {
      return false;
    }
    String lower = type.strip().toLowerCase(Locale.ROOT);
    return lower.startsWith("multipart/")
        || lower.startsWith("image/")
        || lower.startsWith("audio/")
        || lower.startsWith("video/")
        || lower.startsWith("application/x-www-form-urlencoded")
        || lower.startsWith("application/xml")
        || lower.startsWith("text/html")
        || lower.startsWith("text/xml");
  }
}
