package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.DOLLAR_PREFIXED_FIELD_NAME;
import static dev.mayfly.mongo.error.ErrorCodes.EMPTY_FIELD_NAME;
import static dev.mayfly.mongo.error.ErrorCodes.OVERFLOW;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.FieldPath;
import java.util.Arrays;

/** A parsed and validated path of an update. */
final class UpdatePath {
  static final String POSITIONAL = "$";
  private static final int LONGEST = 200;

  private final String dotted;
  private final String[] parts;

  private UpdatePath(String dotted) {
    this.dotted = dotted;
    this.parts = dotted.split("\\.", -1);
  }

  static UpdatePath parse(String dotted) {
    if (dotted.isEmpty()) {
      throw new MongoException(EMPTY_FIELD_NAME, "An empty update path is not valid.");
    }
    UpdatePath path = new UpdatePath(dotted);
    path.check();
    return path;
  }

  private void check() {
    if (parts.length > LONGEST) {
      throw new MongoException(OVERFLOW, "The update path has more than 200 parts");
    }
    int positionals = 0;
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      if (part.isEmpty()) {
        throw new MongoException(
            EMPTY_FIELD_NAME,
            "The update path '" + dotted + "' contains an empty field name, which is not allowed.");
      }
      positionals += part.equals(POSITIONAL) ? 1 : 0;
      boolean named = i > 0 && FieldPath.DBREF_NAMES.contains(part);
      if (part.startsWith("$") && !part.equals(POSITIONAL) && !isArrayPart(part) && !named) {
        throw dollarName(part, dotted);
      }
    }
    if (positionals > 1) {
      throw new MongoException(
          BAD_VALUE, "Too many positional (i.e. '$') elements found in path '" + dotted + "'");
    }
    if (parts[0].equals(POSITIONAL)) {
      throw new MongoException(
          BAD_VALUE,
          "Cannot have positional (i.e. '$') element in the first position in path '%s'"
              .formatted(dotted));
    }
    if (isArrayPart(parts[0])) {
      throw new MongoException(
          BAD_VALUE,
          ("Cannot have array filter identifier (i.e. '$[<id>]') element in the first "
                  + "position in path '%s'")
              .formatted(dotted));
    }
  }

  static MongoException dollarName(String name, String path) {
    return new MongoException(
        DOLLAR_PREFIXED_FIELD_NAME,
        ("The dollar ($) prefixed field '%s' in '%s' is not allowed in the context of "
                + "an update's replacement document. Consider using an aggregation pipeline "
                + "with $replaceWith.")
            .formatted(name, path));
  }

  /** Whether a component is {@code $[]} or {@code $[id]}. */
  static boolean isArrayPart(String part) {
    return part.startsWith("$[") && part.endsWith("]");
  }

  static String identifier(String arrayPart) {
    return arrayPart.substring(2, arrayPart.length() - 1);
  }

  /** The array index of a component, or -1. */
  static long position(String part) {
    if (part.isEmpty() || part.length() > 10 || part.charAt(0) == '0' && part.length() > 1) {
      return -1;
    }
    for (int i = 0; i < part.length(); i++) {
      if (part.charAt(i) < '0' || part.charAt(i) > '9') {
        return -1;
      }
    }
    return Long.parseLong(part);
  }

  String dotted() {
    return dotted;
  }

  int length() {
    return parts.length;
  }

  String part(int index) {
    return parts[index];
  }

  /** The first components. */
  String prefix(int count) {
    return String.join(".", Arrays.copyOf(parts, count));
  }

  /** Whether it depends on the document: it has a positional component. */
  boolean isDynamic() {
    for (String part : parts) {
      if (part.equals(POSITIONAL) || isArrayPart(part)) {
        return true;
      }
    }
    return false;
  }

  boolean isPrefixOf(UpdatePath other) {
    return other.parts.length >= parts.length
        && Arrays.equals(parts, Arrays.copyOf(other.parts, parts.length));
  }
}
