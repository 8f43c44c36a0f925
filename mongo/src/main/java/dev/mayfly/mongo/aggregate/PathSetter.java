package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.FieldPath;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Gets and sets the value at a path of nested documents; arrays are not traversed. */
public record PathSetter(String[] names) {
  /** Parses a dotted path without a leading dollar sign. */
  public static PathSetter parse(String path) {
    return new PathSetter(FieldPath.split(path));
  }

  /** Checks a field name, which has no dots. */
  public static void checkFieldName(String name) {
    if (FieldPath.split(name).length > 1) {
      throw new MongoException(16412, "FieldPath field names may not contain '.'.");
    }
  }

  /** The value at the path, or null. */
  public BsonValue get(BsonDocument document) {
    BsonValue value = document;
    for (String name : names) {
      if (value == null || !value.isDocument()) {
        return null;
      }
      value = value.asDocument().get(name);
    }
    return value;
  }

  /** A copy with the value set; what is no document on the path is replaced by one. */
  public BsonDocument set(BsonDocument document, BsonValue value) {
    return set(document, 0, value);
  }

  private BsonDocument set(BsonValue within, int depth, BsonValue value) {
    BsonDocument copy = copy(within);
    String name = names[depth];
    if (depth == names.length - 1) {
      copy.put(name, value);
    } else {
      copy.put(name, set(copy.get(name), depth + 1, value));
    }
    return copy;
  }

  /** A copy without the field. */
  public BsonDocument remove(BsonDocument document) {
    return remove(document, 0);
  }

  private BsonDocument remove(BsonDocument within, int depth) {
    BsonDocument copy = copy(within);
    String name = names[depth];
    if (depth == names.length - 1) {
      copy.remove(name);
      return copy;
    }
    BsonValue inner = copy.get(name);
    if (inner != null && inner.isDocument()) {
      copy.put(name, remove(inner.asDocument(), depth + 1));
    }
    return copy;
  }

  /** A mutable shallow copy; empty if the value is no document. */
  public static BsonDocument copy(BsonValue value) {
    if (value == null || !value.isDocument()) {
      return new BsonDocument();
    }
    if (value instanceof LazyDocument lazy) {
      return lazy.copy();
    }
    BsonDocument copy = new BsonDocument(value.asDocument().size() + 1);
    copy.putAll(value.asDocument());
    return copy;
  }
}
