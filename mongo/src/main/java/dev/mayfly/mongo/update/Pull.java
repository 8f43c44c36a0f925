package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.ElementFilter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $pull} and {@code $pullAll}. */
record Pull(ElementFilter out) implements Modifier {
  static Pull parse(BsonValue condition, ParseContext context) {
    return new Pull(ElementFilter.parse(condition, context));
  }

  static Pull parseAll(BsonValue operand, ParseContext context) {
    if (!operand.isArray()) {
      throw new MongoException(
          BAD_VALUE,
          "$pullAll requires an array argument but was given a " + TypeNames.of(operand));
    }
    Set<ValueKey> values = new HashSet<>();
    for (BsonValue each : operand.asArray()) {
      values.add(new ValueKey(each, context.order()));
    }
    return new Pull(
        (element, variables) -> values.contains(new ValueKey(element, context.order())));
  }

  @Override
  public BsonValue modify(BsonValue value, FieldLocation place) {
    if (value == null) {
      return null;
    }
    if (!value.isArray()) {
      throw new MongoException(BAD_VALUE, "Cannot apply $pull to a non-array value");
    }
    Variables variables = place.call().variables();
    List<BsonValue> kept = new ArrayList<>(value.asArray().size());
    for (BsonValue each : value.asArray()) {
      if (!out.matches(each, variables)) {
        kept.add(each);
      }
    }
    return kept.size() == value.asArray().size() ? value : new BsonArray(kept);
  }

  @Override
  public boolean createsPath() {
    return false;
  }
}
