package dev.mayfly.mongo.projection;

import static dev.mayfly.mongo.error.ErrorCodes.OVERFLOW;

import dev.mayfly.mongo.error.MongoException;

/** Dotted paths of projections, taken apart and checked. */
final class FieldNames {
  private static final int LONGEST = 200;
  private static final int EMPTY_PATH = 40352;
  private static final int ENDS_WITH_DOT = 40353;
  private static final int EMPTY_NAME = 15998;
  private static final int DOLLAR_NAME = 16410;
  private static final int ZERO_IN_NAME = 16411;

  private FieldNames() {}

  static String[] split(String path) {
    if (path.isEmpty()) {
      throw new MongoException(EMPTY_PATH, "FieldPath cannot be constructed with empty string");
    }
    if (path.endsWith(".")) {
      throw new MongoException(ENDS_WITH_DOT, "FieldPath must not end with a '.'.");
    }
    String[] names = path.split("\\.", -1);
    if (names.length > LONGEST) {
      throw new MongoException(OVERFLOW, "FieldPath is too long");
    }
    for (String name : names) {
      check(name);
    }
    return names;
  }

  private static void check(String name) {
    if (name.isEmpty()) {
      throw new MongoException(EMPTY_NAME, "FieldPath field names may not be empty strings.");
    }
    if (name.charAt(0) == '$') {
      throw new MongoException(
          DOLLAR_NAME,
          "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    }
    if (name.indexOf('\0') >= 0) {
      throw new MongoException(ZERO_IN_NAME, "FieldPath field names may not contain '\\0'.");
    }
  }
}
