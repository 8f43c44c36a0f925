package dev.mayfly.cosmos.http;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;

/** A response under construction. Headers common to all responses are added on sending. */
public final class Response {
  private static final byte[] NOTHING = {};

  /** Names are constants, so only values are checked. */
  private static final HttpHeadersFactory HEADERS =
      DefaultHttpHeadersFactory.headersFactory().withNameValidation(false);

  private final int status;
  private final HttpHeaders headers = HEADERS.newHeaders();
  private byte[] body = NOTHING;
  private long chargeCentiRu;

  private Response(int status) {
    this.status = status;
  }

  public static Response of(int status) {
    return new Response(status);
  }

  /** An answer with a JSON text. */
  public static Response json(int status, byte[] json) {
    Response response = new Response(status);
    response.body = json;
    return response;
  }

  /** An answer with bytes that are no text. */
  public static Response binary(int status, byte[] bytes) {
    return json(status, bytes)
        .header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_OCTET_STREAM);
  }

  public Response header(CharSequence name, Object value) {
    headers.set(name, value);
    return this;
  }

  /** The request charge; zero unless set. */
  public Response charge(long centiRu) {
    chargeCentiRu = centiRu;
    return this;
  }

  public int status() {
    return status;
  }

  public HttpHeaders headers() {
    return headers;
  }

  /** JSON unless a header says otherwise, or empty. */
  public byte[] body() {
    return body;
  }

  public long chargeCentiRu() {
    return chargeCentiRu;
  }
}
