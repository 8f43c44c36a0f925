package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDateTime;
import org.bson.BsonString;

/** {@code $$name}: a user or system variable. */
public final class NamedVariable {
  public static final Expression CURRENT = variables -> variables.current();

  private static final Map<String, Expression> BUILT_IN =
      Map.of(
          "ROOT",
          variables -> variables.root(),
          "CURRENT",
          CURRENT,
          "REMOVE",
          variables -> null,
          "NOW",
          variables -> new BsonDateTime(variables.nowMillis()),
          "DESCEND",
          new Constant(new BsonString("descend")),
          "PRUNE",
          new Constant(new BsonString("prune")),
          "KEEP",
          new Constant(new BsonString("keep")));
  private static final Set<String> ABSENT =
      Set.of("CLUSTER_TIME", "JS_SCOPE", "IS_MR", "SEARCH_META", "USER_ROLES");

  private NamedVariable() {}

  static Expression parse(String name, ParseContext context) {
    if (context.variables().contains(name)) {
      // Interned, so that lookups compare references.
      String interned = name.intern();
      return variables -> variables.get(interned);
    }
    Expression builtIn = BUILT_IN.get(name);
    if (builtIn != null) {
      return builtIn;
    }
    checkReadable(name);
    if (ABSENT.contains(name)) {
      throw new MongoException(51144, "Builtin variable '$$" + name + "' is not available");
    }
    throw new MongoException(17276, "Use of undefined variable: " + name);
  }

  private static void checkReadable(String name) {
    if (name.isEmpty()) {
      throw new MongoException(16869, "empty variable names are not allowed");
    }
    char first = name.charAt(0);
    if (!isLetter(first) && first < 0x80) {
      throw new MongoException(
          16870, "'" + name + "' starts with an invalid character for a variable name");
    }
    checkRest(name, 16871);
  }

  /** Checks a user variable name: it begins with a lower-case letter. */
  public static String checkDefinable(String name) {
    if (name.isEmpty()) {
      throw new MongoException(16866, "empty variable names are not allowed");
    }
    if (name.equals("CURRENT")) {
      return name;
    }
    char first = name.charAt(0);
    if (!(first >= 'a' && first <= 'z') && first < 0x80) {
      throw new MongoException(
          16867, "'" + name + "' starts with an invalid character for a user variable name");
    }
    checkRest(name, 16868);
    return name.intern();
  }

  private static void checkRest(String name, int code) {
    for (int i = 1; i < name.length(); i++) {
      char each = name.charAt(i);
      boolean digit = each >= '0' && each <= '9';
      if (!isLetter(each) && !digit && each != '_' && each < 0x80) {
        throw new MongoException(
            code,
            "'" + name + "' contains an invalid character for a variable name: '" + each + "'");
      }
    }
  }

  private static boolean isLetter(char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
  }
}
