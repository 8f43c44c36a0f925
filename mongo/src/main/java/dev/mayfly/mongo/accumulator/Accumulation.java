package dev.mayfly.mongo.accumulator;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonValue;

/**
 * An accumulator and what it is fed with, compiled once.
 *
 * @param name with its dollar sign
 * @param argument what a document gives to the accumulator
 * @param written the argument as it was written
 * @param starter makes an accumulator that has seen nothing
 */
public record Accumulation(String name, Expression argument, BsonValue written, Starter starter) {
  public Accumulation {
    requireNonNull(argument, "argument");
    requireNonNull(written, "written");
    requireNonNull(starter, "starter");
  }

  /** Makes accumulators. */
  @FunctionalInterface
  public interface Starter {
    /**
     * @param variables with the key of the group as their document
     * @param memory is told of what the accumulator holds
     */
    Accumulator start(Variables variables, MemoryUse memory);
  }

  public Accumulator start(Variables variables, MemoryUse memory) {
    return starter.start(variables, memory);
  }
}
