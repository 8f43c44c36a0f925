package dev.mayfly.mongo.expression;

import org.bson.BsonValue;

/** Parses the argument of an operator such as {@code $add}. */
@FunctionalInterface
public interface Operator {
  Expression parse(String name, BsonValue argument, ParseContext context);
}
