package dev.mayfly.fuzz.target;

import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.EventRow;
import dev.mayfly.engine.format.IndexProgressRow;
import dev.mayfly.engine.format.IndexRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.LogRow;
import dev.mayfly.engine.format.UniqueRow;
import dev.mayfly.engine.read.Continuation;
import dev.mayfly.engine.ttl.TtlClass;
import dev.mayfly.fuzz.input.Input;
import dev.mayfly.fuzz.world.Limits;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonValue;

/** The decoders of stored rows and keys, one for each value of the first byte. */
public final class RecordTarget implements Target {
  private static final int SECONDS_MAX = 2;
  private static final long ALLOCATED_BYTES_MAX = 8 << 20;

  @Override
  public String name() {
    return "record";
  }

  @Override
  public String about() {
    return "rows of the store: refused as CORRUPTED, or decoded to what has the same bytes";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.engine.format", "dev.mayfly.engine.bson", "dev.mayfly.engine.read");
  }

  @Override
  public int bytesMax() {
    return 2048;
  }

  @Override
  public void run(byte[] input) throws Throwable {
    Limits.onThread(SECONDS_MAX, ALLOCATED_BYTES_MAX, () -> check(new Input(input)));
  }

  private static void check(Input input) {
    int decoder = input.below(9);
    byte[] row = input.rest();
    try {
      switch (decoder) {
        case 0 -> same(row, item(ItemRow.of(row)));
        case 1 -> same(row, IndexProgressRow.encode(IndexProgressRow.decode(row)));
        case 2 -> indexRow(row);
        case 3 -> due(row);
        case 4 -> same(row, EventRow.decode(row).encode());
        case 5 -> log(row);
        case 6 -> same(row, UniqueRow.decode(row).encode());
        case 7 -> key(row);
        default -> continuation(row);
      }
    } catch (EngineException e) {
      if (e.code() != ErrorCode.CORRUPTED) {
        throw e;
      }
    }
  }

  private static byte[] item(ItemRow header) {
    ItemRow.Builder builder =
        new ItemRow.Builder()
            .ttl(header.ttlClass(), header.ttlSeconds())
            .version(header.lsn(), header.tsSecond(), header.rid())
            .size(header.sizeBytes(), header.terms())
            .unique(header.hasUniqueRows())
            .dates(header.dates());
    if (header.isImported()) {
      builder.importedFrom(header.baseSecond());
    }
    return builder.build(header.body()).row();
  }

  private static void indexRow(byte[] bytes) {
    int split = bytes.length == 0 ? 0 : Math.min(bytes[0] & 0xff, bytes.length - 1);
    byte[] row = Arrays.copyOfRange(bytes, Math.min(1, bytes.length), bytes.length - split);
    byte[] value = Arrays.copyOfRange(bytes, bytes.length - split, bytes.length);
    IndexRow decoded = IndexRow.decode(row, value);
    byte[] key = Arrays.copyOf(row, Keys.INDEX_KEY_AT + decoded.key().length);
    System.arraycopy(decoded.key(), 0, key, Keys.INDEX_KEY_AT, decoded.key().length);
    byte[] again = Arrays.copyOf(key, key.length + decoded.suffix().length);
    System.arraycopy(decoded.suffix(), 0, again, key.length, decoded.suffix().length);
    same(row, again);
    same(value, IndexRow.value(decoded.key().length));
  }

  /** A row of a feed or a queue is made from an item; what it says must match the item. */
  private static void due(byte[] row) {
    DueRow due = DueRow.decode(row);
    ItemRow.Builder item =
        new ItemRow.Builder()
            .ttl(TtlClass.INHERITS, 0)
            .version(1, due.tsSecond(), 1)
            .size(due.sizeBytes(), due.terms());
    if (due.severalDeadlines()) {
      item.importedFrom(0);
    }
    same(row, DueRow.encode(item.build(new byte[0]), due.otherRows(), due.suffix()));
  }

  /** Replaces of an earlier version have no number of what was replaced. */
  private static void log(byte[] row) {
    same(row, LogRow.decode(row).encode());
  }

  /** Other bytes may stand for a value too, but its key leads back to it. */
  private static void key(byte[] bytes) {
    BsonValue value = KeyEncoder.decode(bytes);
    byte[] key = KeyEncoder.encode(value);
    same(key, KeyEncoder.encode(KeyEncoder.decode(key)));
  }

  private static void continuation(byte[] bytes) {
    for (Continuation.Kind kind : Continuation.Kind.values()) {
      try {
        same(bytes, Continuation.decode(bytes, kind, 1, 1).encode());
      } catch (EngineException e) {
        if (e.code() != ErrorCode.BAD_CONTINUATION) {
          throw e;
        }
      }
    }
  }

  private static void same(byte[] expected, byte[] actual) {
    if (!Arrays.equals(expected, actual)) {
      throw new AssertionError(
          "decoded and encoded again it is "
              + Arrays.toString(actual)
              + ", not "
              + Arrays.toString(expected));
    }
  }
}
