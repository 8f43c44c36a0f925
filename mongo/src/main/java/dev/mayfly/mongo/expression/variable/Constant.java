package dev.mayfly.mongo.expression.variable;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonValue;

/** A value that stands for itself. */
public record Constant(BsonValue constant) implements Expression {
  public Constant {
    requireNonNull(constant, "constant");
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    return constant;
  }
}
