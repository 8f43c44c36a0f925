package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.Comparator;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonValue;

final class IndexOfArray {
  private IndexOfArray() {}

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    Comparator<BsonValue> order = context.order();
    return Operators.between(2, 4, values -> of(values, order)).parse(name, argument, context);
  }

  private static BsonValue of(BsonValue[] values, Comparator<BsonValue> order) {
    if (Values.isNullish(values[0])) {
      return Values.NULL;
    }
    if (!values[0].isArray()) {
      throw new MongoException(
          40090,
          "$indexOfArray requires an array as a first argument, found: " + TypeNames.of(values[0]));
    }
    BsonArray array = values[0].asArray();
    int start = Positions.start("$indexOfArray", values);
    int end = Positions.end("$indexOfArray", values, array.size());
    for (int i = start; i < end; i++) {
      if (order.compare(array.get(i), values[1]) == 0) {
        return new BsonInt32(i);
      }
    }
    return new BsonInt32(-1);
  }
}
