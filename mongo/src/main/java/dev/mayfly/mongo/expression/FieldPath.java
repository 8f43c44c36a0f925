package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LargeArray;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * {@code "$a.b"}: a field of the document, or of a variable. Arrays on the path are traversed,
 * which returns an array.
 */
public final class FieldPath implements Expression {
  private static final int NAMES_MAX = 200;
  private static final int COUNTED_ELEMENTS_MIN = 64;

  /** The fields of a reference to another document, which paths may lead to. */
  public static final Set<String> DBREF_NAMES = Set.of("$ref", "$id", "$db");

  private final Expression start;
  private final String[] names;

  /**
   * @param start base of the path; null for the document
   */
  private FieldPath(Expression start, String[] names) {
    this.start = start;
    this.names = names;
  }

  /** Parses a string that begins with {@code $}. */
  public static Expression parse(String text, ParseContext context) {
    if (text.startsWith("$$")) {
      return variable(text.substring(2), context);
    }
    if (text.length() == 1) {
      throw new MongoException(16872, "'$' by itself is not a valid FieldPath");
    }
    return new FieldPath(null, split(text.substring(1)));
  }

  private static Expression variable(String path, ParseContext context) {
    int dot = path.indexOf('.');
    String name = dot < 0 ? path : path.substring(0, dot);
    Expression variable = NamedVariable.parse(name, context);
    if (dot < 0) {
      return variable;
    }
    return new FieldPath(
        variable == NamedVariable.CURRENT ? null : variable, split(path.substring(dot + 1)));
  }

  /** Splits a dotted path and checks the names. */
  public static String[] split(String path) {
    if (path.isEmpty()) {
      throw new MongoException(40352, "FieldPath cannot be constructed with empty string");
    }
    if (path.endsWith(".")) {
      throw new MongoException(40353, "FieldPath must not end with a '.'.");
    }
    String[] names = path.split("\\.", -1);
    if (names.length > NAMES_MAX) {
      throw new MongoException(ErrorCodes.OVERFLOW, "FieldPath is too long");
    }
    for (int i = 0; i < names.length; i++) {
      if (i == 0 || !DBREF_NAMES.contains(names[i])) {
        checkName(names[i]);
      }
    }
    return names;
  }

  /** Rejects invalid field names. */
  public static void checkName(String name) {
    if (name.isEmpty()) {
      throw new MongoException(15998, "FieldPath field names may not be empty strings.");
    }
    if (name.charAt(0) == '$') {
      throw new MongoException(
          16410,
          "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    }
    if (name.indexOf('\0') >= 0) {
      throw new MongoException(16411, "FieldPath field names may not contain '\\0'.");
    }
    if (name.indexOf('.') >= 0) {
      throw new MongoException(
          16412,
          "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
    }
  }

  /** The names of a path into the document; null if it starts at a variable. */
  public List<String> names() {
    return start == null ? List.of(names) : null;
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonValue from = start == null ? variables.current() : start.evaluate(variables);
    BsonValue found =
        from instanceof BsonDocument document
            ? follow(document, 0)
            : from instanceof BsonArray array ? each(array, 0) : null;
    if (found instanceof BsonArray array && array.size() >= COUNTED_ELEMENTS_MIN) {
      // A stored array is materialized on each access.
      variables.make(HeapSize.of(array));
    }
    return found;
  }

  private BsonValue follow(BsonDocument document, int index) {
    BsonValue value = document.get(names[index]);
    for (int i = index + 1; i < names.length; i++) {
      if (value == null) {
        return null;
      }
      if (value.getBsonType() == BsonType.ARRAY) {
        return each(value.asArray(), i);
      }
      if (value.getBsonType() != BsonType.DOCUMENT) {
        return null;
      }
      value = value.asDocument().get(names[i]);
    }
    return value;
  }

  private BsonArray each(BsonArray array, int index) {
    BsonArray found = LargeArray.ofSize(array.size());
    for (BsonValue element : array) {
      if (element.getBsonType() == BsonType.DOCUMENT) {
        BsonValue value = follow(element.asDocument(), index);
        if (value != null) {
          found.add(value);
        }
      }
    }
    return found;
  }
}
