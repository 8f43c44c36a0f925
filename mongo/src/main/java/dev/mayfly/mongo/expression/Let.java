package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.error.MongoException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonValue;

public final class Let implements Expression {
  private static final String CURRENT = "CURRENT";

  private final String[] names;
  private final Expression[] values;
  private final Expression in;

  private Let(Map<String, Expression> defined, Expression in) {
    this.names = defined.keySet().toArray(String[]::new);
    this.values = defined.values().toArray(Expression[]::new);
    this.in = in;
  }

  public static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(16874, "$let only supports an object as its argument"),
            NamedArguments.failure(16875, "Unrecognized parameter to $let: %s"),
            "vars",
            "in");
    BsonValue vars = arguments.raw("vars");
    if (vars == null) {
      throw new MongoException(16876, "Missing 'vars' parameter to $let");
    }
    if (!vars.isDocument()) {
      throw new MongoException(10065, "invalid parameter: expected an object (vars)");
    }
    Map<String, Expression> defined = new LinkedHashMap<>();
    for (Map.Entry<String, BsonValue> each : vars.asDocument().entrySet()) {
      defined.put(
          NamedVariable.checkDefinable(each.getKey()),
          ExpressionParser.parse(each.getValue(), arguments.context()));
    }
    Expression in =
        arguments.required(
            "in", define(arguments.context(), defined), 16877, "Missing 'in' parameter to $let");
    return new Let(defined, in);
  }

  private static ParseContext define(ParseContext context, Map<String, Expression> defined) {
    Map<String, Expression> named = new LinkedHashMap<>(defined);
    named.remove(CURRENT);
    return context.with(named.keySet());
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    Variables inner = variables;
    for (int i = 0; i < names.length; i++) {
      BsonValue value = ValueLimits.checked(values[i].evaluate(variables));
      inner = names[i].equals(CURRENT) ? inner.descending(value) : inner.with(names[i], value);
    }
    return in.evaluate(inner);
  }
}
