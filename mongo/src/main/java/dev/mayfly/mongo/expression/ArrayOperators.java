package dev.mayfly.mongo.expression;

import static java.util.Map.entry;

import dev.mayfly.mongo.bson.LargeArray;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonValue;

public final class ArrayOperators {
  public static final Map<String, Operator> ALL =
      Map.ofEntries(
          entry("$arrayElemAt", Operators.binary(Elements::at)),
          entry("$arrayToObject", Operators.unary(ArrayToObject::of)),
          entry("$concatArrays", Operators.making(0, Integer.MAX_VALUE, ConcatArrays::of)),
          entry("$filter", FilterArray::parse),
          entry("$first", Operators.unary(Elements::first)),
          entry("$firstN", ArrayNOperators.first()),
          entry("$in", In::parse),
          entry("$indexOfArray", IndexOfArray::parse),
          entry("$isArray", Operators.unary(ArrayOperators::isArray)),
          entry("$last", Operators.unary(Elements::last)),
          entry("$lastN", ArrayNOperators.last()),
          entry("$map", MapArray::parse),
          entry("$maxN", ArrayNOperators.greatest()),
          entry("$minN", ArrayNOperators.least()),
          entry("$range", Operators.making(2, 3, Range::of)),
          entry("$reduce", Reduce::parse),
          entry("$reverseArray", Operators.unary(ArrayOperators::reversed)),
          entry("$size", Operators.unary(ArrayOperators::size)),
          entry("$slice", Operators.between(2, 3, Slice::of)),
          entry("$sortArray", SortArray::parse),
          entry("$zip", Zip::parse));

  private ArrayOperators() {}

  private static BsonValue isArray(BsonValue value) {
    return Values.of(value != null && value.isArray());
  }

  private static BsonValue size(BsonValue value) {
    if (value == null || !value.isArray()) {
      throw new MongoException(
          17124, "The argument to $size must be an array, but was of type: " + TypeNames.of(value));
    }
    return new BsonInt32(value.asArray().size());
  }

  private static BsonValue reversed(BsonValue value) {
    if (Values.isNullish(value)) {
      return Values.NULL;
    }
    if (!value.isArray()) {
      throw new MongoException(
          34435,
          "The argument to $reverseArray must be an array, but was of type: "
              + TypeNames.of(value));
    }
    BsonArray array = value.asArray();
    BsonArray reversed = LargeArray.ofSize(array.size());
    for (int i = array.size() - 1; i >= 0; i--) {
      reversed.add(array.get(i));
    }
    return reversed;
  }
}
