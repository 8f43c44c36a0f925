package dev.mayfly.cosmos.query.value;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads values from JSON. */
public final class ValueReader {
  /** What a member of an object takes more than an element of an array, in such elements. */
  private static final int MEMBER_ELEMENTS = 3;

  private ValueReader() {}

  /** The value that starts at the parser's current token; ends at its last. */
  public static Value read(JsonParser json) throws IOException {
    return read(json, new RowBudget());
  }

  /**
   * The same.
   *
   * @param budget counts each value within
   */
  public static Value read(JsonParser json, RowBudget budget) throws IOException {
    budget.takeElements(1);
    return switch (json.currentToken()) {
      case VALUE_NULL -> Value.NULL;
      case VALUE_TRUE -> Value.of(true);
      case VALUE_FALSE -> Value.of(false);
      case VALUE_STRING -> Value.of(json.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(json.getText());
      case START_ARRAY -> array(json, budget);
      case START_OBJECT -> object(json, budget);
      default -> throw new IOException("not a value: " + json.currentToken());
    };
  }

  /** A number as documents hold it: whole where it fits 64 bits, or else a double. */
  public static Value number(String text) {
    boolean whole = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      whole &= c >= '0' && c <= '9' || c == '-' && i == 0;
    }
    if (whole && text.length() <= 20) {
      try {
        return Value.of(Long.parseLong(text));
      } catch (NumberFormatException e) {
        return Value.of(Double.parseDouble(text));
      }
    }
    return Value.of(Double.parseDouble(text));
  }

  private static Value array(JsonParser json, RowBudget budget) throws IOException {
    List<Value> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(read(json, budget));
    }
    return Value.of(elements);
  }

  private static Value object(JsonParser json, RowBudget budget) throws IOException {
    Map<String, Value> members = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      budget.takeElements(MEMBER_ELEMENTS);
      members.put(name, read(json, budget));
    }
    return Value.of(members);
  }
}
