package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $push} with {@code $each}, {@code $position}, {@code $sort}, {@code $slice}. */
record Push(List<BsonValue> values, Long position, Comparator<BsonValue> sort, Long slice)
    implements Modifier {
  static Push parse(BsonValue operand, ParseContext context) {
    if (!operand.isDocument() || !operand.asDocument().containsKey("$each")) {
      return new Push(List.of(operand), null, null, null);
    }
    BsonDocument clauses = operand.asDocument();
    for (String clause : clauses.keySet()) {
      switch (clause) {
        case "$each", "$position", "$slice", "$sort" -> {}
        default -> throw new MongoException(BAD_VALUE, "Unrecognized clause in $push: " + clause);
      }
    }
    BsonValue each = clauses.get("$each");
    if (!each.isArray()) {
      throw new MongoException(
          BAD_VALUE,
          "The argument to $each in $push must be an array but it was of type: "
              + TypeNames.of(each));
    }
    BsonValue sort = clauses.get("$sort");
    return new Push(
        each.asArray(),
        integer(
            clauses.get("$position"), "The value for $position must be an integer value, not of"),
        sort == null ? null : PushSort.parse(sort, context.order()),
        integer(
            clauses.get("$slice"), "The value for $slice must be an integer value but was given"));
  }

  private static Long integer(BsonValue value, String problem) {
    if (value == null) {
      return null;
    }
    Long integer = Numbers.isNumber(value) ? Numbers.exactLong(value) : null;
    if (integer == null) {
      throw new MongoException(BAD_VALUE, problem + " type: " + TypeNames.of(value));
    }
    return integer;
  }

  @Override
  public BsonValue modify(BsonValue value, FieldLocation place) {
    if (value != null && !value.isArray()) {
      throw new MongoException(
          BAD_VALUE,
          "The field '%s' must be an array but is of type %s in document {%s}"
              .formatted(place.path(), TypeNames.of(value), place.id()));
    }
    List<BsonValue> result = new ArrayList<>(value == null ? List.of() : value.asArray());
    result.addAll(insertAt(result.size()), values);
    if (sort != null) {
      result.sort(sort);
    }
    BsonArray after = new BsonArray(sliced(result));
    return after.equals(value) ? value : after;
  }

  private int insertAt(int size) {
    if (position == null || position > size) {
      return size;
    }
    return (int) (position >= 0 ? position : Math.max(0, size + position));
  }

  /** A negative slice keeps the last elements. */
  private List<BsonValue> sliced(List<BsonValue> elements) {
    int size = elements.size();
    if (slice == null || Math.abs(slice) >= size && slice != Long.MIN_VALUE) {
      return elements;
    }
    if (slice >= 0) {
      return elements.subList(0, slice.intValue());
    }
    return slice == Long.MIN_VALUE ? elements : elements.subList((int) (size + slice), size);
  }

  @Override
  public int depth() {
    return 1 + NestingDepth.deepest(values);
  }
}
