package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Operator;
import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.Value;

/** What operators make of values. An operand of the wrong type makes the result undefined. */
final class Operators {
  private Operators() {}

  static Value unary(Operator operator, Value operand) {
    if (operator == Operator.NOT) {
      return operand.kind() == Kind.BOOLEAN ? Value.of(!operand.isTrue()) : Value.UNDEFINED;
    }
    if (!(operand instanceof NumberValue number)) {
      return Value.UNDEFINED;
    }
    return switch (operator) {
      case PLUS -> operand;
      case NEGATE -> negated(number);
      default -> Value.of((long) ~toInt32(number));
    };
  }

  private static Value negated(NumberValue number) {
    // Zero has a sign only as a double, and the smallest long has no opposite.
    boolean whole =
        number instanceof NumberValue.Whole w && w.number() != 0 && w.number() != Long.MIN_VALUE;
    return whole
        ? Value.of(-((NumberValue.Whole) number).number())
        : Value.of(0.0 - number.asDouble());
  }

  static Value binary(Operator operator, Value left, Value right) {
    return switch (operator) {
      case EQUAL -> equal(left, right, true);
      case NOT_EQUAL -> equal(left, right, false);
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> compare(operator, left, right);
      default ->
          left instanceof NumberValue a && right instanceof NumberValue b
              ? numbers(operator, a, b)
              : Value.UNDEFINED;
    };
  }

  /** Values of different types are different, not undefined: c.x != null depends on it. */
  static Value equal(Value left, Value right, boolean wanted) {
    return left.isDefined() && right.isDefined()
        ? Value.of(Comparison.equal(left, right) == wanted)
        : Value.UNDEFINED;
  }

  static Value compare(Operator operator, Value left, Value right) {
    if (!Comparison.comparable(left, right)) {
      return Value.UNDEFINED;
    }
    int order = Comparison.order(left, right);
    return Value.of(
        switch (operator) {
          case LESS -> order < 0;
          case LESS_OR_EQUAL -> order <= 0;
          case GREATER -> order > 0;
          default -> order >= 0;
        });
  }

  private static Value numbers(Operator operator, NumberValue left, NumberValue right) {
    double a = left.asDouble();
    double b = right.asDouble();
    return switch (operator) {
      case ADD -> Value.of(a + b);
      case SUBTRACT -> Value.of(a - b);
      case MULTIPLY -> Value.of(a * b);
      case DIVIDE -> Value.of(a / b);
      case MODULO -> Value.of(a % b);
      case SHIFT_LEFT -> Value.of((long) (toInt32(left) << toInt32(right)));
      case SHIFT_RIGHT -> Value.of((long) (toInt32(left) >> toInt32(right)));
      case SHIFT_RIGHT_ZERO -> Value.of((toInt32(left) >>> toInt32(right)) & 0xFFFFFFFFL);
      case BIT_AND -> Value.of((long) (toInt32(left) & toInt32(right)));
      case BIT_XOR -> Value.of((long) (toInt32(left) ^ toInt32(right)));
      case BIT_OR -> Value.of((long) (toInt32(left) | toInt32(right)));
      default -> throw new IllegalArgumentException("not between numbers: " + operator);
    };
  }

  /** As JavaScript does it: the fraction is cut off, the rest is taken modulo 2^32. */
  private static int toInt32(NumberValue number) {
    if (number instanceof NumberValue.Whole whole) {
      return (int) whole.number();
    }
    double value = number.asDouble();
    return Double.isFinite(value) ? (int) (long) (value % 0x1p32) : 0;
  }

  /** Three-valued: one false decides, or else one that is not a boolean. */
  static Value and(Evaluator[] operands, Value[] row) {
    Value result = Value.of(true);
    for (Evaluator operand : operands) {
      Value value = operand.evaluate(row);
      if (value.kind() != Kind.BOOLEAN) {
        result = Value.UNDEFINED;
      } else if (!value.isTrue()) {
        return value;
      }
    }
    return result;
  }

  /** Three-valued: one true decides, or else one that is not a boolean. */
  static Value or(Evaluator[] operands, Value[] row) {
    Value result = Value.of(false);
    for (Evaluator operand : operands) {
      Value value = operand.evaluate(row);
      if (value.kind() != Kind.BOOLEAN) {
        result = Value.UNDEFINED;
      } else if (value.isTrue()) {
        return value;
      }
    }
    return result;
  }
}
