package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.accumulator.Accumulator;
import dev.mayfly.mongo.accumulator.StoredValues;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.LittleEndianSink;
import dev.mayfly.mongo.bson.ReusedSink;
import dev.mayfly.query.spill.RowCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonValue;

/**
 * What is kept of a group on disk: a document that belongs to it, by the arguments that the
 * accumulators get of it, or how far they have come.
 *
 * @param key of the group
 * @param arguments null for a missing one; null instead of all of them for states or bytes
 * @param states null for a document
 * @param bytes writes the arguments as they are stored; null if they are values
 * @param stored the row that was read; null for one that is only written
 */
record GroupRow(
    BsonValue key,
    BsonValue[] arguments,
    BsonArray states,
    Consumer<LittleEndianSink> bytes,
    RawValue stored) {
  private static final String KEY = "k";
  private static final String STATES = "s";

  static GroupRow of(BsonValue key, BsonValue[] arguments) {
    return new GroupRow(key, arguments, null, null, null);
  }

  static GroupRow ofStates(BsonValue key, BsonArray states) {
    return new GroupRow(key, null, states, null, null);
  }

  /** A row that is written and not read. */
  static GroupRow ofBytes(BsonValue key, Consumer<LittleEndianSink> bytes) {
    return new GroupRow(key, null, null, bytes, null);
  }

  /** Adds a row that was read to the accumulators of its group. */
  void addTo(Accumulator[] accumulators, List<AccumulationStatement> accumulations) {
    RawValue[] values = new RawValue[accumulators.length];
    for (RawCursor cursor = stored.elements(); cursor.next(); ) {
      String name = cursor.name();
      if (name.equals(STATES)) {
        restore(accumulators, cursor.value());
        return;
      }
      if (!name.equals(KEY)) {
        values[Integer.parseInt(name)] = cursor.value();
      }
    }
    for (int i = 0; i < accumulators.length; i++) {
      BsonValue constant = accumulations.get(i).argument().constant();
      if (constant != null || values[i] == null) {
        accumulators[i].add(constant);
      } else if (accumulators[i] instanceof StoredValues target) {
        target.addStored(
            values[i].type(), values[i].bytes(), values[i].offset(), values[i].length());
      } else {
        accumulators[i].add(LazyDocument.valueOf(values[i]));
      }
    }
  }

  private static void restore(Accumulator[] accumulators, RawValue states) {
    int next = 0;
    for (RawCursor cursor = states.elements(); cursor.next(); next++) {
      if (accumulators[next] instanceof StoredValues target) {
        target.restoreStored(cursor.value());
      } else {
        accumulators[next].restore(LazyDocument.valueOf(cursor));
      }
    }
  }

  /** The bytes of rows. */
  static final class Codec implements RowCodec<GroupRow> {
    private final int accumulators;
    private final ReusedSink sinks = new ReusedSink();

    /**
     * @param accumulators how many there are
     */
    Codec(int accumulators) {
      this.accumulators = accumulators;
    }

    @Override
    public ByteBuffer encode(GroupRow row) {
      if (row.stored() != null) {
        RawValue same = row.stored();
        return ByteBuffer.wrap(same.bytes(), same.offset(), same.length());
      }
      LittleEndianSink sink = sinks.empty();
      sink.putInt(0);
      BsonBytes.writeElement(KEY, row.key(), sink);
      if (row.states() != null) {
        BsonBytes.writeElement(STATES, row.states(), sink);
      } else if (row.bytes() != null) {
        row.bytes().accept(sink);
      } else {
        for (int i = 0; i < accumulators; i++) {
          if (row.arguments()[i] != null) {
            BsonBytes.writeElement(Integer.toString(i), row.arguments()[i], sink);
          }
        }
      }
      sink.putByte(0);
      sink.setInt(0, sink.length());
      return sink.toBuffer();
    }

    @Override
    public GroupRow decode(byte[] bytes) {
      LazyDocument row = new LazyDocument(bytes);
      return new GroupRow(row.get(KEY), null, null, null, row.raw());
    }
  }
}
