package dev.mayfly.cosmos.query.vector;

import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.vector.VectorBuffer;
import java.util.List;

/** Reads vectors from values of expressions. */
public final class VectorValues {
  private VectorValues() {}

  /** Reads a value; without a vector if it is no array of numbers. */
  public static void read(Value value, VectorBuffer into) {
    into.clear();
    if (value instanceof ArrayValue.Raw raw) {
      into.read(raw.raw());
    } else if (value instanceof ArrayValue array) {
      List<Value> elements = array.elements();
      for (int i = 0; i < elements.size(); i++) {
        if (!(elements.get(i) instanceof NumberValue number) || !into.put(i, number.asDouble())) {
          return;
        }
      }
      into.end(elements.size());
    }
  }
}
