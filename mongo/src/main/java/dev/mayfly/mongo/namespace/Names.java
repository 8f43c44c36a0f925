package dev.mayfly.mongo.namespace;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.nio.charset.StandardCharsets;

/** Validates names of databases and collections. */
public final class Names {
  private static final int DATABASE_BYTES_MAX = 63;
  private static final int NAMESPACE_BYTES_MAX = 255;
  private static final String NOT_IN_DATABASES = "/\\. \"$*<>:|?\0";

  private Names() {}

  public static void checkDatabase(String name) {
    boolean valid = !name.isEmpty() && bytes(name) <= DATABASE_BYTES_MAX;
    for (int i = 0; valid && i < name.length(); i++) {
      valid = NOT_IN_DATABASES.indexOf(name.charAt(i)) < 0;
    }
    if (!valid) {
      throw invalid("Invalid database name: '" + name + "'");
    }
  }

  /** Rejects an invalid namespace. */
  public static void check(Namespace name) {
    checkDatabase(name.database());
    String collection = name.collection();
    if (collection.isEmpty()
        || collection.startsWith(".")
        || collection.indexOf('\0') >= 0
        || collection.indexOf('$') >= 0) {
      throw invalid("Invalid namespace specified '" + name + "'");
    }
    int bytes = bytes(name.toString());
    if (bytes > NAMESPACE_BYTES_MAX) {
      throw invalid(
          "Fully qualified namespace is too long. Namespace: "
              + name
              + " Max: "
              + NAMESPACE_BYTES_MAX);
    }
  }

  /** Also rejects reserved names. */
  public static void checkNew(Namespace name) {
    check(name);
    String collection = name.collection();
    if (collection.startsWith("system.")
        && !collection.equals("system.js")
        && !collection.equals("system.profile")) {
      throw invalid("Invalid system namespace: " + name);
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static MongoException invalid(String message) {
    return new MongoException(ErrorCodes.INVALID_NAMESPACE, message);
  }
}
