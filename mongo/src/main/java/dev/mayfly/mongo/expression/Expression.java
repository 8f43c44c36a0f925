package dev.mayfly.mongo.expression;

import org.bson.BsonValue;

/** Computes a value from a document and variables. Thread safe: it is compiled once. */
@FunctionalInterface
public interface Expression {
  /** The value, or null where it is missing. */
  BsonValue evaluate(Variables variables);

  /** The value if it is the same for all documents; null otherwise. */
  default BsonValue constant() {
    return null;
  }
}
