package dev.mayfly.cosmos.direct;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import java.util.UUID;

/**
 * A request as it came in a frame, without its payload: what is asked for, and each token that
 * means something here as the header that says the same over HTTP. Tokens that are not known are
 * skipped, as headers are.
 */
final class RequestFrame {
  /** The length, resource type, operation and activity id at the start of every frame. */
  static final int FIXED_BYTES = 24;

  private static final long NO_LIMIT = 0xFFFF_FFFFL;
  private static final String TRUE = "true";

  // The values never are headers on a wire: there is nothing to be checked about them.
  private static final HttpHeadersFactory HEADERS =
      DefaultHttpHeadersFactory.headersFactory().withValidation(false);

  private final int resourceType;
  private final int operationCode;
  private final FrameOperation operation;
  private final long activityStart;
  private final long activityEnd;
  private final HttpHeaders headers = HEADERS.newHeaders();
  private final FramePath names = new FramePath();
  private int transportId;
  private boolean payloadPresent;
  private int payloadBytes;

  private RequestFrame(ByteBuf in) {
    in.skipBytes(4);
    resourceType = in.readUnsignedShortLE();
    operationCode = in.readUnsignedShortLE();
    operation = FrameOperation.of(operationCode);
    activityStart = in.readLongLE();
    activityEnd = in.readLongLE();
  }

  /**
   * Reads all of a frame but its payload.
   *
   * @param in these bytes and no others
   * @throws FrameException if they are not well-formed
   */
  static RequestFrame read(ByteBuf in) {
    RequestFrame frame = new RequestFrame(in);
    TokenReader tokens = new TokenReader(in);
    if (frame.isContext()) {
      frame.readContext(tokens);
    } else {
      if (frame.operation != null && frame.operation.flag() != null) {
        frame.headers.set(frame.operation.flag(), TRUE);
      }
      while (tokens.next()) {
        frame.accept(tokens);
      }
    }
    return frame;
  }

  private void readContext(TokenReader tokens) {
    boolean version = false;
    while (tokens.next()) {
      version |= tokens.id() == 0x0000 && tokens.number() == DirectPort.PROTOCOL_VERSION;
    }
    if (!version) {
      throw new FrameException("the protocol version is not " + DirectPort.PROTOCOL_VERSION);
    }
  }

  private void accept(TokenReader token) {
    switch (token.id()) {
      case 0x0000 -> names.setResourceId(token.bytes());
      case 0x0001 -> headers.set(HeaderNames.AUTHORIZATION, token.text());
      case 0x0002 -> payloadPresent = token.number() != 0;
      case 0x0003 -> headers.set(HeaderNames.DATE, token.text());
      case 0x0004 -> headers.set(HeaderNames.MAX_ITEM_COUNT, count(token.number()));
      case 0x0005 -> headers.set(HeaderNames.SESSION_TOKEN, token.text());
      case 0x0006 -> headers.set(HeaderNames.CONTINUATION, token.text());
      case 0x0008 ->
          headers.set(
              operation != null && operation.isRead()
                  ? HttpHeaderNames.IF_NONE_MATCH
                  : HttpHeaderNames.IF_MATCH,
              token.text());
      case 0x0009 -> headers.set(HeaderNames.PRE_TRIGGERS, token.text());
      case 0x000A -> headers.set(HeaderNames.POST_TRIGGERS, token.text());
      case 0x0014 -> headers.set(HeaderNames.EXPIRY_SECONDS, Long.toString(token.number()));
      case 0x0015 -> names.setDatabase(token.name());
      case 0x0016 -> names.setContainer(token.name());
      case 0x0017 -> names.setLeaf(ResourceType.ITEM, token.name());
      case 0x0019 -> names.setUser(token.name());
      case 0x001A -> names.setLeaf(ResourceType.PERMISSION, token.name());
      case 0x001B -> names.setLeaf(ResourceType.STORED_PROCEDURE, token.name());
      case 0x001C -> names.setLeaf(ResourceType.FUNCTION, token.name());
      case 0x001D -> names.setLeaf(ResourceType.TRIGGER, token.name());
      case 0x0020 -> names.setLeaf(ResourceType.CONFLICT, token.name());
      case 0x002B -> headers.set(HeaderNames.PARTITION_KEY, token.text());
      case 0x002C -> headers.set(HeaderNames.PARTITION_KEY_RANGE_ID, token.text());
      case 0x0035, 0x009D -> headers.set(HeaderNames.INTENDED_RID, token.text());
      case 0x0036 -> names.setLeaf(ResourceType.PARTITION_KEY_RANGE, token.name());
      case 0x003E -> flag(HeaderNames.SCRIPT_LOGGING, token);
      case 0x003F -> headers.set(HeaderNames.A_IM, token.text());
      case 0x0040 -> flag(HeaderNames.POPULATE_QUOTA, token);
      case 0x0042 -> flag(HeaderNames.POPULATE_QUERY_METRICS, token);
      case 0x0047 -> headers.set(HttpHeaderNames.IF_MODIFIED_SINCE, token.text());
      case 0x004D -> transportId = (int) token.number();
      case 0x0062 -> headers.set(HeaderNames.START_EPK, token.text());
      case 0x0063 -> headers.set(HeaderNames.END_EPK, token.text());
      case 0x0073 -> flag(HeaderNames.BATCH_ATOMIC, token);
      case 0x0074 -> flag(HeaderNames.BATCH_CONTINUE, token);
      case 0x0082 -> {
        if (token.number() != 0) {
          headers.set(HeaderNames.PREFER, "return=minimal");
        }
      }
      case 0x00A9 -> flag(HeaderNames.POPULATE_INDEX_METRICS, token);
      default -> {
        // It changes nothing here.
      }
    }
  }

  private static String count(long number) {
    return number == NO_LIMIT ? "-1" : Long.toString(number);
  }

  private void flag(CharSequence header, TokenReader token) {
    if (token.number() != 0) {
      headers.set(header, TRUE);
    }
  }

  /** Whether it opens a connection; such a frame has no payload. */
  boolean isContext() {
    return resourceType == 0 && operationCode == 0;
  }

  /** Whether only the tokens of an answer are wanted. */
  boolean isHead() {
    return operation != null && operation.isHead();
  }

  /** Whether the client says which container it takes the name for. */
  boolean namesContainerIdentity() {
    return headers.contains(HeaderNames.INTENDED_RID);
  }

  /** What the client has seen already, by range; null if it does not say. */
  String sessionToken() {
    return headers.get(HeaderNames.SESSION_TOKEN);
  }

  boolean hasPayload() {
    return payloadPresent;
  }

  void setPayloadBytes(int bytes) {
    payloadBytes = bytes;
  }

  int payloadBytes() {
    return payloadBytes;
  }

  /** What the client correlates its responses by. */
  int transportId() {
    return transportId;
  }

  /** The first half of the activity id, as it stands in frames. */
  long activityStart() {
    return activityStart;
  }

  /** The second half of the activity id, as it stands in frames. */
  long activityEnd() {
    return activityEnd;
  }

  /** What it names. */
  ResourcePath path() {
    if (operation == null) {
      throw CosmosException.badRequest(
          "Operations of type " + operationCode + " are not served in direct mode.");
    }
    return names.path(resourceType, operation);
  }

  /** The same request as HTTP brings it, without its body. */
  Request request(ResourcePath path) {
    return new Request(
        operation.method(),
        path.text(),
        "",
        "https",
        "direct",
        headers,
        Request.NO_BODY,
        activityId());
  }

  /** A stand-in for a request that names nothing. */
  Request unknown() {
    String method = operation == null ? "POST" : operation.method();
    return new Request(method, "/", "", "https", "direct", headers, Request.NO_BODY, activityId());
  }

  /** The id as text; its first three parts are little-endian in frames. */
  private String activityId() {
    long high = activityStart << 32 | (activityStart >>> 32 & 0xFFFF) << 16 | activityStart >>> 48;
    return new UUID(high, Long.reverseBytes(activityEnd)).toString();
  }
}
