package dev.mayfly.engine.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.bson.BsonDocument;

/**
 * Finds items by the values at some paths, in the order of {@link
 * dev.mayfly.engine.bson.KeyEncoder}.
 *
 * @param arrays how arrays and missing values are read
 * @param unique whether two living items of the container may have a key in common
 * @param sparse whether items that have none of the paths are left out
 * @param filter which items it holds, for the front end's item filters; null = all
 * @param function what computes its keys; null if they are the values at its paths
 * @param opaque for the front ends; the engine keeps and returns it
 */
public record PathIndex(
    String name,
    List<Part> parts,
    Arrays arrays,
    boolean unique,
    boolean sparse,
    BsonDocument filter,
    KeyFunctionCall function,
    BsonDocument opaque) {

  public static final int PARTS_MAX = 32;
  public static final int NAME_CHARACTERS_MAX = 255;

  /** A path and the direction of its values within the index. */
  public record Part(FieldPath path, boolean descending) {
    public Part {
      requireNonNull(path, "path");
    }
  }

  /** How arrays and missing values are read. */
  public enum Arrays {
    /**
     * As MongoDB does: an array at the path or on the way to it gives a key for each of its
     * elements, an empty one at the path gives undefined; what is missing counts as null.
     */
    ELEMENTS,
    /** As Cosmos DB does: an array is one value; what is missing stands before null. */
    WHOLE,
    /**
     * As {@link #ELEMENTS}, for candidate lookups: nothing is refused. A number in a path is a name
     * like any other. An item with too many keys has a single one, MinKey, at which it must be read
     * too.
     */
    MEMBERS,
    /** As {@link #ELEMENTS}, but an item with an array at or on the way to a path is refused. */
    REFUSED,
    /** As the {@link KeyFunction} of the index does. */
    COMPUTED
  }

  public PathIndex {
    requireNonNull(name, "name");
    parts = List.copyOf(parts);
    requireNonNull(arrays, "arrays");
    requireNonNull(opaque, "opaque");
    if (name.isEmpty() || name.length() > NAME_CHARACTERS_MAX) {
      throw bad("The name of an index must have 1 to " + NAME_CHARACTERS_MAX + " characters.");
    }
    if (parts.isEmpty() || parts.size() > PARTS_MAX) {
      throw bad("The index '" + name + "' must have 1 to " + PARTS_MAX + " paths.");
    }
    if (parts.stream().map(Part::path).distinct().count() < parts.size()) {
      throw bad("The index '" + name + "' has a path twice.");
    }
    if ((function != null) != (arrays == Arrays.COMPUTED)) {
      throw bad("The index '" + name + "' must have a key function if its keys are computed.");
    }
  }

  private static EngineException bad(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }

  /** An index that reads arrays as MongoDB does; a path after '-' is descending. */
  public static PathIndex of(String name, String... dottedPaths) {
    List<Part> parts = new ArrayList<>();
    for (String path : dottedPaths) {
      boolean descending = path.startsWith("-");
      parts.add(new Part(FieldPath.ofDotted(descending ? path.substring(1) : path), descending));
    }
    return new PathIndex(
        name, parts, Arrays.ELEMENTS, false, false, null, null, new BsonDocument());
  }

  public PathIndex asUnique() {
    return new PathIndex(name, parts, arrays, true, sparse, filter, function, opaque);
  }

  public PathIndex asSparse() {
    return new PathIndex(name, parts, arrays, unique, true, filter, function, opaque);
  }

  public PathIndex withArrays(Arrays next) {
    return new PathIndex(name, parts, next, unique, sparse, filter, function, opaque);
  }

  /** The same paths, with keys that a function computes. */
  public PathIndex withFunction(KeyFunctionCall next) {
    return new PathIndex(name, parts, Arrays.COMPUTED, unique, sparse, filter, next, opaque);
  }

  public PathIndex withFilter(BsonDocument next) {
    return new PathIndex(name, parts, arrays, unique, sparse, next, function, opaque);
  }

  /** True if the other one has the same name and holds the same keys: nothing is built anew. */
  public boolean isSame(PathIndex other) {
    return name.equals(other.name)
        && parts.equals(other.parts)
        && arrays == other.arrays
        && unique == other.unique
        && sparse == other.sparse
        && Objects.equals(filter, other.filter)
        && Objects.equals(function, other.function);
  }

  /** The automatic index over some paths; it holds every item. */
  public static PathIndex automatic(List<Part> parts, Arrays arrays) {
    return new PathIndex(
        automaticName(parts, arrays), parts, arrays, false, false, null, null, new BsonDocument());
  }

  private static String automaticName(List<Part> parts, Arrays arrays) {
    StringJoiner paths = new StringJoiner(",", "auto ", suffix(arrays));
    for (Part part : parts) {
      paths.add(part.descending() ? "-" + part.path() : part.path().toString());
    }
    String name = paths.toString();
    return name.length() <= NAME_CHARACTERS_MAX
        ? name
        : name.substring(0, NAME_CHARACTERS_MAX - 9) + " " + Integer.toHexString(name.hashCode());
  }

  private static String suffix(Arrays arrays) {
    return switch (arrays) {
      case WHOLE -> "";
      case ELEMENTS -> " elements";
      case MEMBERS -> " members";
      case REFUSED -> " single";
      case COMPUTED -> " computed";
    };
  }
}
