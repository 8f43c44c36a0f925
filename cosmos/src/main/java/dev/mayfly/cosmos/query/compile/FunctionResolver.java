package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.function.Builtin;
import dev.mayfly.cosmos.query.function.Builtins;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which function a call means; refused if there is none, or not of so many arguments. */
final class FunctionResolver {
  private FunctionResolver() {}

  /** A function that can be planned but not run. */
  private static Builtin refused(String what) {
    return new Builtin(
        0,
        Integer.MAX_VALUE,
        time ->
            (arguments, budget) -> {
              throw QueryError.notYet(what);
            });
  }

  static Builtin builtin(Expression.Call call) {
    String name = call.name().toUpperCase(Locale.ROOT);
    if (isScore(call)) {
      throw QueryError.of(List.of(misplaced(call)));
    }
    Builtin builtin = Builtins.find(name);
    if (builtin != null) {
      int count = call.arguments().size();
      if (count < builtin.argumentsMin() || count > builtin.argumentsMax()) {
        throw QueryError.at(
            call.span(),
            "SC2050",
            "The " + name + " function requires " + builtin.arity() + " argument(s).");
      }
      return builtin;
    }
    if (Builtins.isLater(name)) {
      return refused("the function " + name);
    }
    List<QueryError.Located> errors = new ArrayList<>();
    call.arguments().forEach(argument -> addMisplaced(argument, errors));
    errors.add(
        new QueryError.Located(
            call.nameSpan(),
            "SC2005",
            "'" + call.name() + "' is not a recognized built-in function name."));
    throw QueryError.of(errors);
  }

  /** Errors in the arguments of an unknown function are reported before the function itself. */
  private static void addMisplaced(Expression expression, List<QueryError.Located> errors) {
    if (expression instanceof Expression.Call call && isScore(call)) {
      errors.add(misplaced(call));
    }
    expression.children().forEach(child -> addMisplaced(child, errors));
  }

  static boolean isScore(Expression.Call call) {
    return !call.userDefined() && call.name().equalsIgnoreCase("FullTextScore");
  }

  private static QueryError.Located misplaced(Expression.Call call) {
    return new QueryError.Located(
        call.span(),
        "SC2240",
        "The FullTextScore function is only allowed in the ORDER BY RANK clause.");
  }
}
