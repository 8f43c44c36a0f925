package dev.mayfly.engine.catalog;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.Arrays;
import java.util.List;

/**
 * Paths whose values together occur once in a logical partition. A missing value counts as null.
 */
public record UniqueKey(List<FieldPath> paths) {
  public static final int PATHS_MAX = 16;

  public UniqueKey {
    paths = List.copyOf(paths);
    if (paths.isEmpty() || paths.size() > PATHS_MAX) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "A unique key has " + paths.size() + " paths; it must have 1 to " + PATHS_MAX + ".");
    }
  }

  public static UniqueKey of(String... slashedPaths) {
    return new UniqueKey(Arrays.stream(slashedPaths).map(FieldPath::ofSlashed).toList());
  }
}
