package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads and replaces what stands at a path of inner documents; arrays are not entered. */
public final class PathSetter {
  private final String[] names;

  private PathSetter(String[] names) {
    this.names = names;
  }

  /** A dotted path without a dollar sign before it. */
  public static PathSetter parse(String path) {
    return new PathSetter(names(path));
  }

  /** The names of a dotted path. */
  public static String[] names(String path) {
    if (path.isEmpty()) {
      throw new MongoException(40352, "FieldPath cannot be constructed with empty string");
    }
    if (path.endsWith(".")) {
      throw new MongoException(40353, "FieldPath must not end with a '.'.");
    }
    String[] names = path.split("\\.", -1);
    for (String name : names) {
      if (name.isEmpty()) {
        throw new MongoException(15998, "FieldPath field names may not be empty strings.");
      }
      if (name.startsWith("$")) {
        throw new MongoException(
            16410,
            "FieldPath field names may not start with '$'. Consider using $getField or"
                + " $setField.");
      }
      if (name.indexOf('\0') >= 0) {
        throw new MongoException(16411, "FieldPath field names may not contain '\\0'.");
      }
    }
    return names;
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
