package dev.mayfly.cosmos.query.plan;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.SqlText;
import java.util.Locale;
import java.util.Map;

/** What each range is asked for an aggregate, and what clients call it. */
final class AggregateText {
  private static final Map<String, String> TYPES =
      Map.of(
          "AVG", "Average",
          "COUNT", "Count",
          "COUNTIF", "CountIf",
          "MAX", "Max",
          "MIN", "Min",
          "SUM", "Sum",
          "MAKELIST", "MakeList",
          "MAKESET", "MakeSet");

  private AggregateText() {}

  /** The type of the aggregate that an expression is; null if it is none. */
  static String type(Expression expression) {
    return expression instanceof Expression.Call call && !call.userDefined()
        ? TYPES.get(call.name().toUpperCase(Locale.ROOT))
        : null;
  }

  /** Whether an expression contains an aggregate, outside of subqueries. */
  static boolean isIn(Expression expression) {
    return type(expression) != null || expression.children().stream().anyMatch(AggregateText::isIn);
  }

  /** The object that a range answers with: all that is needed to merge it with others. */
  static String item(Expression aggregate) {
    Expression.Call call = (Expression.Call) aggregate;
    String argument = SqlText.of(call.arguments().get(0));
    String name = call.name().toUpperCase(Locale.ROOT);
    return switch (name) {
      case "AVG" ->
          "{\"item\": {\"sum\": SUM(" + argument + "), \"count\": COUNT(" + argument + ")}}";
      case "MIN", "MAX" ->
          "{\"item\": "
              + SqlText.of(call)
              + ", \"item2\": {\""
              + name.toLowerCase(Locale.ROOT)
              + "\": "
              + SqlText.of(call)
              + ", \"count\": COUNT("
              + argument
              + ")}}";
      default -> "{\"item\": " + SqlText.of(call) + "}";
    };
  }
}
