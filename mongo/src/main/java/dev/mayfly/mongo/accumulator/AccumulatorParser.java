package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.expression.ParseContext;
import org.bson.BsonValue;

/** Makes an accumulation of what was written behind its name. */
@FunctionalInterface
interface AccumulatorParser {
  Accumulation parse(String name, BsonValue argument, ParseContext context);
}
