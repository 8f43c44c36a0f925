package dev.mayfly.engine.partition;

import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;
import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.error.EngineException;
import java.util.HashSet;
import java.util.List;

/**
 * Where a container's items carry their partition key.
 *
 * @param version how the key is hashed, 1 or 2
 */
public record PartitionKeyDefinition(Kind kind, List<FieldPath> paths, int version) {
  public static final int MAX_PATHS = 3;

  /** A container without a partition key: all items are one logical partition. */
  public static final PartitionKeyDefinition NONE =
      new PartitionKeyDefinition(Kind.NONE, List.of(), 2);

  /** How many paths make the key, and how they are hashed. */
  public enum Kind {
    NONE,
    HASH,
    MULTI_HASH
  }

  public PartitionKeyDefinition {
    requireNonNull(kind, "kind");
    paths = List.copyOf(paths);
    if (version != 1 && version != 2) {
      throw refuse("its version is " + version + "; 1 and 2 are possible.");
    }
    int count = paths.size();
    if (kind == Kind.NONE && count != 0) {
      throw refuse("kind None has no paths, but " + paths + " is given.");
    }
    if (kind == Kind.HASH && count != 1) {
      throw refuse("kind Hash needs exactly one path, not " + count + ": " + paths + ".");
    }
    if (kind == Kind.MULTI_HASH && (count < 1 || count > MAX_PATHS)) {
      throw refuse("kind MultiHash needs 1 to " + MAX_PATHS + " paths, not " + count + ".");
    }
    if (kind == Kind.MULTI_HASH && version != 2) {
      throw refuse("kind MultiHash needs version 2, not " + version + ".");
    }
    if (new HashSet<>(paths).size() != count) {
      throw refuse("a path stands twice in " + paths + ".");
    }
  }

  /** One path, hashed with version 2. */
  public static PartitionKeyDefinition hash(String slashedPath) {
    return new PartitionKeyDefinition(Kind.HASH, List.of(FieldPath.ofSlashed(slashedPath)), 2);
  }

  /** Up to three paths, the outermost level first. */
  public static PartitionKeyDefinition multiHash(String... slashedPaths) {
    List<FieldPath> paths = List.of(slashedPaths).stream().map(FieldPath::ofSlashed).toList();
    return new PartitionKeyDefinition(Kind.MULTI_HASH, paths, 2);
  }

  private static EngineException refuse(String why) {
    return new EngineException(BAD_REQUEST, "The partition key definition is not valid: " + why);
  }
}
