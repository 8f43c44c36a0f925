package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.format.ItemRow;

/** A version of an item, as a reader saw it. */
public final class Item {
  private final ItemRow row;
  private final byte[] suffix;
  private final long incarnation;
  private final long remainingSeconds;

  public Item(ItemRow row, byte[] suffix, long incarnation, long remainingSeconds) {
    this.row = requireNonNull(row, "row");
    this.suffix = requireNonNull(suffix, "suffix");
    this.incarnation = incarnation;
    this.remainingSeconds = remainingSeconds;
  }

  /** The body as BSON; a copy. */
  public byte[] body() {
    return row.body();
  }

  /** The body where it lies, without a copy; it must not be changed. */
  public RawValue document() {
    return RawBson.documentAt(row.array(), row.bodyOffset(), bodyLength());
  }

  /** How many bytes {@link #body} has. */
  public int bodyLength() {
    return row.bodyLength();
  }

  /** Copies the body to the beginning of an array of the caller. */
  public void copyBody(byte[] target) {
    System.arraycopy(row.array(), row.bodyOffset(), target, 0, bodyLength());
  }

  public Etag etag() {
    return new Etag(incarnation, row.lsn());
  }

  /** {@code _ts}: the second from which a ttl counts. */
  public long tsSecond() {
    return row.baseSecond();
  }

  public long lsn() {
    return row.lsn();
  }

  /** Stays the same for as long as the item lives; a new one after re-creation. */
  public long rid() {
    return row.rid();
  }

  public int sizeBytes() {
    return row.sizeBytes();
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
