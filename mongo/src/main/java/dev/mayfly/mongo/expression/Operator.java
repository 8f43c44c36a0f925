package dev.mayfly.mongo.expression;

import org.bson.BsonValue;

/** Makes the expression of a name, such as {@code $add}, from its argument. */
@FunctionalInterface
public interface Operator {
  Expression parse(String name, BsonValue argument, ParseContext context);
}
