package dev.mayfly.mongo.retry;

import dev.mayfly.mongo.bson.BsonCopies;
import dev.mayfly.mongo.bson.BsonSize;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** The executed statements of a retryable write and their results. */
final class ExecutedStatements {
  private static final int UPSERTED_OVERHEAD_BYTES = 64;

  /** Larger buffers are not reused. */
  private static final int KEPT_BITS = 1024;

  private BitSet done = new BitSet();
  private BitSet matched = new BitSet();
  private BitSet modified = new BitSet();
  private final Map<Integer, BsonValue> upserted = new HashMap<>(2);
  private long upsertedBytes;

  void clear() {
    if (done.size() > KEPT_BITS) {
      done = new BitSet();
      matched = new BitSet();
      modified = new BitSet();
    } else {
      done.clear();
      matched.clear();
      modified.clear();
    }
    upserted.clear();
    upsertedBytes = 0;
  }

  void add(int id, boolean isMatched, boolean isModified) {
    done.set(id);
    matched.set(id, isMatched);
    modified.set(id, isModified);
  }

  void upserted(int id, BsonValue madeId) {
    done.set(id);
    upserted.put(id, BsonCopies.of(madeId));
    upsertedBytes += BsonSize.of(madeId) + UPSERTED_OVERHEAD_BYTES;
  }

  boolean isDone(int id) {
    return done.get(id);
  }

  boolean isMatched(int id) {
    return matched.get(id);
  }

  boolean isModified(int id) {
    return modified.get(id);
  }

  /** The upserted id of a statement; null if none. */
  BsonValue upserted(int id) {
    return upserted.get(id);
  }

  /** The serialized state without upserted ids. */
  byte[] bits() {
    byte[][] all = {done.toByteArray(), matched.toByteArray(), modified.toByteArray()};
    int length = all[0].length + all[1].length + all[2].length;
    ByteBuffer bits = ByteBuffer.allocate(2 * Integer.BYTES + length);
    bits.putInt(all[0].length).putInt(all[1].length);
    return bits.put(all[0]).put(all[1]).put(all[2]).array();
  }

  /** Restores {@link #bits}. */
  void setBits(byte[] bits) {
    ByteBuffer in = ByteBuffer.wrap(bits);
    int doneBytes = in.getInt();
    int matchedBytes = in.getInt();
    done = BitSet.valueOf(in.slice(in.position(), doneBytes));
    matched = BitSet.valueOf(in.slice(in.position() + doneBytes, matchedBytes));
    modified = BitSet.valueOf(in.position(in.position() + doneBytes + matchedBytes));
  }

  /** The upserted ids with their statements. */
  BsonArray upsertedIds() {
    BsonArray ids = new BsonArray();
    upserted.forEach(
        (id, made) -> ids.add(new BsonDocument("id", new BsonInt32(id)).append("made", made)));
    return ids;
  }

  /** Adds the statements of another record. */
  void addAll(ExecutedStatements other) {
    done.or(other.done);
    matched.or(other.matched);
    modified.or(other.modified);
    other.upserted.forEach(this::upserted);
  }

  long bytes() {
    return (done.size() + matched.size() + modified.size()) / Byte.SIZE + upsertedBytes;
  }
}
