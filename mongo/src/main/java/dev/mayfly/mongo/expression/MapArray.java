package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LargeArray;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonValue;

record MapArray(Expression input, String as, Expression in) implements Expression {
  private static final int COUNTED_AT_ONCE = 8 << 10;

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(16878, "$map only supports an object as its argument"),
            NamedArguments.failure(16879, "Unrecognized parameter to $map: %s"),
            "input",
            "as",
            "in");
    Expression input = arguments.required("input", 16880, "Missing 'input' parameter to $map");
    String as = variable(arguments.raw("as"));
    Expression in =
        arguments.required(
            "in", arguments.context().with(Set.of(as)), 16882, "Missing 'in' parameter to $map");
    return new MapArray(input, as, in);
  }

  /** The element variable: {@code this} by default. */
  static String variable(BsonValue as) {
    if (as == null) {
      return "this";
    }
    return NamedVariable.checkDefinable(as.isString() ? as.asString().getValue() : "");
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonValue value = input.evaluate(variables);
    if (Values.isNullish(value)) {
      return Values.NULL;
    }
    if (!value.isArray()) {
      throw new MongoException(16883, "input to $map must be an array not " + TypeNames.of(value));
    }
    BsonArray array = value.asArray();
    BsonArray mapped = LargeArray.ofSize(array.size());
    long bytes = 0;
    long heapBytes = 0;
    variables.make((long) array.size() * HeapSize.ELEMENT);
    for (BsonValue element : array) {
      variables.step();
      long mark = variables.mark();
      BsonValue each = Values.orNull(in.evaluate(variables.with(as, element)));
      bytes = ValueLimits.plus(bytes, each);
      variables.releaseTo(mark);
      heapBytes += HeapSize.of(each);
      if (heapBytes >= COUNTED_AT_ONCE) {
        variables.make(heapBytes);
        heapBytes = 0;
      }
      mapped.add(each);
    }
    variables.make(heapBytes);
    return mapped;
  }
}
