package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;

/** {@code $bit}: bitwise and, or, xor. */
record Bit(BsonDocument operations) implements Modifier {
  private static final String FORMAT = "{$bit: {field: {and/or/xor: #}}";

  static Bit parse(BsonValue operand) {
    if (!operand.isDocument()) {
      throw new MongoException(
          BAD_VALUE,
          ("The $bit modifier is not compatible with a %s. You must pass in an embedded "
                  + "document: %s")
              .formatted(TypeNames.of(operand), FORMAT));
    }
    BsonDocument operations = operand.asDocument();
    for (Map.Entry<String, BsonValue> each : operations.entrySet()) {
      String shown = "{" + BsonText.field(each.getKey(), each.getValue()) + "}";
      switch (each.getKey()) {
        case "and", "or", "xor" -> {}
        default ->
            throw new MongoException(
                BAD_VALUE,
                ("The $bit modifier only supports 'and', 'or', and 'xor', not '%s' which is "
                        + "an unknown operator: %s")
                    .formatted(each.getKey(), shown));
      }
      if (!Numbers.isInteger(each.getValue())) {
        throw new MongoException(
            BAD_VALUE,
            ("The $bit modifier field must be an Integer(32/64 bit); a '%s' is not "
                    + "supported here: %s")
                .formatted(TypeNames.of(each.getValue()), shown));
      }
    }
    if (operations.isEmpty()) {
      throw new MongoException(
          BAD_VALUE, "You must pass in at least one bitwise operation. The format is: " + FORMAT);
    }
    return new Bit(operations);
  }

  @Override
  public BsonValue modify(BsonValue value, FieldLocation place) {
    BsonValue result = value == null ? new BsonInt32(0) : value;
    if (!Numbers.isInteger(result)) {
      throw new MongoException(
          BAD_VALUE,
          ("Cannot apply $bit to a value of non-integral type.%s has the field %s of "
                  + "non-integer type %s")
              .formatted(place.id(), place.name(), TypeNames.of(value)));
    }
    for (Map.Entry<String, BsonValue> each : operations.entrySet()) {
      result = apply(each.getKey(), result, each.getValue());
    }
    return result.equals(value) ? value : result;
  }

  private static BsonValue apply(String operation, BsonValue left, BsonValue right) {
    long first = Numbers.toLong(left);
    long second = Numbers.toLong(right);
    long result =
        switch (operation) {
          case "and" -> first & second;
          case "or" -> first | second;
          default -> first ^ second;
        };
    boolean wide = left.getBsonType() == BsonType.INT64 || right.getBsonType() == BsonType.INT64;
    return wide ? new BsonInt64(result) : new BsonInt32((int) result);
  }
}
