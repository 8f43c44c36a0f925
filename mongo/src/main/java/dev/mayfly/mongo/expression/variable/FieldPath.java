package dev.mayfly.mongo.expression.variable;

import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * {@code "$a.b"}: a field of the document, or of a variable's value. Where the path meets an array,
 * it goes on in each document of the array and gives an array of what it finds.
 */
public final class FieldPath implements Expression {
  private static final int NAMES_MAX = 200;
  private static final int COUNTED_ELEMENTS_MIN = 64;

  private final Expression start;
  private final String[] names;

  /**
   * @param start where the path begins; null for the document itself
   */
  private FieldPath(Expression start, String[] names) {
    this.start = start;
    this.names = names;
  }

  /** Parses a text that begins with {@code $}. */
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

  /** The path that leads to this field of the document. */
  public static FieldPath to(String path) {
    return new FieldPath(null, split(path));
  }

  /** The names in a dotted path, each checked. */
  public static String[] split(String path) {
    if (path.isEmpty()) {
      throw new MongoException(40352, "FieldPath cannot be constructed with empty string");
    }
    if (path.endsWith(".")) {
      throw new MongoException(40353, "FieldPath must not end with a '.'.");
    }
    String[] names = path.split("\\.", -1);
    if (names.length > NAMES_MAX) {
      throw new MongoException(5984700, "FieldPath is too long");
    }
    for (String name : names) {
      checkName(name);
    }
    return names;
  }

  /** Says no to what is no name of a field in a path. */
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
      throw new MongoException(16411, "FieldPath field names may not contain '\0'.");
    }
    if (name.indexOf('.') >= 0) {
      throw new MongoException(
          16412,
          "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
    }
  }

  /** The names of the path if it begins at the document; null if it begins at a variable. */
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
      // A stored array is made an object each time that it is asked for.
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
    BsonArray found = new BsonArray();
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
