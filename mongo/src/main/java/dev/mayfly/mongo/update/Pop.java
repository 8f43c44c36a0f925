package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.FAILED_TO_PARSE;
import static dev.mayfly.mongo.error.ErrorCodes.TYPE_MISMATCH;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $pop}: removes the last element, or with -1 the first. */
record Pop(boolean first) implements Modifier {
  static Pop parse(String path, BsonValue operand) {
    if (!Numbers.isNumber(operand)) {
      throw new MongoException(
          FAILED_TO_PARSE, "Expected a number in: " + BsonText.field(path, operand));
    }
    Long direction = Numbers.exactLong(operand);
    if (direction == null) {
      throw new MongoException(
          FAILED_TO_PARSE, "Expected an integer: " + BsonText.field(path, operand));
    }
    if (direction != 1 && direction != -1) {
      throw new MongoException(FAILED_TO_PARSE, "$pop expects 1 or -1, found: " + direction);
    }
    return new Pop(direction == -1);
  }

  @Override
  public BsonValue modify(BsonValue value, FieldLocation place) {
    if (value == null) {
      return null;
    }
    if (!value.isArray()) {
      throw new MongoException(
          TYPE_MISMATCH,
          "Path '%s' contains an element of non-array type '%s'"
              .formatted(place.path(), TypeNames.of(value)));
    }
    List<BsonValue> elements = value.asArray();
    if (elements.isEmpty()) {
      return value;
    }
    int size = elements.size();
    return new BsonArray(first ? elements.subList(1, size) : elements.subList(0, size - 1));
  }

  @Override
  public boolean createsPath() {
    return false;
  }

  @Override
  public boolean needsViablePath() {
    return true;
  }
}
