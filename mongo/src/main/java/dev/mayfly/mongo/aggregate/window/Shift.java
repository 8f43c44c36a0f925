package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.NamedArguments;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Values;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $shift}: the value of the document at an offset. */
final class Shift {
  private Shift() {}

  static WindowFunction parse(BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(
                ErrorCodes.FAILED_TO_PARSE, "Argument to $shift must be an object"),
            NamedArguments.failure(ErrorCodes.FAILED_TO_PARSE, "Unknown argument in $shift: %s"),
            "output",
            "by",
            "default");
    Expression output =
        arguments.required(
            "output", ErrorCodes.FAILED_TO_PARSE, "$shift requires an 'output' expression.");
    BsonValue by = arguments.raw("by");
    Integer distance = by == null ? null : Numbers.isNumber(by) ? Numbers.exactInt(by) : null;
    if (distance == null) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "$shift requires 'by' as an integer value.");
    }
    Expression otherwise = arguments.optional("default");
    BsonValue fallback = otherwise == null ? BsonNull.VALUE : otherwise.constant();
    if (fallback == null) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "'$shift:default' expression must yield a constant value.");
    }
    return partition -> shifted(partition, output, distance, fallback);
  }

  private static BsonValue[] shifted(
      Partition partition, Expression output, int distance, BsonValue fallback) {
    BsonValue[] values = new BsonValue[partition.size()];
    for (int i = 0; i < values.length; i++) {
      long at = (long) i + distance;
      values[i] =
          at >= 0 && at < values.length
              ? Values.orNull(partition.value(output, (int) at))
              : fallback;
    }
    return values;
  }
}
