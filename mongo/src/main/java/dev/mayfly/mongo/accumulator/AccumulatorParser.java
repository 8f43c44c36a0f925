package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.expression.ParseContext;
import org.bson.BsonValue;

/** Parses the argument of an accumulator. */
@FunctionalInterface
interface AccumulatorParser {
  AccumulationStatement parse(String name, BsonValue argument, ParseContext context);
}
