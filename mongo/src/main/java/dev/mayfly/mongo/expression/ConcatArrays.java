package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.LargeArray;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonValue;

final class ConcatArrays {
  private ConcatArrays() {}

  static BsonValue of(BsonValue[] values, Variables variables) {
    long size = 0;
    BsonArray longest = null;
    for (BsonValue value : values) {
      if (Values.isNullish(value)) {
        return Values.NULL;
      }
      if (!value.isArray()) {
        throw new MongoException(
            28664, "$concatArrays only supports arrays, not " + TypeNames.of(value));
      }
      BsonArray array = value.asArray();
      size += array.size();
      longest = longest == null || array.size() > longest.size() ? array : longest;
    }
    ValueLimits.checkElements(size);
    if (size > 0) {
      Operators.makeArray(size, longest.get(0), variables);
    }
    BsonArray all = LargeArray.ofSize((int) size);
    for (BsonValue value : values) {
      all.addAll(value.asArray());
    }
    return all;
  }
}
