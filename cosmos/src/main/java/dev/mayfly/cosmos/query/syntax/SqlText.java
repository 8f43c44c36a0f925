package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.Direction;
import dev.mayfly.cosmos.query.syntax.Query.Item;
import dev.mayfly.cosmos.query.syntax.Query.OrderItem;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.syntax.Query.Source;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Trees as texts again, in the form that the service gives them: everything with an operator in
 * parentheses, strings in double quotes. The same expression has the same text.
 */
public final class SqlText {
  /** The service prints fractions with enough digits to identify every double. */
  private static final MathContext DIGITS = new MathContext(17);

  /** From here on numbers are written with an exponent, and before there. */
  private static final double PLAIN_MIN = 1e-4;

  private static final double PLAIN_MAX = 1e17;

  /** JSON has no such number, but the language reads one that is too large as infinite. */
  private static final String INFINITY = "1e999";

  private SqlText() {}

  public static String of(Expression expression) {
    if (expression instanceof Expression.Literal literal) {
      return literal.value().isDefined() ? literal(literal.value()) : "undefined";
    } else if (expression instanceof Expression.Parameter parameter) {
      return parameter.name();
    } else if (expression instanceof Expression.Identifier identifier) {
      return identifier.name();
    } else if (expression instanceof Expression.Member member) {
      return base(member.of())
          + (member.quoted() ? "[" + json(Value.of(member.name())) + "]" : "." + member.name());
    } else if (expression instanceof Expression.Index index) {
      return base(index.of()) + "[" + of(index.index()) + "]";
    } else if (expression instanceof Expression.Call call) {
      return (call.userDefined() ? "udf." : "")
          + call.name()
          + "("
          + list(call.arguments(), SqlText::of)
          + ")";
    } else if (expression instanceof Expression.NewArray array) {
      return "[" + list(array.elements(), SqlText::of) + "]";
    } else if (expression instanceof Expression.NewObject object) {
      return "{"
          + list(object.properties(), p -> json(Value.of(p.name())) + ": " + of(p.value()))
          + "}";
    }
    return operator(expression);
  }

  /** What stands before a dot or a bracket; a number would take the dot for its own. */
  private static String base(Expression expression) {
    boolean negative =
        expression instanceof Expression.Unary unary
            && unary.operator() == Operator.NEGATE
            && isNumber(unary.operand());
    return negative || isNumber(expression) ? "(" + of(expression) + ")" : of(expression);
  }

  private static boolean isNumber(Expression expression) {
    return expression instanceof Expression.Literal literal
        && literal.value() instanceof NumberValue;
  }

  private static String literal(Value value) {
    if (value instanceof NumberValue.Real real) {
      double size = Math.abs(real.number());
      if (size == Double.POSITIVE_INFINITY) {
        return INFINITY;
      }
      if (size >= PLAIN_MIN && size < PLAIN_MAX) {
        return new BigDecimal(real.number()).round(DIGITS).stripTrailingZeros().toPlainString();
      }
    }
    return json(value);
  }

  private static String operator(Expression expression) {
    if (expression instanceof Expression.Unary unary) {
      return unary(unary);
    } else if (expression instanceof Expression.Binary binary) {
      return "("
          + of(binary.left())
          + " "
          + binary.operator().text()
          + " "
          + of(binary.right())
          + ")";
    } else if (expression instanceof Expression.And and) {
      return chain(and.operands(), " AND ");
    } else if (expression instanceof Expression.Or or) {
      return chain(or.operands(), " OR ");
    } else if (expression instanceof Expression.Coalesce coalesce) {
      return "(" + of(coalesce.left()) + " ?? " + of(coalesce.right()) + ")";
    } else if (expression instanceof Expression.Conditional conditional) {
      return "("
          + of(conditional.test())
          + " ? "
          + of(conditional.then())
          + " : "
          + of(conditional.otherwise())
          + ")";
    } else if (expression instanceof Expression.In in) {
      return "(" + of(in.value()) + " IN (" + list(in.list(), SqlText::of) + "))";
    } else if (expression instanceof Expression.Between between) {
      return "("
          + of(between.value())
          + " BETWEEN "
          + of(between.low())
          + " AND "
          + of(between.high())
          + ")";
    } else if (expression instanceof Expression.Like like) {
      String escape = like.escape() == null ? "" : " ESCAPE " + json(Value.of(like.escape()));
      return "(" + of(like.value()) + " LIKE " + of(like.pattern()) + escape + ")";
    }
    Expression.Subquery subquery = (Expression.Subquery) expression;
    String kind = subquery.kind() == Expression.SubqueryKind.SCALAR ? "" : subquery.kind().name();
    return kind + "(" + of(subquery.query()) + ")";
  }

  private static String unary(Expression.Unary unary) {
    String operand = of(unary.operand());
    return switch (unary.operator()) {
      case NOT -> "(NOT " + operand + ")";
      case NEGATE -> {
        // Two signs side by side would begin a comment.
        String signed = (operand.startsWith("-") ? "- " : "-") + operand;
        yield isNumber(unary.operand()) ? signed : "(" + signed + ")";
      }
      default -> "(" + unary.operator().text() + operand + ")";
    };
  }

  private static String chain(List<Expression> operands, String between) {
    StringBuilder text = new StringBuilder("(".repeat(operands.size() - 1));
    text.append(of(operands.get(0)));
    for (Expression operand : operands.subList(1, operands.size())) {
      text.append(between).append(of(operand)).append(')');
    }
    return text.toString();
  }

  private static <T> String list(List<T> parts, Function<T, String> text) {
    return parts.stream().map(text).collect(Collectors.joining(", "));
  }

  public static String json(Value value) {
    JsonWriter json = new JsonWriter();
    ValueWriter.write(value, json);
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  public static String of(Query query) {
    StringBuilder text = new StringBuilder("SELECT ");
    text.append(query.distinct() ? "DISTINCT " : "");
    text.append(query.top() == null ? "" : "TOP " + of(query.top()) + " ");
    text.append(of(query.selection()));
    if (!query.from().isEmpty()) {
      text.append(" FROM ").append(sources(query.from()));
    }
    if (query.where() != null) {
      text.append(" WHERE ").append(of(query.where()));
    }
    if (!query.groupBy().isEmpty()) {
      text.append(" GROUP BY ").append(list(query.groupBy(), SqlText::of));
    }
    if (!query.orderBy().isEmpty()) {
      text.append(query.ranked() ? " ORDER BY RANK " : " ORDER BY ");
      text.append(list(query.orderBy(), SqlText::of));
    }
    if (query.offset() != null) {
      text.append(" OFFSET ").append(of(query.offset()));
      text.append(" LIMIT ").append(of(query.limit()));
    }
    return text.toString();
  }

  private static String of(Selection selection) {
    if (selection instanceof Selection.Single single) {
      return "VALUE " + of(single.value());
    } else if (selection instanceof Selection.Items items) {
      return list(items.items(), SqlText::of);
    }
    return "*";
  }

  private static String of(Item item) {
    return of(item.value()) + (item.alias() == null ? "" : " AS " + item.alias());
  }

  public static String of(OrderItem item) {
    return of(item.value())
        + (item.direction() == Direction.NONE ? "" : " " + item.direction().name());
  }

  public static String sources(List<Source> sources) {
    return sources.stream().map(SqlText::of).collect(Collectors.joining(" JOIN "));
  }

  private static String of(Source source) {
    String collection;
    if (source.collection() instanceof Collection.Path path) {
      collection = of(path.value());
    } else if (source.collection() instanceof Collection.Rows rows) {
      collection = "( " + of(rows.query()) + " )";
    } else {
      collection = of(((Collection.Result) source.collection()).call());
    }
    if (source.each()) {
      return source.alias() + " IN " + collection;
    }
    return collection + (source.alias() == null ? "" : " AS " + source.alias());
  }

  /** Where a path stands in the text. */
  public static Span span(Expression path) {
    if (path instanceof Expression.Member member) {
      return member.span();
    } else if (path instanceof Expression.Index index) {
      return index.span();
    }
    return ((Expression.Identifier) path).span();
  }
}
