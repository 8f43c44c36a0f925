package dev.mayfly.cosmos.container;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.error.EngineException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads properties of definitions; what is of another type than it must be is refused. */
final class PropertyReader {
  private PropertyReader() {}

  /** The value; null if it is absent or JSON null, which clients mean the same by. */
  static BsonValue value(BsonDocument parent, String name) {
    BsonValue value = parent.get(name);
    return value == null || value.isNull() ? null : value;
  }

  static BsonDocument document(BsonDocument parent, String name) {
    BsonValue value = value(parent, name);
    if (value != null && !value.isDocument()) {
      throw wrongType(name, "an object");
    }
    return value == null ? null : value.asDocument();
  }

  static BsonArray array(BsonDocument parent, String name) {
    BsonValue value = value(parent, name);
    if (value != null && !value.isArray()) {
      throw wrongType(name, "an array");
    }
    return value == null ? null : value.asArray();
  }

  /** The objects of an array; none if it is absent. */
  static List<BsonDocument> documents(BsonDocument parent, String name) {
    BsonArray array = array(parent, name);
    List<BsonDocument> documents = new ArrayList<>();
    if (array != null) {
      for (BsonValue element : array) {
        documents.add(asDocument(element, name));
      }
    }
    return documents;
  }

  static BsonDocument asDocument(BsonValue value, String name) {
    if (!value.isDocument()) {
      throw wrongType(name, "an array of objects");
    }
    return value.asDocument();
  }

  static String string(BsonDocument parent, String name) {
    BsonValue value = value(parent, name);
    if (value != null && !value.isString()) {
      throw wrongType(name, "a string");
    }
    return value == null ? null : value.asString().getValue();
  }

  static String string(BsonDocument parent, String name, String otherwise) {
    String text = string(parent, name);
    return text == null ? otherwise : text;
  }

  /** The strings of an array; none if it is absent. */
  static List<String> strings(BsonDocument parent, String name) {
    BsonArray array = array(parent, name);
    List<String> strings = new ArrayList<>();
    if (array != null) {
      for (BsonValue element : array) {
        if (!element.isString()) {
          throw wrongType(name, "an array of strings");
        }
        strings.add(element.asString().getValue());
      }
    }
    return strings;
  }

  static Boolean flag(BsonDocument parent, String name) {
    BsonValue value = value(parent, name);
    if (value != null && !value.isBoolean()) {
      throw wrongType(name, "true or false");
    }
    return value == null ? null : value.asBoolean().getValue();
  }

  /** A whole number, written with a fraction of zero or without. */
  static Long whole(BsonDocument parent, String name) {
    BsonValue value = value(parent, name);
    if (value == null) {
      return null;
    }
    if (value.isNumber()) {
      double number = value.asNumber().doubleValue();
      if (number == Math.rint(number) && Math.abs(number) < 1e15) {
        return (long) number;
      }
    }
    throw wrongType(name, "a whole number");
  }

  /** Whether it names one property, such as /a/b. */
  static boolean isPath(String path) {
    try {
      FieldPath.ofSlashed(path);
      return true;
    } catch (EngineException e) {
      return false;
    }
  }

  static CosmosException invalid(String text) {
    return CosmosException.errors(400, 0, text);
  }

  private static CosmosException wrongType(String name, String what) {
    return invalid(
        "One of the specified inputs is invalid: the property '"
            + name
            + "' must be "
            + what
            + ".");
  }
}
