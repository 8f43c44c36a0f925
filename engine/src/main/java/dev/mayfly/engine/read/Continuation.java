package dev.mayfly.engine.read;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.Arrays;

/**
 * Where a read resumes: opaque bytes for the caller, valid across restarts, refused by any other
 * container and after a restore.
 *
 * @param kind what it continues
 * @param incarnation of the store
 * @param container number
 * @param place where to resume, exclusive
 */
public record Continuation(Kind kind, long incarnation, int container, byte[] place) {
  private static final byte VERSION = 1;
  private static final int PLACE = 14;

  /** What is being read. */
  public enum Kind {
    SCAN,
    FEED,
    LOG,
    EVENTS,
    INDEX
  }

  public byte[] encode() {
    byte[] bytes = new byte[PLACE + place.length];
    bytes[0] = VERSION;
    bytes[1] = (byte) kind.ordinal();
    Bytes.putLong(bytes, 2, incarnation);
    Bytes.putInt(bytes, 10, container);
    System.arraycopy(place, 0, bytes, PLACE, place.length);
    return bytes;
  }

  /** Takes bytes apart that {@link #encode} made for the same reading. */
  public static Continuation decode(byte[] bytes, Kind kind, long incarnation, int container) {
    if (bytes.length < PLACE || bytes[0] != VERSION || bytes[1] != kind.ordinal()) {
      throw bad("The continuation is damaged or belongs to another kind of reading.");
    }
    if (Bytes.getLong(bytes, 2) != incarnation) {
      throw bad("The continuation is from before a restore: start again from the beginning.");
    }
    if (Bytes.getInt(bytes, 10) != container) {
      throw bad("The continuation belongs to another container.");
    }
    return new Continuation(kind, incarnation, container, Bytes.tail(bytes, PLACE));
  }

  /** A number within the place. */
  public long number(int index) {
    if (place.length < (index + 1) * 8) {
      throw bad("The continuation is damaged.");
    }
    return Bytes.getLong(place, index * 8);
  }

  private static EngineException bad(String message) {
    return new EngineException(ErrorCode.BAD_CONTINUATION, message);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Continuation that && Arrays.equals(encode(), that.encode());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encode());
  }
}
