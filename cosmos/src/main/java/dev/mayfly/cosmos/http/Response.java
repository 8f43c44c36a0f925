package dev.mayfly.cosmos.http;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;

/** An answer in the making. What every answer carries is added when it is sent. */
public final class Response {
  private static final byte[] NOTHING = {};

  private final int status;
  private final HttpHeaders headers = DefaultHttpHeadersFactory.headersFactory().newHeaders();
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

  public Response header(CharSequence name, Object value) {
    headers.set(name, value);
    return this;
  }

  /** What the request cost; unless told, nothing. */
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

  /** JSON, or empty. */
  public byte[] body() {
    return body;
  }

  public long chargeCentiRu() {
    return chargeCentiRu;
  }
}
