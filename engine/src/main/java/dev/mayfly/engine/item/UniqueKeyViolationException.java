package dev.mayfly.engine.item;

import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
import java.util.List;
import org.bson.BsonValue;

/** Another item that lives has the same values. */
public final class UniqueKeyViolationException extends EngineException {
  private final String name;
  private final List<BsonValue> values;

  private UniqueKeyViolationException(String message, String name, List<BsonValue> values) {
    super(ErrorCode.UNIQUE_KEY_VIOLATION, message);
    this.name = name;
    this.values = List.copyOf(values);
  }

  public static UniqueKeyViolationException of(UniqueKey key) {
    return new UniqueKeyViolationException(
        "Another item has the same value of the unique key " + key.paths() + ".",
        key.paths().toString(),
        List.of());
  }

  public static UniqueKeyViolationException of(PathIndex index, List<BsonValue> values) {
    return new UniqueKeyViolationException(
        "Another item has the same key in the unique index '" + index.name() + "': " + values + ".",
        index.name(),
        values);
  }

  /** The name of the index, or the paths of the unique key. */
  public String name() {
    return name;
  }

  /** The values at the paths of the index; none where they are too long or of a unique key. */
  public List<BsonValue> values() {
    return values;
  }
}
