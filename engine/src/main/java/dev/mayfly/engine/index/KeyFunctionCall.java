package dev.mayfly.engine.index;

import static java.util.Objects.requireNonNull;

import org.bson.BsonDocument;

/**
 * How an index calls a {@link KeyFunction}.
 *
 * @param name of the function
 * @param parameters for the function; part of what the index is
 */
public record KeyFunctionCall(String name, BsonDocument parameters) {
  public KeyFunctionCall {
    requireNonNull(name, "name");
    requireNonNull(parameters, "parameters");
  }
}
