package dev.mayfly.cosmos.query.syntax;

/** The operators with one or two operands, except AND, OR and ??. */
public enum Operator {
  NOT("NOT"),
  NEGATE("-"),
  PLUS("+"),
  BIT_NOT("~"),
  MULTIPLY("*"),
  DIVIDE("/"),
  MODULO("%"),
  ADD("+"),
  SUBTRACT("-"),
  CONCATENATE("||"),
  SHIFT_LEFT("<<"),
  SHIFT_RIGHT(">>"),
  SHIFT_RIGHT_ZERO(">>>"),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">="),
  EQUAL("="),
  NOT_EQUAL("!="),
  BIT_AND("&"),
  BIT_XOR("^"),
  BIT_OR("|");

  private final String text;

  Operator(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  static Operator unary(String text) {
    return switch (text) {
      case "-" -> NEGATE;
      case "+" -> PLUS;
      default -> BIT_NOT;
    };
  }

  static Operator binary(String text) {
    if (text.equals("<>")) {
      return NOT_EQUAL;
    }
    for (Operator operator : values()) {
      if (operator.ordinal() > BIT_NOT.ordinal() && operator.text.equals(text)) {
        return operator;
      }
    }
    throw new IllegalArgumentException("no operator: " + text);
  }
}
