package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.variable.FieldPath;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads and replaces what stands at a path of inner documents; arrays are not entered. */
public final class PathSetter {
  private static final int DOTTED = 16412;

  private final String[] names;

  private PathSetter(String[] names) {
    this.names = names;
  }

  /** A dotted path without a dollar sign before it. */
  public static PathSetter parse(String path) {
    return new PathSetter(FieldPath.split(path));
  }

  /** The name of one field, without dots. */
  public static void checkFieldName(String name) {
    if (FieldPath.split(name).length > 1) {
      throw new MongoException(DOTTED, "FieldPath field names may not contain '.'.");
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

  /** A document with another value at the path; what is no document on the way becomes one. */
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

  /** A document without the path. */
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

  /** A document with the same fields that can be changed; an empty one of what is none. */
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
