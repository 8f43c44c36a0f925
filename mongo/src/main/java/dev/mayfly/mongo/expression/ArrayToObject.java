package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $arrayToObject}, of {@code [[k, v], ..]} or {@code [{k: .., v: ..}, ..]}. */
final class ArrayToObject {
  private static final String MIXED =
      "$arrayToObject requires a consistent input format. Elements must"
          + "all be arrays or all be objects. %s was detected, now found: %s";

  private ArrayToObject() {}

  static BsonValue of(BsonValue input) {
    if (Values.isNullish(input)) {
      return Values.NULL;
    }
    if (!input.isArray()) {
      throw new MongoException(
          40386, "$arrayToObject requires an array input, found: " + TypeNames.of(input));
    }
    BsonArray array = input.asArray();
    BsonDocument document = new BsonDocument();
    if (array.isEmpty()) {
      return document;
    }
    boolean pairs = array.get(0).isArray();
    if (!pairs && !array.get(0).isDocument()) {
      throw new MongoException(
          40398,
          "Unrecognised input type format for $arrayToObject: " + TypeNames.of(array.get(0)));
    }
    for (BsonValue element : array) {
      if (pairs) {
        putPair(element, document);
      } else {
        putDocument(element, document);
      }
    }
    return document;
  }

  private static void putPair(BsonValue element, BsonDocument document) {
    if (!element.isArray()) {
      throw new MongoException(40396, MIXED.formatted("Array", TypeNames.of(element)));
    }
    BsonArray pair = element.asArray();
    if (pair.size() != 2) {
      throw new MongoException(
          40397,
          "$arrayToObject requires an array of size 2 arrays,found array of size: " + pair.size());
    }
    if (!pair.get(0).isString()) {
      throw new MongoException(
          40395,
          "$arrayToObject requires an array of key-value pairs, where "
              + "the key must be of type string. Found key type: "
              + TypeNames.of(pair.get(0)));
    }
    document.put(name(pair.get(0), 4940400), pair.get(1));
  }

  private static void putDocument(BsonValue element, BsonDocument document) {
    if (!element.isDocument()) {
      throw new MongoException(40391, MIXED.formatted("Object", TypeNames.of(element)));
    }
    BsonDocument field = element.asDocument();
    if (field.size() != 2) {
      throw new MongoException(
          40392,
          "$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:"
              + field.size());
    }
    BsonValue key = field.get("k");
    BsonValue value = field.get("v");
    if (key == null || value == null) {
      throw new MongoException(
          40393,
          "$arrayToObject requires an object with keys 'k' and 'v'. "
              + "Missing either or both keys from: "
              + BsonText.of(field));
    }
    if (!key.isString()) {
      throw new MongoException(
          40394,
          "$arrayToObject requires an object with keys 'k' and 'v', where "
              + "the value of 'k' must be of type string. Found type: "
              + TypeNames.of(key));
    }
    document.put(name(key, 4940401), value);
  }

  private static String name(BsonValue key, int code) {
    String name = key.asString().getValue();
    if (name.indexOf('\0') >= 0) {
      throw new MongoException(code, "Key field cannot contain an embedded null byte");
    }
    return name;
  }
}
