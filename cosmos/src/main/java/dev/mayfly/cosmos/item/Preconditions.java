package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.engine.item.Etag;
import io.netty.handler.codec.http.HttpHeaderNames;

/**
 * What must hold of an item for an operation to be done.
 *
 * @param ifMatch the etag that it must have, a star for any, or null
 * @param ifNoneMatch the etags that it must not have, a star for any, or null
 */
record Preconditions(String ifMatch, String ifNoneMatch) {
  static final Preconditions NONE = new Preconditions(null, null);

  static Preconditions of(Request request) {
    return of(
        request.header(HttpHeaderNames.IF_MATCH), request.header(HttpHeaderNames.IF_NONE_MATCH));
  }

  static Preconditions of(String ifMatch, String ifNoneMatch) {
    return ifMatch == null && ifNoneMatch == null ? NONE : new Preconditions(ifMatch, ifNoneMatch);
  }

  /** The etag to compare with, or null if any will do. */
  Etag etag() {
    return ifMatch == null || mustExist() ? null : EtagText.parse(ifMatch);
  }

  /** Whether any version will do, but one must be there. */
  boolean mustExist() {
    return EtagText.ANY.equals(ifMatch);
  }

  boolean mustNotExist() {
    return EtagText.ANY.equals(ifNoneMatch);
  }

  /** Whether a reader has that version already. */
  boolean isKnown(Etag etag) {
    return ifNoneMatch != null && EtagText.isNamed(ifNoneMatch, EtagText.of(etag));
  }
}
