package dev.mayfly.mongo.expression;

import org.bson.BsonValue;

/** A compiled aggregation expression. Thread safe. */
@FunctionalInterface
public interface Expression {
  /** The value, or null if missing. */
  BsonValue evaluate(Variables variables);

  /** The value if it is constant; null otherwise. */
  default BsonValue constant() {
    return null;
  }
}
