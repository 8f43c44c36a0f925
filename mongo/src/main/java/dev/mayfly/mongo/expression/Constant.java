package dev.mayfly.mongo.expression;

import static java.util.Objects.requireNonNull;

import org.bson.BsonValue;

/** A literal. */
public record Constant(BsonValue constant) implements Expression {
  public Constant {
    requireNonNull(constant, "constant");
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    return constant;
  }
}
