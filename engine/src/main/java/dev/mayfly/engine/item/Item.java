package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.format.ItemHeader;

/** A version of an item, as a reader saw it. */
public final class Item {
  private final ItemHeader header;
  private final byte[] suffix;
  private final long incarnation;
  private final long remainingSeconds;

  Item(ItemHeader header, byte[] suffix, long incarnation, long remainingSeconds) {
    this.header = requireNonNull(header, "header");
    this.suffix = requireNonNull(suffix, "suffix");
    this.incarnation = incarnation;
    this.remainingSeconds = remainingSeconds;
  }

  /** The body as BSON; a copy. */
  public byte[] body() {
    return header.body();
  }

  /** The body where it lies, without a copy; it must not be changed. */
  public RawValue document() {
    return RawBson.documentAt(header.array(), header.bodyOffset(), bodyLength());
  }

  /** How many bytes {@link #body} has. */
  public int bodyLength() {
    return header.bodyLength();
  }

  /** Puts the body at the beginning of an array that the caller goes on filling. */
  public void copyBody(byte[] target) {
    System.arraycopy(header.array(), header.bodyOffset(), target, 0, bodyLength());
  }

  public Etag etag() {
    return new Etag(incarnation, header.lsn());
  }

  /** {@code _ts}: the second from which a ttl counts. */
  public long tsSecond() {
    return header.baseSecond();
  }

  public long lsn() {
    return header.lsn();
  }

  /** Stays the same for as long as the item lives; a new one after re-creation. */
  public long rid() {
    return header.rid();
  }

  public int sizeBytes() {
    return header.sizeBytes();
  }

  /** Seconds left to live as of the read (G3); {@link Long#MAX_VALUE} if it does not expire. */
  public long remainingSeconds() {
    return remainingSeconds;
  }

  /** The item's key within its container, as bytes: equal if and only if the items are the same. */
  public byte[] address() {
    return suffix.clone();
  }
}
