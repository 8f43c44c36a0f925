package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.ResponseEncoder.Connection;
import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.port.OpenConnections;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;

/** The request of a connection that is arriving: its head, and what has come of its body. */
final class IncomingRequest {
  /** The remaining body of a refused request is skipped up to this size to keep the connection. */
  private static final int SKIPPED_BYTES_MAX = 64 << 10;

  /** So many chunks may be of any size; beyond them, chunks have at least 16 bytes on average. */
  private static final int SMALL_CHUNKS_MAX = 1024;

  private static final int CHUNK_BYTES_MIN = 16;

  private final HttpRequest http;
  private final Request head;
  private final long announcedBytes;
  private Admission.Admitted admitted;
  private volatile BodyBuffer body;
  private boolean answered;
  private int chunks;
  private long chunkBytes;

  IncomingRequest(HttpRequest http, boolean secure, String localHost) {
    this.http = requireNonNull(http, "http");
    this.head = RequestHead.request(http, secure, localHost);
    this.announcedBytes = announcedBytes(http);
  }

  private static long announcedBytes(HttpRequest http) {
    if (http == RequestHead.UNKNOWN
        || http.decoderResult().isFailure()
        || HttpUtil.isTransferEncodingChunked(http)) {
      return -1;
    }
    return HttpUtil.getContentLength(http, 0L);
  }

  HttpRequest http() {
    return http;
  }

  /** The request without its body. */
  Request head() {
    return head;
  }

  /** The length of the body; -1 if it is not known. */
  long announcedBytes() {
    return announcedBytes;
  }

  boolean hasBody() {
    return announcedBytes != 0;
  }

  /** The value of the header Expect; null if there is none. Clients of HTTP/1.0 can't have one. */
  String expectation() {
    return RequestHead.isCurrent(http) ? http.headers().get(HttpHeaderNames.EXPECT) : null;
  }

  /**
   * Decides whether the request is accepted, and prepares for its body.
   *
   * @param share of the connection in the memory for bodies
   * @throws CosmosException if it is refused
   */
  Admission.Admitted admit(HttpPort port, OpenConnections connections, ByteBudget.Share share) {
    CosmosException refusal = RequestHead.refusal(http, hasBody());
    if (refusal != null) {
      throw refusal;
    }
    Admission.Admitted as = port.admission().admit(head);
    if (hasBody()) {
      if (!as.authenticated()) {
        throw CosmosException.badRequest("A request without authorization can't have a body.");
      }
      int most = announcedBytes < 0 ? port.limits().sizes().bodyBytesMax() : (int) announcedBytes;
      body = new BodyBuffer(connections, share, most);
    }
    admitted = as;
    return as;
  }

  Admission.Admitted admitted() {
    return admitted;
  }

  /**
   * Counts a part of a body whose length was not announced; false if its chunks are so small that
   * reading them costs far more than sending them.
   */
  boolean acceptChunk(int bytes) {
    if (announcedBytes >= 0) {
      return true;
    }
    chunks++;
    chunkBytes += bytes;
    return chunks <= SMALL_CHUNKS_MAX + chunkBytes / CHUNK_BYTES_MIN;
  }

  /** What has come of the body; null if none is kept. */
  BodyBuffer body() {
    return body;
  }

  /** The body has arrived; false if its memory was given to others. */
  boolean complete() {
    return body == null || body.complete();
  }

  /** The request will not be read to its end. */
  void release() {
    if (body != null) {
      body.evict();
    }
  }

  /** The whole request, once its body has arrived. */
  Request whole() {
    return body == null || body.length() == 0 ? head : head.withBody(body.toByteArray());
  }

  /** What the body took of the budget. */
  int takenBytes() {
    return body == null ? 0 : body.taken();
  }

  boolean isHead() {
    return http.method() == HttpMethod.HEAD;
  }

  /** Whether the connection can be used after a refusal: what is left to arrive is little. */
  boolean isSkippable() {
    return announcedBytes >= 0
        && announcedBytes <= SKIPPED_BYTES_MAX
        && !(hasBody() && expectation() != null)
        && RequestHead.connection(http) != Connection.CLOSE;
  }

  /** The request is answered although its body is still arriving. */
  void markAnswered() {
    answered = true;
  }

  boolean isAnswered() {
    return answered;
  }
}
