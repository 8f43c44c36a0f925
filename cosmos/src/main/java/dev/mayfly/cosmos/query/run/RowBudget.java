package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;

/**
 * How much the expressions of a query may make of one row. A short text can name a long value
 * thousands of times, and each time it would be copied. For one thread at a time.
 */
final class RowBudget {
  /** In bytes or characters; no item as it is takes nearly as much. */
  private static final long MAX = 64L << 20;

  /** About what a value takes beside its content. */
  private static final int VALUE = 16;

  private long used;

  /** Starts with a row. */
  void begin() {
    used = 0;
  }

  /** How much was made of the row so far. */
  long used() {
    return used;
  }

  /** Counts a text that is made. */
  void takeText(long characters) {
    used += characters;
    if (used > MAX) {
      throw QueryError.refused(
          "The query makes more than " + MAX + " bytes of one item: select less of it.");
    }
  }

  /** Counts a value that becomes a part of another; what that one is made of was counted. */
  void takePart(Value value) {
    long size = 0;
    if (value instanceof StringValue string) {
      size = string.text().length();
    } else if (value instanceof ObjectValue.Raw object) {
      size = object.raw().length();
    } else if (value instanceof ArrayValue.Raw array) {
      size = array.raw().length();
    }
    takeText(VALUE + size);
  }
}
