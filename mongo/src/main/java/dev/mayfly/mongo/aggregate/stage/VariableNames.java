package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;

/** Checks names of variables that users define. */
final class VariableNames {
  private VariableNames() {}

  static void check(Set<String> names) {
    names.forEach(VariableNames::check);
  }

  private static void check(String name) {
    if (name.isEmpty()) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "empty variable names are not allowed");
    }
    char first = name.charAt(0);
    if (!(first >= 'a' && first <= 'z') && first < 0x80) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "'" + name + "' starts with an invalid character for a user variable name");
    }
    for (int i = 1; i < name.length(); i++) {
      char each = name.charAt(i);
      boolean isPlain =
          each >= 'a' && each <= 'z'
              || each >= 'A' && each <= 'Z'
              || each >= '0' && each <= '9'
              || each == '_'
              || each >= 0x80;
      if (!isPlain) {
        throw new MongoException(
            ErrorCodes.FAILED_TO_PARSE,
            "'" + name + "' contains an invalid character for a variable name: '" + each + "'");
      }
    }
  }
}
