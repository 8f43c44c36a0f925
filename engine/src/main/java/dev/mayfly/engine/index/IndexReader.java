package dev.mayfly.engine.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.ByteSink;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Finds the keys that bodies have in an index. Thread safe. */
public final class IndexReader {
  /** More keys of one item in one index are refused. */
  public static final int KEYS_MAX = 100_000;

  /** With more keys than this an item is found at MinKey, where an index may not refuse it. */
  public static final int MEMBERS_MAX = 1_000;

  /** Longer values are not named in errors. */
  private static final int SHOWN_BYTES_MAX = 16 << 10;

  private static final byte[] MIN_KEY = KeyEncoder.encode(new BsonMinKey());

  private final PathIndex index;
  private final Predicate<byte[]> filter;
  private final KeyFunction.Source function;

  /**
   * @param filter which bodies have keys at all
   * @throws EngineException NOT_SUPPORTED if the keys are computed by a function that is not there
   */
  public IndexReader(PathIndex index, Predicate<byte[]> filter) {
    this.index = requireNonNull(index, "index");
    this.filter = requireNonNull(filter, "filter");
    this.function = index.function() == null ? null : KeyFunctions.of(index);
  }

  public PathIndex index() {
    return index;
  }

  /**
   * The keys of a body as they stand in rows.
   *
   * @throws EngineException PARALLEL_ARRAYS if two paths lead into different arrays, TOO_LARGE if
   *     there are too many keys, and what the key function refuses
   */
  public IndexKeys read(byte[] body) {
    if (!filter.test(body)) {
      return IndexKeys.NONE;
    }
    Collector collector = new Collector();
    if (function != null) {
      function.read(body, parts -> collector.add(key(parts)));
      List<byte[]> keys = collector.keys();
      return new IndexKeys(keys, keys.size() > 1, collector.cut);
    }
    boolean multikey = walk(body, collector);
    return new IndexKeys(collector.keys(), multikey, collector.cut);
  }

  /**
   * The values of a body that make one of its keys: a key alone does not say whether a number was
   * an integer or a double. Values that are missing are null. None if they are very long.
   *
   * @param key as it stands in rows
   */
  public List<BsonValue> values(byte[] body, byte[] key) {
    if (function != null) {
      return KeyBytes.values(index, key);
    }
    List<BsonValue> found = new ArrayList<>();
    walk(
        body,
        values -> {
          int bytes = 0;
          for (RawValue value : values) {
            bytes += value == null ? 0 : value.length();
          }
          if (found.isEmpty()
              && bytes <= SHOWN_BYTES_MAX
              && Arrays.equals(KeyBytes.bounded(key(values)), key)) {
            for (RawValue value : values) {
              found.add(value == null ? BsonNull.VALUE : value.toBsonValue());
            }
          }
        });
    return found;
  }

  /** The keys of a body, however long. */
  public Collection<byte[]> readUncut(byte[] body) {
    Collection<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    if (filter.test(body)) {
      if (function != null) {
        function.read(body, parts -> keys.add(key(parts)));
      } else {
        walk(body, values -> keys.add(key(values)));
      }
    }
    return isTooMany(keys.size()) ? List.of(MIN_KEY) : keys;
  }

  private boolean walk(byte[] body, PathWalk.Taker taker) {
    PathWalk.Taker present = values -> take(values, taker);
    if (index.arrays() != PathIndex.Arrays.WHOLE) {
      return new PathWalk(index, present).walk(RawBson.root(body));
    }
    RawValue[] values = new RawValue[index.parts().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = RawBson.find(body, index.parts().get(i).path());
    }
    present.take(values);
    return false;
  }

  private boolean isTooMany(int keys) {
    return index.arrays() == PathIndex.Arrays.MEMBERS && keys > MEMBERS_MAX;
  }

  private void take(RawValue[] values, PathWalk.Taker taker) {
    if (!index.sparse() || Arrays.stream(values).anyMatch(value -> value != null)) {
      taker.take(values);
    }
  }

  private byte[] key(RawValue[] values) {
    ByteSink sink = new ByteSink();
    for (int i = 0; i < values.length; i++) {
      int start = sink.length();
      if (values[i] != null) {
        KeyEncoder.append(sink, values[i]);
      } else if (index.arrays() != PathIndex.Arrays.WHOLE) {
        KeyEncoder.appendNull(sink);
      } else {
        KeyEncoder.appendUndefined(sink);
      }
      if (index.parts().get(i).descending()) {
        sink.invertFrom(start);
      }
    }
    return sink.toByteArray();
  }

  private byte[] key(byte[][] parts) {
    ByteSink sink = new ByteSink();
    for (int i = 0; i < index.parts().size(); i++) {
      int start = sink.length();
      sink.putBytes(parts[i]);
      if (index.parts().get(i).descending()) {
        sink.invertFrom(start);
      }
    }
    return sink.toByteArray();
  }

  /** Most items have one key; only more of them need sorting. */
  private final class Collector implements PathWalk.Taker {
    private byte[] first;
    private TreeSet<byte[]> more;
    private boolean cut;

    @Override
    public void take(RawValue[] values) {
      add(key(values));
    }

    private void add(byte[] whole) {
      byte[] key = KeyBytes.bounded(whole);
      cut |= key != whole;
      if (first == null) {
        first = key;
        return;
      }
      if (more == null) {
        more = new TreeSet<>(Arrays::compareUnsigned);
        more.add(first);
      }
      if (!isTooMany(more.size())) {
        more.add(key);
      }
      if (more.size() > KEYS_MAX) {
        throw new EngineException(
            ErrorCode.TOO_LARGE,
            "The item has more than " + KEYS_MAX + " keys in the index '" + index.name() + "'.");
      }
    }

    private List<byte[]> keys() {
      if (more != null) {
        return isTooMany(more.size()) ? List.of(MIN_KEY) : new ArrayList<>(more);
      }
      return first == null ? List.of() : List.of(first);
    }
  }
}
