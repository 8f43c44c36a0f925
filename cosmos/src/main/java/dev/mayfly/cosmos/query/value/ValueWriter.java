package dev.mayfly.cosmos.query.value;

import dev.mayfly.cosmos.json.JsonWriter;

/** Writes values as JSON. */
public final class ValueWriter {
  private ValueWriter() {}

  /** Writes a defined value. */
  public static void write(Value value, JsonWriter json) {
    write(value, json, Integer.MAX_VALUE);
  }

  /**
   * Writes a defined value, and stops soon after so many bytes are written: what stands there then
   * is of no use.
   */
  public static void write(Value value, JsonWriter json, int lengthMax) {
    if (json.length() > lengthMax) {
      return;
    }
    if (value instanceof ObjectValue.Raw object) {
      json.value(object.raw());
    } else if (value instanceof ObjectValue.Stored item) {
      json.value(item.raw());
    } else if (value instanceof ArrayValue.Raw array) {
      json.value(array.raw());
    } else if (value instanceof ObjectValue object) {
      String before = "{";
      for (var member : object.members().entrySet()) {
        json.raw(before).string(member.getKey()).raw(":");
        write(member.getValue(), json, lengthMax);
        before = ",";
      }
      json.raw(object.members().isEmpty() ? "{}" : "}");
    } else if (value instanceof ArrayValue array) {
      String before = "[";
      for (Value element : array.elements()) {
        json.raw(before);
        write(element, json, lengthMax);
        before = ",";
      }
      json.raw(array.elements().isEmpty() ? "[]" : "]");
    } else if (value instanceof StringValue string) {
      json.string(string.text());
    } else if (value instanceof NumberValue number) {
      write(number, json);
    } else {
      json.raw(value == Value.NULL ? "null" : String.valueOf(value.isTrue()));
    }
  }

  private static void write(NumberValue value, JsonWriter json) {
    if (value instanceof NumberValue.Whole whole) {
      json.number(whole.number());
    } else if (value.isFinite()) {
      json.number(value.asDouble());
    } else {
      // JSON has no number for these.
      json.string(Double.toString(value.asDouble()));
    }
  }
}
