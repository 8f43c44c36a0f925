package dev.mayfly.mongo.accumulator;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonValue;

/**
 * A compiled accumulator with its argument.
 *
 * @param name with the dollar sign
 * @param argument evaluated for each document
 * @param written the argument as sent by the client
 * @param starter creates the state of one group
 */
public record AccumulationStatement(
    String name, Expression argument, BsonValue written, Starter starter) {
  public AccumulationStatement {
    requireNonNull(argument, "argument");
    requireNonNull(written, "written");
    requireNonNull(starter, "starter");
  }

  @FunctionalInterface
  public interface Starter {
    /**
     * @param variables whose document is the key of the group
     * @param memory charged for what the accumulator holds
     */
    Accumulator start(Variables variables, MemoryUse memory);
  }

  public Accumulator start(Variables variables, MemoryUse memory) {
    return starter.start(variables, memory);
  }
}
