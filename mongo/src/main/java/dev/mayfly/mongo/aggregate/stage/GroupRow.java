package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.LittleEndianSink;
import dev.mayfly.mongo.bson.ReusedSink;
import dev.mayfly.query.spill.RowCodec;
import java.nio.ByteBuffer;
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
 */
record GroupRow(
    BsonValue key, BsonValue[] arguments, BsonArray states, Consumer<LittleEndianSink> bytes) {
  private static final String KEY = "k";
  private static final String STATES = "s";

  static GroupRow of(BsonValue key, BsonValue[] arguments) {
    return new GroupRow(key, arguments, null, null);
  }

  static GroupRow ofStates(BsonValue key, BsonArray states) {
    return new GroupRow(key, null, states, null);
  }

  /** A row that is written and not read. */
  static GroupRow ofBytes(BsonValue key, Consumer<LittleEndianSink> bytes) {
    return new GroupRow(key, null, null, bytes);
  }

  boolean isState() {
    return states != null;
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
      LittleEndianSink sink = sinks.empty();
      sink.putInt(0);
      BsonBytes.writeElement(KEY, row.key(), sink);
      if (row.isState()) {
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
      LazyDocument document = new LazyDocument(bytes);
      BsonValue key = document.get(KEY);
      BsonValue states = document.get(STATES);
      if (states != null) {
        return ofStates(key, states.asArray());
      }
      BsonValue[] arguments = new BsonValue[accumulators];
      for (int i = 0; i < accumulators; i++) {
        arguments[i] = document.get(Integer.toString(i));
      }
      return of(key, arguments);
    }
  }
}
