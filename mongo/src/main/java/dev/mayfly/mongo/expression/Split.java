package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonString;
import org.bson.BsonValue;

final class Split {
  private Split() {}

  static BsonValue of(BsonValue input, BsonValue separator) {
    if (Values.isNullish(input) || Values.isNullish(separator)) {
      return Values.NULL;
    }
    String text = text(input, 40085, "first");
    String at = text(separator, 40086, "second");
    if (at.isEmpty()) {
      throw new MongoException(40087, "$split requires a non-empty separator");
    }
    BsonArray parts = new BsonArray();
    int start = 0;
    for (int end = text.indexOf(at); end >= 0; end = text.indexOf(at, start)) {
      parts.add(new BsonString(text.substring(start, end)));
      ValueLimits.checkElements(parts.size());
      start = end + at.length();
    }
    parts.add(new BsonString(text.substring(start)));
    return parts;
  }

  private static String text(BsonValue value, int code, String which) {
    if (!value.isString()) {
      throw new MongoException(
          code,
          "$split requires an expression that evaluates to a string as a %s argument, found: %s"
              .formatted(which, TypeNames.of(value)));
    }
    return value.asString().getValue();
  }
}
