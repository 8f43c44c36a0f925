package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;

/** Functions that hold one text against another, with or without regard to case. */
final class TextChecks {
  private static final Map<String, BiPredicate<String, String>> CHECKS =
      Map.of(
          "STARTSWITH", String::startsWith,
          "ENDSWITH", String::endsWith,
          "CONTAINS", TextSearch::contains,
          "STRINGEQUALS", String::equals);

  private TextChecks() {}

  static boolean isOne(String name) {
    return CHECKS.containsKey(name);
  }

  static Evaluator compile(Expression.Call call, String name, Evaluator[] arguments) {
    if (arguments.length < 2 || arguments.length > 3) {
      throw QueryError.at(
          call.span(), "SC2050", "The " + name + " function requires 2 to 3 argument(s).");
    }
    BiPredicate<String, String> check = CHECKS.get(name);
    Evaluator text = arguments[0];
    Evaluator other = arguments[1];
    Evaluator ignoringCase = arguments.length == 3 ? arguments[2] : row -> Value.of(false);
    return row -> {
      Value flag = ignoringCase.evaluate(row);
      if (text.evaluate(row) instanceof StringValue one
          && other.evaluate(row) instanceof StringValue two
          && (flag.isTrue() || flag == Value.of(false))) {
        return Value.of(
            flag.isTrue()
                ? check.test(lower(one.text()), lower(two.text()))
                : check.test(one.text(), two.text()));
      }
      return Value.UNDEFINED;
    };
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
