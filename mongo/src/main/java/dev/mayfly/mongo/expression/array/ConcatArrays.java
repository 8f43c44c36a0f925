package dev.mayfly.mongo.expression.array;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Sizes;
import dev.mayfly.mongo.expression.Values;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $concatArrays}. */
final class ConcatArrays {
  private ConcatArrays() {}

  static BsonValue of(BsonValue[] values) {
    long size = 0;
    for (BsonValue value : values) {
      if (Values.isNullish(value)) {
        return Values.NULL;
      }
      if (!value.isArray()) {
        throw new MongoException(
            28664, "$concatArrays only supports arrays, not " + TypeNames.of(value));
      }
      size += value.asArray().size();
    }
    Sizes.checkElements(size);
    BsonArray all = new BsonArray((int) size);
    for (BsonValue value : values) {
      all.addAll(value.asArray());
    }
    return all;
  }
}
