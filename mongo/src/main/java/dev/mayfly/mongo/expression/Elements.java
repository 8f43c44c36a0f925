package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code $arrayElemAt}, {@code $first}, {@code $last}; negative indexes count from the end. */
final class Elements {
  private static final BsonValue FIRST = new BsonInt32(0);
  private static final BsonValue LAST = new BsonInt32(-1);

  private Elements() {}

  static BsonValue at(BsonValue array, BsonValue index) {
    return at("$arrayElemAt's first argument", array, index);
  }

  static BsonValue first(BsonValue array) {
    return at("$first's argument", array, FIRST);
  }

  static BsonValue last(BsonValue array) {
    return at("$last's argument", array, LAST);
  }

  private static BsonValue at(String what, BsonValue array, BsonValue index) {
    if (Values.isNullish(array) || Values.isNullish(index)) {
      return Values.NULL;
    }
    if (!array.isArray()) {
      throw new MongoException(28689, what + " must be an array, but is " + TypeNames.of(array));
    }
    BsonArray elements = array.asArray();
    int position = position(index);
    int from = position < 0 ? elements.size() + position : position;
    return from >= 0 && from < elements.size() ? elements.get(from) : null;
  }

  private static int position(BsonValue index) {
    if (!Numbers.isNumber(index)) {
      throw new MongoException(
          28690,
          "$arrayElemAt's second argument must be a numeric value, but is " + TypeNames.of(index));
    }
    Integer exact = Numbers.exactInt(index);
    if (exact == null) {
      throw new MongoException(
          28691,
          "$arrayElemAt's second argument must be representable as a 32-bit integer: "
              + DoubleFormat.of(Numbers.toDouble(index)));
    }
    return exact;
  }
}
