package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Functions that make texts of texts. */
final class StringFunctions {
  static final Map<String, Builtin> ALL =
      Map.ofEntries(
          Map.entry("CONCAT", Builtin.of(2, Builtin.ANY, StringFunctions::concat)),
          changed("LOWER", CaseMapping::lower),
          changed("UPPER", CaseMapping::upper),
          changed("REVERSE", text -> new StringBuilder(text).reverse().toString()),
          Map.entry("REPLACE", Builtin.of(3, StringFunctions::replace)),
          Map.entry("REPLICATE", Builtin.of(2, StringFunctions::replicate)),
          Map.entry("STRINGJOIN", Builtin.of(2, StringFunctions::join)),
          Map.entry("STRINGSPLIT", Builtin.of(2, StringFunctions::split)));

  private static final int REPLICATED_MAX = 10_000;

  private StringFunctions() {}

  private static Map.Entry<String, Builtin> changed(String name, UnaryOperator<String> change) {
    return Map.entry(
        name,
        Builtin.of(
            1,
            (arguments, budget) -> {
              String text = Arguments.text(arguments[0]);
              return text == null ? Value.UNDEFINED : made(change.apply(text), budget);
            }));
  }

  /** A new text, counted. */
  static Value made(String text, RowBudget budget) {
    budget.takeText(text.length());
    return Value.of(text);
  }

  private static Value concat(Value[] arguments, RowBudget budget) {
    StringBuilder texts = new StringBuilder();
    for (Value argument : arguments) {
      String text = Arguments.text(argument);
      if (text == null) {
        return Value.UNDEFINED;
      }
      budget.takeText(text.length());
      texts.append(text);
    }
    return Value.of(texts.toString());
  }

  private static Value replace(Value[] arguments, RowBudget budget) {
    String text = Arguments.text(arguments[0]);
    String found = Arguments.text(arguments[1]);
    String by = Arguments.text(arguments[2]);
    if (text == null || found == null || by == null || found.isEmpty()) {
      return Value.UNDEFINED;
    }
    StringBuilder replaced = new StringBuilder();
    int end = 0;
    for (int at = text.indexOf(found); at >= 0; at = text.indexOf(found, end)) {
      budget.takeText(at - end + by.length());
      replaced.append(text, end, at).append(by);
      end = at + found.length();
    }
    budget.takeText(text.length() - end);
    return Value.of(replaced.append(text, end, text.length()).toString());
  }

  private static Value replicate(Value[] arguments, RowBudget budget) {
    String text = Arguments.text(arguments[0]);
    Double times = Arguments.number(arguments[1]);
    if (text == null || times == null || !(times >= 0) || text.length() * times > REPLICATED_MAX) {
      return Value.UNDEFINED;
    }
    return text.isEmpty() ? Value.of("") : made(text.repeat((int) (double) times), budget);
  }

  private static Value join(Value[] arguments, RowBudget budget) {
    List<Value> elements = Arguments.elements(arguments[0]);
    String between = Arguments.text(arguments[1]);
    if (elements == null || between == null) {
      return Value.UNDEFINED;
    }
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < elements.size(); i++) {
      String text = Arguments.text(elements.get(i));
      if (text == null) {
        return Value.UNDEFINED;
      }
      budget.takeText((long) text.length() + between.length());
      joined.append(i == 0 ? "" : between).append(text);
    }
    return Value.of(joined.toString());
  }

  private static Value split(Value[] arguments, RowBudget budget) {
    String text = Arguments.text(arguments[0]);
    String between = Arguments.text(arguments[1]);
    if (text == null || between == null) {
      return Value.UNDEFINED;
    }
    List<Value> parts = new ArrayList<>();
    int end = 0;
    if (!between.isEmpty()) {
      for (int at = text.indexOf(between); at >= 0; at = text.indexOf(between, end)) {
        add(parts, text.substring(end, at), budget);
        end = at + between.length();
      }
    }
    add(parts, text.substring(end), budget);
    return Value.of(parts);
  }

  private static void add(List<Value> parts, String part, RowBudget budget) {
    Value value = Value.of(part);
    budget.takePart(value);
    parts.add(value);
  }
}
