package dev.mayfly.mongo.accumulator;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.EncodedArray;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LittleEndianSink;
import org.bson.BsonArray;
import org.bson.BsonValue;

/**
 * {@code $push}: all values that are not missing, in input order. If the first one comes as it is
 * stored, all are kept as the bytes of an array: many groups of texts are then few objects for the
 * collector. Otherwise they are kept as they are, since windows share them.
 */
final class PushAccumulator implements Accumulator, StoredValues {
  private static final int INITIAL_BYTES = 64;
  private static final int SINK_BYTES = 64;

  private final MemoryUse memory;

  /** Null while nothing was added, and if values are kept as bytes. */
  private BsonArray values;

  /** The elements behind the length of the array; null if values are kept as they are. */
  private LittleEndianSink elements;

  private int size;
  private long chargedBytes;

  PushAccumulator(MemoryUse memory) {
    this.memory = memory;
  }

  @Override
  public void add(BsonValue value) {
    if (value == null) {
      return;
    }
    if (elements != null) {
      BsonBytes.writeElement(Integer.toString(size++), value, elements);
      charge();
      return;
    }
    if (values == null) {
      values = new BsonArray();
    }
    values.add(memory.keep(value, HeapSize.ELEMENT));
  }

  @Override
  public void addStored(byte type, byte[] bytes, int offset, int length) {
    if (elements == null) {
      encode();
    }
    elements.putByte(type);
    elements.putCString(Integer.toString(size++));
    elements.putBytes(bytes, offset, length);
    charge();
  }

  /** From now on values are kept as bytes. */
  private void encode() {
    elements = new LittleEndianSink(INITIAL_BYTES);
    elements.putInt(0);
    if (values != null) {
      BsonArray before = values;
      values = null;
      before.forEach(each -> memory.forget(each, HeapSize.ELEMENT));
      before.forEach(this::add);
    }
  }

  private void charge() {
    long held = SINK_BYTES + (long) elements.array().length;
    if (held != chargedBytes) {
      memory.add(held - chargedBytes);
      chargedBytes = held;
    }
  }

  @Override
  public BsonValue result() {
    if (elements == null) {
      return values == null ? new BsonArray() : values;
    }
    int end = elements.length();
    elements.putByte(0);
    elements.setInt(0, elements.length());
    byte[] array = elements.toByteArray();
    elements.truncate(end);
    return new EncodedArray(array, size);
  }

  @Override
  public BsonValue state() {
    return result();
  }

  @Override
  public void restore(BsonValue state) {
    state.asArray().forEach(this::add);
  }

  @Override
  public void restoreStored(RawValue state) {
    encode();
    for (RawCursor cursor = state.elements(); cursor.next(); ) {
      size++;
    }
    // Without the length before the elements and the end behind them.
    elements.putBytes(
        state.bytes(), state.offset() + Integer.BYTES, state.length() - Integer.BYTES - 1);
    charge();
  }
}
