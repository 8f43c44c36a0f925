package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.error.MongoException;
import java.util.HashSet;
import java.util.Set;
import org.bson.BsonValue;

/** {@code $in}: whether an array contains a value. */
final class In {
  private static final int LIST_MAX = 8;

  private In() {}

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    Expression[] operands = Operators.exactly(2, name, argument, context);
    Expression value = operands[0];
    BsonOrder order = context.order();
    BsonValue list = operands[1].constant();
    if (list != null && list.isArray() && list.asArray().size() > LIST_MAX) {
      Set<ValueKey> keys = new HashSet<>();
      list.asArray().forEach(each -> keys.add(new ValueKey(each, order)));
      return Operators.folded(
          variables -> Values.of(keys.contains(new ValueKey(value.evaluate(variables), order))),
          value);
    }
    return Operators.folded(
        variables -> of(value.evaluate(variables), operands[1].evaluate(variables), order),
        operands);
  }

  private static BsonValue of(BsonValue value, BsonValue array, BsonOrder order) {
    if (array == null || !array.isArray()) {
      throw new MongoException(
          40081, "$in requires an array as a second argument, found: " + TypeNames.of(array));
    }
    for (BsonValue element : array.asArray()) {
      if (order.equal(value, element)) {
        return Values.of(true);
      }
    }
    return Values.of(false);
  }
}
