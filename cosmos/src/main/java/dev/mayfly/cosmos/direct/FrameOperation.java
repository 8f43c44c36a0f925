package dev.mayfly.cosmos.direct;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.HeaderNames;
import io.netty.util.AsciiString;

/** What a frame asks for, and how HTTP says the same. */
enum FrameOperation {
  CREATE(0x01, "POST", true, null),
  PATCH(0x02, "PATCH", false, null),
  READ(0x03, "GET", false, null),
  READ_FEED(0x04, "GET", true, null),
  DELETE(0x05, "DELETE", false, null),
  REPLACE(0x06, "PUT", false, null),
  EXECUTE(0x08, "POST", false, null),
  SQL_QUERY(0x09, "POST", true, HeaderNames.IS_QUERY),
  QUERY(0x0F, "POST", true, HeaderNames.IS_QUERY),
  HEAD(0x11, "HEAD", false, null),
  HEAD_FEED(0x12, "HEAD", true, null),
  UPSERT(0x13, "POST", true, HeaderNames.IS_UPSERT),
  BATCH(0x25, "POST", true, HeaderNames.IS_BATCH);

  private static final FrameOperation[] BY_CODE = new FrameOperation[0x26];

  static {
    for (FrameOperation operation : values()) {
      BY_CODE[operation.code] = operation;
    }
  }

  private final int code;
  private final String method;
  private final boolean onFeed;
  private final AsciiString flag;

  FrameOperation(int code, String method, boolean onFeed, AsciiString flag) {
    this.code = code;
    this.method = requireNonNull(method, "method");
    this.onFeed = onFeed;
    this.flag = flag;
  }

  /** The operation with that number, or null. */
  static FrameOperation of(int code) {
    return code < BY_CODE.length ? BY_CODE[code] : null;
  }

  String method() {
    return method;
  }

  /** Whether it names the parent of resources, not one of them. */
  boolean isOnFeed() {
    return onFeed;
  }

  /** The header that says so where HTTP's verb does not; null if the verb is enough. */
  AsciiString flag() {
    return flag;
  }

  boolean isHead() {
    return this == HEAD || this == HEAD_FEED;
  }

  /** Whether an etag means that the client has that version and wants another. */
  boolean isRead() {
    return this == READ || this == READ_FEED;
  }
}
