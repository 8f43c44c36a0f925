package dev.mayfly.cosmos.query.run.naive;

import java.util.Map;
import java.util.function.Function;

/**
 * An expression as a text and as what it is worth.
 *
 * @param worth by the values of the aliases
 */
public record Part(String text, Function<Map<String, Object>, Object> worth) {
  Object in(Map<String, Object> row) {
    return worth.apply(row);
  }
}
