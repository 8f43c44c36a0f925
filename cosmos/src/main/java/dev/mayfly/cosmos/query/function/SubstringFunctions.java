package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.Map;
import java.util.function.IntPredicate;

/** Functions that cut texts, and say where something is in them. Places are UTF-16 units. */
final class SubstringFunctions {
  static final Map<String, Builtin> ALL =
      Map.ofEntries(
          Map.entry("LENGTH", Builtin.one(SubstringFunctions::length)),
          Map.entry("LEFT", Builtin.of(2, (a, budget) -> cut(a, true))),
          Map.entry("RIGHT", Builtin.of(2, (a, budget) -> cut(a, false))),
          Map.entry("SUBSTRING", Builtin.of(2, 3, SubstringFunctions::substring)),
          Map.entry("INDEX_OF", Builtin.of(2, 3, StringMatchFunctions::indexOf)),
          Map.entry("LASTINDEXOF", Builtin.of(2, 3, StringMatchFunctions::lastIndexOf)),
          Map.entry("TRIM", Builtin.of(1, 2, (a, budget) -> trimmed(a, true, true))),
          Map.entry("LTRIM", Builtin.of(1, 2, (a, budget) -> trimmed(a, true, false))),
          Map.entry("RTRIM", Builtin.of(1, 2, (a, budget) -> trimmed(a, false, true))));

  private SubstringFunctions() {}

  private static Value length(Value value) {
    String text = Arguments.text(value);
    return text == null ? Value.UNDEFINED : Value.of((long) text.length());
  }

  private static Value cut(Value[] arguments, boolean left) {
    String text = Arguments.text(arguments[0]);
    Long length = Arguments.whole(arguments[1]);
    if (text == null || length == null) {
      return Value.UNDEFINED;
    }
    int kept = (int) Math.max(0, Math.min(length, text.length()));
    return Value.of(left ? text.substring(0, kept) : text.substring(text.length() - kept));
  }

  private static Value substring(Value[] arguments, RowBudget budget) {
    String text = Arguments.text(arguments[0]);
    Long start = Arguments.whole(arguments[1]);
    Long length = Arguments.whole(Arguments.at(arguments, 2, Value.of((long) Integer.MAX_VALUE)));
    if (text == null || start == null || length == null) {
      return Value.UNDEFINED;
    }
    if (start < 0 || start >= text.length() || length <= 0) {
      return Value.of("");
    }
    int from = (int) (long) start;
    return Value.of(text.substring(from, (int) Math.min(text.length(), from + length)));
  }

  private static Value trimmed(Value[] arguments, boolean left, boolean right) {
    String text = Arguments.text(arguments[0]);
    String set = arguments.length < 2 ? "" : Arguments.text(arguments[1]);
    if (text == null || set == null) {
      return Value.UNDEFINED;
    }
    IntPredicate goes =
        arguments.length < 2
            ? c -> Character.isWhitespace(c) || Character.isSpaceChar(c)
            : c -> set.indexOf(c) >= 0;
    int from = 0;
    int to = text.length();
    while (left && from < to && goes.test(text.charAt(from))) {
      from++;
    }
    while (right && to > from && goes.test(text.charAt(to - 1))) {
      to--;
    }
    return Value.of(text.substring(from, to));
  }
}
