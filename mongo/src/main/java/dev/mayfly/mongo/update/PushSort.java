package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import java.util.Comparator;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** The {@code $sort} of {@code $push}: of whole elements, or by fields. */
final class PushSort {
  private PushSort() {}

  static Comparator<BsonValue> parse(BsonValue sort, BsonOrder order) {
    if (Numbers.isNumber(sort)) {
      return directed(order, sort);
    }
    if (!sort.isDocument()) {
      throw new MongoException(
          BAD_VALUE,
          "The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort"
              + " embedded fields");
    }
    if (sort.asDocument().isEmpty()) {
      throw new MongoException(
          BAD_VALUE, "The $sort pattern is empty when it should be a set of fields.");
    }
    return byFields(sort.asDocument(), order);
  }

  private static Comparator<BsonValue> byFields(BsonDocument pattern, BsonOrder order) {
    Comparator<BsonValue> all = null;
    for (Map.Entry<String, BsonValue> each : pattern.entrySet()) {
      Comparator<BsonValue> values = directed(order, each.getValue());
      String[] path = path(each.getKey());
      Comparator<BsonValue> one =
          (first, second) -> values.compare(valueAt(first, path), valueAt(second, path));
      all = all == null ? one : all.thenComparing(one);
    }
    return all;
  }

  private static Comparator<BsonValue> directed(BsonOrder order, BsonValue direction) {
    double number = Numbers.isNumber(direction) ? Numbers.toDouble(direction) : 0;
    if (number != 1 && number != -1) {
      throw new MongoException(BAD_VALUE, "The $sort element value must be either 1 or -1");
    }
    return number == 1 ? order : order.reversed();
  }

  private static String[] path(String dotted) {
    if (dotted.isEmpty()) {
      throw new MongoException(BAD_VALUE, "The $sort field cannot be empty");
    }
    String[] parts = dotted.split("\\.", -1);
    for (String part : parts) {
      if (part.isEmpty()) {
        throw new MongoException(
            BAD_VALUE, "The $sort field is a dotted field but has an empty part: " + dotted);
      }
    }
    return parts;
  }

  /** A missing value sorts as null. */
  private static BsonValue valueAt(BsonValue element, String[] path) {
    BsonValue value = element;
    for (String part : path) {
      value = value.isDocument() ? value.asDocument().get(part) : null;
      if (value == null) {
        return BsonNull.VALUE;
      }
    }
    return value;
  }
}
