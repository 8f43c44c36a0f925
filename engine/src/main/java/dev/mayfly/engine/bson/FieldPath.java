package dev.mayfly.engine.bson;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a value sits inside a document: one or more names, from the root inwards. Two paths are
 * equal when their names are, however they were written.
 */
public final class FieldPath {
  private final List<String> names;
  private final byte[][] utf8Names;
  private final String slashed;

  private FieldPath(List<String> names, String slashed) {
    this.names = List.copyOf(names);
    this.utf8Names = new byte[names.size()][];
    for (int i = 0; i < utf8Names.length; i++) {
      utf8Names[i] = Utf8.encode(names.get(i));
    }
    this.slashed = slashed;
  }

  /**
   * Reads the form that Cosmos DB uses, such as {@code /a/b} or {@code /"a b"/c}.
   *
   * @throws dev.mayfly.engine.error.EngineException BAD_REQUEST if it is malformed
   */
  public static FieldPath ofSlashed(String path) {
    requireNonNull(path, "path");
    List<String> names = new ArrayList<>();
    for (PathParts.Part part : PathParts.parse(path)) {
      if (part.isWildcard("*") || part.isWildcard("?") || part.isWildcard("[]")) {
        throw PathParts.refuse(
            path,
            "it must name one property; put '" + part.name() + "' in quotes if it is a name.");
      }
      names.add(part.name());
    }
    return new FieldPath(names, path);
  }

  /**
   * Reads the form that MongoDB uses, such as {@code a.b}.
   *
   * @throws dev.mayfly.engine.error.EngineException BAD_REQUEST if it is malformed
   */
  public static FieldPath ofDotted(String path) {
    requireNonNull(path, "path");
    if (path.length() > PathParts.MAX_PATH_CHARS) {
      throw PathParts.refuse(
          path.substring(0, 64) + "...", "it is longer than " + PathParts.MAX_PATH_CHARS + ".");
    }
    List<String> names = List.of(path.split("\\.", -1));
    if (names.size() > RawBson.MAX_DEPTH) {
      throw PathParts.refuse(path, "it has more than " + RawBson.MAX_DEPTH + " parts.");
    }
    StringBuilder slashed = new StringBuilder();
    for (String name : names) {
      if (name.isEmpty()) {
        throw PathParts.refuse(path, "it has an empty part.");
      }
      if (name.indexOf('\0') >= 0) {
        throw PathParts.refuse(path, "a name cannot hold the character U+0000.");
      }
      appendSlashed(slashed, name);
    }
    return new FieldPath(names, slashed.toString());
  }

  private static void appendSlashed(StringBuilder slashed, String name) {
    slashed.append('/');
    boolean plain =
        name.chars().noneMatch(c -> c == '/' || c == '"' || c == '\\' || c <= ' ')
            && !name.equals("*")
            && !name.equals("?")
            && !name.equals("[]");
    if (plain) {
      slashed.append(name);
    } else {
      slashed.append('"').append(name.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    }
  }

  public List<String> names() {
    return names;
  }

  public int depth() {
    return utf8Names.length;
  }

  /** The name at a depth as UTF-8; shared, not to be changed. */
  public byte[] utf8Name(int depth) {
    return utf8Names[depth];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FieldPath path && names.equals(path.names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  /** The slashed form; as it was given, if it was given so. */
  @Override
  public String toString() {
    return slashed;
  }
}
