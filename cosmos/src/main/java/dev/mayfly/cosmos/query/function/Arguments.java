package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.List;

/** What arguments are, or null if they are something else. */
final class Arguments {
  private Arguments() {}

  static String text(Value value) {
    return value instanceof StringValue string ? string.text() : null;
  }

  static Double number(Value value) {
    return value instanceof NumberValue number ? (Double) number.asDouble() : null;
  }

  /** A number without a fraction, of at most 64 bits. */
  static Long whole(Value value) {
    if (value instanceof NumberValue.Whole whole) {
      return whole.number();
    } else if (value instanceof NumberValue.Real real) {
      double number = real.number();
      boolean fits = number == Math.rint(number) && number >= -0x1p63 && number < 0x1p63;
      return fits ? (Long) (long) number : null;
    }
    return null;
  }

  static List<Value> elements(Value value) {
    return value instanceof ArrayValue array ? array.elements() : null;
  }

  static Boolean flag(Value value) {
    return value.kind() == Kind.BOOLEAN ? (Boolean) value.isTrue() : null;
  }

  /** The argument at a place, if there are as many; or else this one. */
  static Value at(Value[] arguments, int place, Value otherwise) {
    return place < arguments.length ? arguments[place] : otherwise;
  }
}
