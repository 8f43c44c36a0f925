package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.query.value.Value;
import java.util.List;

/** A scalar expression. */
public sealed interface Expression {
  /** The expressions that this one is made of; those within a subquery are not. */
  default List<Expression> children() {
    return Children.of(this);
  }

  /** A value in the text. */
  record Literal(Value value) implements Expression {}

  /** A value that comes beside the text; the name has its at sign. */
  record Parameter(String name, Span span) implements Expression {}

  /** An alias, or the container. */
  record Identifier(String name, Span span) implements Expression {}

  /**
   * A member by a name that stands in the text: {@code x.name} or {@code x["name"]}.
   *
   * @param quoted whether the name stands in brackets
   * @param span from the beginning of the path
   */
  record Member(Expression of, String name, boolean quoted, Span span) implements Expression {}

  /**
   * An element or member by a value.
   *
   * @param span from the beginning of the path
   */
  record Index(Expression of, Expression index, Span span) implements Expression {}

  /** An operator before its operand. */
  record Unary(Operator operator, Expression operand) implements Expression {}

  /** An operator between its operands. */
  record Binary(Operator operator, Expression left, Expression right) implements Expression {}

  /** Two or more that must all hold. */
  record And(List<Expression> operands) implements Expression {
    public And {
      operands = List.copyOf(operands);
    }
  }

  /** Two or more of which one must hold. */
  record Or(List<Expression> operands) implements Expression {
    public Or {
      operands = List.copyOf(operands);
    }
  }

  /** The first that is defined. */
  record Coalesce(Expression left, Expression right) implements Expression {}

  /** One of two, by whether a third is true. */
  record Conditional(Expression test, Expression then, Expression otherwise)
      implements Expression {}

  /** Equal to one of a list. */
  record In(Expression value, List<Expression> list) implements Expression {
    public In {
      list = List.copyOf(list);
    }
  }

  /** Within two bounds, which belong to it. */
  record Between(Expression value, Expression low, Expression high) implements Expression {}

  /**
   * Like a pattern.
   *
   * @param escape null if there is none
   */
  record Like(Expression value, Expression pattern, String escape) implements Expression {}

  /**
   * A call of a function.
   *
   * @param userDefined whether it was called with {@code udf.}
   */
  record Call(
      String name, boolean userDefined, List<Expression> arguments, Span span, Span nameSpan)
      implements Expression {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** An object made of parts. */
  record NewObject(List<Property> properties, Span span) implements Expression {
    public NewObject {
      properties = List.copyOf(properties);
    }
  }

  /** A part of an object. */
  record Property(String name, Expression value) {}

  /** An array made of parts. */
  record NewArray(List<Expression> elements) implements Expression {
    public NewArray {
      elements = List.copyOf(elements);
    }
  }

  /** A query within an expression. */
  record Subquery(SubqueryKind kind, Query query) implements Expression {}

  /** What becomes of the rows of a subquery. */
  enum SubqueryKind {
    SCALAR,
    EXISTS,
    ARRAY,
    ALL,
    FIRST,
    LAST
  }
}
