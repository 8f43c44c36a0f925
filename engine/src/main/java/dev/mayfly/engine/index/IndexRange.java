package dev.mayfly.engine.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.ByteSink;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.List;
import org.bson.BsonValue;

/**
 * Keys of an index: those with certain values of its first parts, and with a value of the next part
 * within bounds. Bounds are meant in the order of values, also where the part is descending, and
 * compare values of all types; to get numbers only, give a bound that ends them.
 *
 * @param equal the values of the first parts; none for the whole index
 * @param lower null for none
 * @param upper null for none
 */
public record IndexRange(List<BsonValue> equal, Bound lower, Bound upper) {
  public static final IndexRange ALL = new IndexRange(List.of(), null, null);

  /** Where values begin or end. */
  public record Bound(BsonValue value, boolean inclusive) {
    public Bound {
      requireNonNull(value, "value");
    }
  }

  public IndexRange {
    equal = List.copyOf(equal);
  }

  public static IndexRange equalTo(BsonValue... values) {
    return new IndexRange(List.of(values), null, null);
  }

  /** From one value of the first part to another, both included; null for no bound. */
  public static IndexRange between(BsonValue lower, BsonValue upper) {
    return new IndexRange(
        List.of(),
        lower == null ? null : new Bound(lower, true),
        upper == null ? null : new Bound(upper, true));
  }

  /** These keys as bytes; the prefix stands before all keys of the index. */
  public KeyRange in(PathIndex index, byte[] prefix) {
    boolean bounded = lower != null || upper != null;
    if (equal.size() + (bounded ? 1 : 0) > index.parts().size()) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The index '" + index.name() + "' has only " + index.parts().size() + " paths.");
    }
    ByteSink sink = new ByteSink();
    for (int i = 0; i < equal.size(); i++) {
      KeyBytes.append(sink, equal.get(i), index.parts().get(i).descending());
    }
    byte[] values = sink.toByteArray();
    if (equal.size() == index.parts().size()) {
      byte[] key = Bytes.concat(prefix, KeyBytes.bounded(values));
      return new KeyRange(prefix.length, key, Bytes.after(key), true);
    }
    byte[] start = Bytes.concat(prefix, values);
    if (!bounded) {
      return new KeyRange(prefix.length, start, Bytes.after(start), false);
    }
    boolean descending = index.parts().get(equal.size()).descending();
    byte[] from = from(start, descending ? upper : lower, descending);
    byte[] to = to(start, descending ? lower : upper, descending);
    return new KeyRange(prefix.length, from, to, false);
  }

  private static byte[] from(byte[] start, Bound bound, boolean descending) {
    if (bound == null) {
      return start;
    }
    byte[] at = at(start, bound, descending);
    return bound.inclusive() ? at : Bytes.after(at);
  }

  private static byte[] to(byte[] start, Bound bound, boolean descending) {
    if (bound == null) {
      return Bytes.after(start);
    }
    byte[] at = at(start, bound, descending);
    return bound.inclusive() ? Bytes.after(at) : at;
  }

  private static byte[] at(byte[] start, Bound bound, boolean descending) {
    ByteSink sink = new ByteSink();
    sink.putBytes(start);
    KeyBytes.append(sink, bound.value(), descending);
    return sink.toByteArray();
  }
}
