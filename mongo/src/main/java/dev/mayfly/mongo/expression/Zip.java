package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LargeArray;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $zip}: transposes arrays. */
record Zip(Expression[] inputs, Expression[] defaults, boolean longest) implements Expression {
  private static final int ROW_BYTES = 64;

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(34460, "$zip only supports an object as an argument, found %s"),
            NamedArguments.failure(34464, "$zip found an unknown argument: %s"),
            "inputs",
            "defaults",
            "useLongestLength");
    Expression[] inputs = list(arguments, "inputs", 34461);
    Expression[] defaults = list(arguments, "defaults", 34462);
    BsonValue flag = arguments.raw("useLongestLength");
    if (flag != null && !flag.isBoolean()) {
      throw new MongoException(
          34463, "useLongestLength must be a bool, found " + TypeNames.of(flag));
    }
    boolean longest = flag != null && flag.asBoolean().getValue();
    if (inputs.length == 0) {
      throw new MongoException(34465, "$zip requires at least one input array");
    }
    if (!longest && defaults.length > 0) {
      throw new MongoException(34466, "cannot specify defaults unless useLongestLength is true");
    }
    if (defaults.length > 0 && defaults.length != inputs.length) {
      throw new MongoException(34467, "defaults and inputs must have the same length");
    }
    return new Zip(inputs, defaults, longest);
  }

  private static Expression[] list(NamedArguments arguments, String name, int code) {
    BsonValue value = arguments.raw(name);
    if (value == null) {
      return new Expression[0];
    }
    if (!value.isArray()) {
      throw new MongoException(
          code, name + " must be an array of expressions, found " + TypeNames.of(value));
    }
    return Operators.operands(value, arguments.context());
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonArray[] arrays = new BsonArray[inputs.length];
    int length = longest ? 0 : Integer.MAX_VALUE;
    for (int i = 0; i < inputs.length; i++) {
      BsonValue value = inputs[i].evaluate(variables);
      if (Values.isNullish(value)) {
        return Values.NULL;
      }
      if (!value.isArray()) {
        throw new MongoException(
            34468, "$zip found a non-array expression in input: " + BsonText.of(value));
      }
      arrays[i] = value.asArray();
      length = longest ? Math.max(length, arrays[i].size()) : Math.min(length, arrays[i].size());
    }
    return rows(arrays, length, variables);
  }

  private BsonValue rows(BsonArray[] arrays, int length, Variables variables) {
    ValueLimits.checkElements((long) length * (arrays.length + 1));
    variables.make((long) length * (ROW_BYTES + arrays.length * HeapSize.ELEMENT));
    BsonValue[] fillers = new BsonValue[arrays.length];
    for (int i = 0; i < fillers.length; i++) {
      fillers[i] = Values.orNull(defaults.length == 0 ? null : defaults[i].evaluate(variables));
    }
    BsonArray rows = LargeArray.ofSize(length);
    for (int row = 0; row < length; row++) {
      BsonArray columns = new BsonArray(arrays.length);
      for (int i = 0; i < arrays.length; i++) {
        columns.add(row < arrays[i].size() ? arrays[i].get(row) : fillers[i]);
      }
      rows.add(columns);
    }
    return rows;
  }
}
