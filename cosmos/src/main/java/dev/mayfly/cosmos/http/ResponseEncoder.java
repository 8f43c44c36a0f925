package dev.mayfly.cosmos.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Writes answers as bytes, with the headers that every answer carries. */
final class ResponseEncoder {
  /** Go-ahead for a client that waits for it before it sends a body. */
  static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

  private static final byte[] SECURE = ascii("strict-transport-security: max-age=31536000\r\n");
  private static final byte[] CLOSE = ascii("connection: close\r\n");
  private static final byte[] KEEP_ALIVE = ascii("connection: keep-alive\r\n");
  private static final byte[] JSON = ascii("content-type: application/json\r\n");
  private static final byte[] LENGTH = ascii("content-length: ");
  private static final byte[] ACTIVITY_ID = line(HeaderNames.ACTIVITY_ID);
  private static final byte[] CHARGE = line(HeaderNames.REQUEST_CHARGE);
  private static final String CONSTANT =
      "\r\nx-ms-version: 2020-07-15\r\n"
          + "x-ms-serviceversion: version=2.14.0.0\r\n"
          + "x-ms-gatewayversion: version=2.14.0\r\n"
          + "x-ms-schemaversion: 1.18\r\n";

  private static final int STATUS_MAX = 600;
  private static final AtomicReferenceArray<byte[]> STATUS_LINES =
      new AtomicReferenceArray<>(STATUS_MAX);

  private static final int HEAD_BYTES = 1024;

  /** Longer bodies are not copied to stand behind their head. */
  private static final int COPIED_BYTES_MAX = 16 << 10;

  private ResponseEncoder() {}

  /** What is said about the connection. */
  enum Connection {
    USUAL,
    KEEP_ALIVE,
    CLOSE
  }

  static ByteBuf encode(
      ByteBufAllocator allocator,
      Response response,
      String activityId,
      boolean secure,
      Connection connection,
      boolean withoutBody) {
    int status = response.status();
    byte[] body = response.body();
    boolean bodyless = status == 204 || status == 304;
    int copied = withoutBody || bodyless || body.length > COPIED_BYTES_MAX ? 0 : body.length;
    ByteBuf out = allocator.buffer(HEAD_BYTES + copied);
    out.writeBytes(statusLine(status));
    out.writeBytes(DateHeader.line());
    if (secure) {
      out.writeBytes(SECURE);
    }
    if (connection != Connection.USUAL) {
      out.writeBytes(connection == Connection.CLOSE ? CLOSE : KEEP_ALIVE);
    }
    out.writeBytes(ACTIVITY_ID);
    text(out, activityId);
    end(out);
    out.writeBytes(CHARGE);
    charge(out, response.chargeCentiRu());
    end(out);
    headers(out, response);
    if (!bodyless) {
      if (body.length > 0 && !response.headers().contains(HttpHeaderNames.CONTENT_TYPE)) {
        out.writeBytes(JSON);
      }
      out.writeBytes(LENGTH);
      number(out, body.length);
      end(out);
    }
    end(out);
    if (bodyless || withoutBody) {
      return out;
    }
    return copied == body.length
        ? out.writeBytes(body)
        : Unpooled.wrappedBuffer(out, Unpooled.wrappedBuffer(body));
  }

  /** The bytes of a body that is sent from where it is; 0 if it is copied or there is none. */
  static int largeBytes(Response response, boolean withoutBody) {
    int length = response.body().length;
    return length <= COPIED_BYTES_MAX || withoutBody ? 0 : length;
  }

  private static void headers(ByteBuf out, Response response) {
    Iterator<Map.Entry<CharSequence, CharSequence>> headers =
        response.headers().iteratorCharSequence();
    while (headers.hasNext()) {
      Map.Entry<CharSequence, CharSequence> header = headers.next();
      text(out, header.getKey());
      out.writeByte(':').writeByte(' ');
      text(out, header.getValue());
      end(out);
    }
  }

  private static byte[] statusLine(int status) {
    byte[] line = STATUS_LINES.get(status);
    if (line == null) {
      line = ascii("HTTP/1.1 " + status + " " + reason(status) + CONSTANT);
      STATUS_LINES.set(status, line);
    }
    return line;
  }

  private static String reason(int status) {
    return status == 449 ? "Retry With" : HttpResponseStatus.valueOf(status).reasonPhrase();
  }

  private static void text(ByteBuf out, CharSequence text) {
    out.writeCharSequence(text, StandardCharsets.US_ASCII);
  }

  /** Request units with as many decimal places as are needed. */
  private static void charge(ByteBuf out, long centiRu) {
    number(out, centiRu / 100);
    int rest = (int) (centiRu % 100);
    if (rest != 0) {
      out.writeByte('.').writeByte('0' + rest / 10);
      if (rest % 10 != 0) {
        out.writeByte('0' + rest % 10);
      }
    }
  }

  private static void number(ByteBuf out, long number) {
    long divisor = 1;
    while (number / divisor >= 10) {
      divisor *= 10;
    }
    for (; divisor > 0; divisor /= 10) {
      out.writeByte('0' + (int) (number / divisor % 10));
    }
  }

  private static void end(ByteBuf out) {
    out.writeByte('\r').writeByte('\n');
  }

  private static byte[] line(AsciiString name) {
    return ascii(name + ": ");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
