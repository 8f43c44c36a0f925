package dev.mayfly.mongo.accumulator;

import dev.mayfly.engine.bson.RawValue;

/** An accumulator that takes values as they are stored, without decoding them. */
public interface StoredValues {
  /** As {@link Accumulator#add}, of a value that is there; its bytes are copied. */
  void addStored(byte type, byte[] bytes, int offset, int length);

  /** As {@link Accumulator#restore}, of a state as it was written; its bytes are copied. */
  void restoreStored(RawValue state);
}
