package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.Map;
import java.util.function.BiPredicate;

/** Functions that hold one text against others, with or without regard to case. */
final class StringMatchFunctions {
  static final Map<String, Builtin> ALL =
      Map.ofEntries(
          check("STARTSWITH", String::startsWith),
          check("ENDSWITH", String::endsWith),
          check("CONTAINS", TextSearch::contains),
          check("STRINGEQUALS", String::equals),
          several("CONTAINS_ANY_CI", true, true),
          several("CONTAINSANYCI", true, true),
          several("CONTAINS_ANY_CS", true, false),
          several("CONTAINSANYCS", true, false),
          several("CONTAINS_ALL_CI", false, true),
          several("CONTAINSALLCI", false, true),
          several("CONTAINS_ALL_CS", false, false),
          several("CONTAINSALLCS", false, false));

  private StringMatchFunctions() {}

  private static Map.Entry<String, Builtin> check(String name, BiPredicate<String, String> check) {
    return Map.entry(name, Builtin.of(2, 3, (a, budget) -> checked(check, a)));
  }

  private static Value checked(BiPredicate<String, String> check, Value[] arguments) {
    String one = Arguments.text(arguments[0]);
    String two = Arguments.text(arguments[1]);
    Boolean ignoringCase = Arguments.flag(Arguments.at(arguments, 2, Value.of(false)));
    if (one == null || two == null || ignoringCase == null) {
      return Value.UNDEFINED;
    }
    return Value.of(
        ignoringCase
            ? check.test(CaseMapping.lower(one), CaseMapping.lower(two))
            : check.test(one, two));
  }

  private static Map.Entry<String, Builtin> several(
      String name, boolean any, boolean ignoringCase) {
    return Map.entry(name, Builtin.of(2, Builtin.ANY, (a, budget) -> found(a, any, ignoringCase)));
  }

  /** Three-valued: one that decides does so, whatever else is undefined. */
  private static Value found(Value[] arguments, boolean any, boolean ignoringCase) {
    String text = Arguments.text(arguments[0]);
    if (text == null) {
      return Value.UNDEFINED;
    }
    String searched = ignoringCase ? CaseMapping.lower(text) : text;
    Value result = Value.of(!any);
    for (int i = 1; i < arguments.length; i++) {
      String part = Arguments.text(arguments[i]);
      if (part == null) {
        result = Value.UNDEFINED;
      } else if (TextSearch.contains(searched, ignoringCase ? CaseMapping.lower(part) : part)
          == any) {
        return Value.of(any);
      }
    }
    return result;
  }

  /** Where a text begins in another, from a place on; or -1. */
  static Value indexOf(Value[] arguments, RowBudget budget) {
    String text = Arguments.text(arguments[0]);
    String part = Arguments.text(arguments[1]);
    Long from = Arguments.whole(Arguments.at(arguments, 2, Value.of(0L)));
    if (text == null || part == null || from == null) {
      return Value.UNDEFINED;
    }
    return Value.of((long) TextSearch.indexOf(text, part, clipped(from, text.length())));
  }

  /** Where a text begins last, such that it ends no later than a place. */
  static Value lastIndexOf(Value[] arguments, RowBudget budget) {
    String text = Arguments.text(arguments[0]);
    String part = Arguments.text(arguments[1]);
    if (text == null || part == null) {
      return Value.UNDEFINED;
    }
    Long last = Arguments.whole(Arguments.at(arguments, 2, Value.of((long) text.length() - 1)));
    if (last == null) {
      return Value.UNDEFINED;
    }
    int end = clipped(last, text.length() - 1) + 1;
    return Value.of((long) TextSearch.lastIndexOf(text, part, end));
  }

  private static int clipped(long place, int max) {
    return (int) Math.max(0, Math.min(place, max));
  }
}
