package dev.mayfly.cosmos.query.function;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueReader;
import dev.mayfly.cosmos.query.value.ValueWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** From texts to other values, by what JSON reads, and back. */
final class ConversionFunctions {
  static final Map<String, Builtin> ALL =
      Map.ofEntries(
          parsed("STRINGTOARRAY", Kind.ARRAY),
          parsed("STRINGTOOBJECT", Kind.OBJECT),
          parsed("STRINGTONUMBER", Kind.NUMBER),
          parsed("STRINGTOBOOLEAN", Kind.BOOLEAN),
          parsed("STRINGTONULL", Kind.NULL),
          Map.entry("TOSTRING", Builtin.of(1, ConversionFunctions::text)));

  /** Jackson limits nesting to 1,000 levels by default, and values are compared recursively. */
  private static final JsonFactory JSON = new JsonFactory();

  private ConversionFunctions() {}

  private static Map.Entry<String, Builtin> parsed(String name, Kind wanted) {
    return Map.entry(
        name,
        Builtin.of(
            1,
            (arguments, budget) -> {
              String text = Arguments.text(arguments[0]);
              Value value = text == null ? Value.UNDEFINED : read(text, budget);
              return value.kind() == wanted ? value : Value.UNDEFINED;
            }));
  }

  private static Value read(String text, RowBudget budget) {
    budget.takeText(text.length());
    try (JsonParser json = JSON.createParser(text)) {
      if (json.nextToken() == null) {
        return Value.UNDEFINED;
      }
      Value value = ValueReader.read(json, budget);
      return json.nextToken() == null ? value : Value.UNDEFINED;
    } catch (IOException e) {
      return Value.UNDEFINED;
    }
  }

  private static Value text(Value[] arguments, RowBudget budget) {
    Value value = arguments[0];
    if (!value.isDefined() || value instanceof StringValue) {
      return value;
    }
    if (value instanceof NumberValue number && !number.isFinite()) {
      return Value.of(Double.toString(number.asDouble()));
    }
    JsonWriter json = new JsonWriter();
    ValueWriter.write(value, json);
    return StringFunctions.made(new String(json.toByteArray(), StandardCharsets.UTF_8), budget);
  }
}
