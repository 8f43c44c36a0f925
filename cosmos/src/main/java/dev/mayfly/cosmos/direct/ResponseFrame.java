package dev.mayfly.cosmos.direct;

import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Writes answers as frames. Clients decode a token by the type that they know it by, whatever type
 * is sent with it, so each is written with exactly that one.
 */
final class ResponseFrame {
  private static final int BYTE = 0x00;
  private static final int UNSIGNED_INT = 0x02;
  private static final int LONG = 0x05;
  private static final int SMALL_STRING = 0x07;
  private static final int STRING = 0x08;
  private static final int DOUBLE = 0x0E;

  private static final int PAYLOAD_PRESENT = 0x0000;
  private static final int LSN = 0x0013;
  private static final int REQUEST_CHARGE = 0x0015;
  private static final int QUORUM_ACKED_LSN = 0x001A;
  private static final int SUB_STATUS = 0x001C;
  private static final int WRITE_QUORUM = 0x001E;
  private static final int REPLICA_SET_SIZE = 0x001F;
  private static final int RANGE_ID = 0x0021;
  private static final int GLOBAL_COMMITTED_LSN = 0x0029;
  private static final int READ_REGIONS = 0x0030;
  private static final int ITEM_LSN = 0x0032;
  private static final int TRANSPORT_ID = 0x0035;
  private static final int LOCAL_LSN = 0x003A;
  private static final int QUORUM_ACKED_LOCAL_LSN = 0x003B;
  private static final int ITEM_LOCAL_LSN = 0x003C;
  private static final int SESSION_TOKEN = 0x003E;

  /** Texts that are sent as they stand in the header. */
  private static final Map<CharSequence, Integer> TEXTS = new HashMap<>();

  /** Numbers of four bytes. */
  private static final Map<CharSequence, Integer> NUMBERS = new HashMap<>();

  static {
    TEXTS.put(HeaderNames.CONTINUATION, 0x0003);
    TEXTS.put(HttpHeaderNames.ETAG, 0x0004);
    TEXTS.put(HeaderNames.RESOURCE_QUOTA, 0x000E);
    TEXTS.put(HeaderNames.RESOURCE_USAGE, 0x000F);
    TEXTS.put(HeaderNames.ALT_CONTENT_PATH, 0x0017);
    TEXTS.put(HeaderNames.CONTENT_PATH, 0x0018);
    TEXTS.put(HeaderNames.SCRIPT_LOG, 0x0025);
    TEXTS.put(HeaderNames.QUERY_METRICS, 0x0028);
    TEXTS.put(HeaderNames.INDEX_UTILIZATION, 0x0044);
    NUMBERS.put(HeaderNames.RETRY_AFTER_MS, 0x000C);
    NUMBERS.put(HeaderNames.ITEM_COUNT, 0x0014);
    NUMBERS.put(HeaderNames.INDEX_PROGRESS, 0x001D);
  }

  /** A container that was never written has an LSN too: clients do not accept 0. */
  private static final long FIRST_LSN = 1;

  /** As many as there are addresses of a range. */
  private static final int REPLICAS = 2;

  private static final int HEAD_BYTES = 512;
  private static final int TEXT_BYTES_MAX = 0xFFFF;

  /** Longer bodies are not copied to stand behind their head. */
  private static final int COPIED_BYTES_MAX = 16 << 10;

  private ResponseFrame() {}

  /** The answer to the frame that opens a connection. */
  static ByteBuf context(ByteBufAllocator allocator, RequestFrame frame) {
    ByteBuf out = start(allocator, frame, 200, 0);
    number(out, 0x0000, DirectPort.PROTOCOL_VERSION);
    smallText(out, 0x0001, DirectPort.CLIENT_VERSION);
    smallText(out, 0x0002, "Mayfly");
    smallText(out, 0x0003, "1.0.0");
    number(out, 0x0004, (int) DirectPort.IDLE_TIME.toSeconds());
    number(out, 0x0005, (int) DirectPort.UNAUTHENTICATED_TIME.toSeconds());
    return out.setIntLE(0, out.writerIndex());
  }

  static ByteBuf encode(ByteBufAllocator allocator, RequestFrame frame, Response response) {
    byte[] body = response.body();
    boolean payload = hasPayload(frame, response);
    boolean copied = payload && body.length <= COPIED_BYTES_MAX;
    int subStatus = subStatus(response);
    boolean stale = isStale(frame, response.status(), subStatus);
    ByteBuf out =
        start(allocator, frame, stale ? 410 : response.status(), copied ? body.length : 0);
    token(out, PAYLOAD_PRESENT, BYTE).writeByte(payload ? 1 : 0);
    number(out, TRANSPORT_ID, frame.transportId());
    token(out, REQUEST_CHARGE, DOUBLE)
        .writeLongLE(Double.doubleToRawLongBits(response.chargeCentiRu() / 100.0));
    if (stale || subStatus != 0) {
      number(out, SUB_STATUS, stale ? 1000 : subStatus);
    }
    headers(out, response);
    if (frame.sessionToken() != null && !response.headers().contains(HeaderNames.SESSION_TOKEN)) {
      // A refusal without a token would be taken for one of a replica that lags behind.
      session(out, frame.sessionToken());
    }
    number(out, WRITE_QUORUM, 1);
    number(out, REPLICA_SET_SIZE, REPLICAS);
    number(out, READ_REGIONS, 0);
    out.setIntLE(0, out.writerIndex());
    if (!payload) {
      return out;
    }
    out.writeIntLE(body.length);
    return copied
        ? out.writeBytes(body)
        : Unpooled.wrappedBuffer(out, Unpooled.wrappedBuffer(body));
  }

  /** The bytes of a body that is sent from where it is; 0 if it is copied or there is none. */
  static int largeBytes(RequestFrame frame, Response response) {
    int length = response.body().length;
    return length <= COPIED_BYTES_MAX || !hasPayload(frame, response) ? 0 : length;
  }

  private static boolean hasPayload(RequestFrame frame, Response response) {
    return response.body().length > 0
        && response.status() != 204
        && response.status() != 304
        && !frame.isHead();
  }

  private static int subStatus(Response response) {
    String text = response.headers().get(HeaderNames.SUB_STATUS);
    return text == null ? 0 : Integer.parseInt(text);
  }

  /**
   * Whether the container that the client means is gone, or its name is another's. Only this status
   * makes clients in direct mode read the container again.
   */
  private static boolean isStale(RequestFrame frame, int status, int subStatus) {
    return frame.namesContainerIdentity()
        && (status == 400 && subStatus == 1024 || status == 404 && subStatus == 1003);
  }

  private static ByteBuf start(
      ByteBufAllocator allocator, RequestFrame frame, int status, int more) {
    return allocator
        .buffer(HEAD_BYTES + more)
        .writeIntLE(0)
        .writeIntLE(status)
        .writeLongLE(frame.activityStart())
        .writeLongLE(frame.activityEnd());
  }

  private static void headers(ByteBuf out, Response response) {
    long lsn = FIRST_LSN;
    Iterator<Map.Entry<CharSequence, CharSequence>> headers =
        response.headers().iteratorCharSequence();
    while (headers.hasNext()) {
      Map.Entry<CharSequence, CharSequence> header = headers.next();
      CharSequence name = header.getKey();
      CharSequence value = header.getValue();
      Integer text = TEXTS.get(name);
      if (text != null) {
        text(out, text, value);
      } else if (name.equals(HeaderNames.LSN)) {
        lsn = Math.max(FIRST_LSN, number(value));
      } else if (name.equals(HeaderNames.ITEM_LSN)) {
        longNumber(out, ITEM_LSN, number(value));
        longNumber(out, ITEM_LOCAL_LSN, number(value));
      } else if (name.equals(HeaderNames.SESSION_TOKEN)) {
        session(out, value.toString());
      } else {
        Integer number = NUMBERS.get(name);
        if (number != null) {
          number(out, number, (int) number(value));
        }
      }
    }
    longNumber(out, LSN, lsn);
    longNumber(out, LOCAL_LSN, lsn);
    longNumber(out, QUORUM_ACKED_LSN, lsn);
    longNumber(out, QUORUM_ACKED_LOCAL_LSN, lsn);
    longNumber(out, GLOBAL_COMMITTED_LSN, lsn);
  }

  /** Clients put the range before the token themselves. */
  private static void session(ByteBuf out, String token) {
    int colon = token.indexOf(':');
    if (colon > 0 && token.indexOf(',') < 0) {
      text(out, RANGE_ID, token.substring(0, colon));
      text(out, SESSION_TOKEN, token.substring(colon + 1));
    }
  }

  private static long number(CharSequence text) {
    return Long.parseLong(text, 0, text.length(), 10);
  }

  private static ByteBuf token(ByteBuf out, int id, int type) {
    return out.writeShortLE(id).writeByte(type);
  }

  private static void number(ByteBuf out, int id, int value) {
    token(out, id, UNSIGNED_INT).writeIntLE(value);
  }

  private static void longNumber(ByteBuf out, int id, long value) {
    token(out, id, LONG).writeLongLE(value);
  }

  private static void smallText(ByteBuf out, int id, String text) {
    token(out, id, SMALL_STRING).writeByte(text.length());
    out.writeCharSequence(text, StandardCharsets.US_ASCII);
  }

  /** A text that is too long for a token is left out: only metrics can be. */
  private static void text(ByteBuf out, int id, CharSequence text) {
    int length = ByteBufUtil.utf8Bytes(text);
    if (length <= TEXT_BYTES_MAX) {
      token(out, id, STRING).writeShortLE(length);
      ByteBufUtil.writeUtf8(out, text);
    }
  }
}
