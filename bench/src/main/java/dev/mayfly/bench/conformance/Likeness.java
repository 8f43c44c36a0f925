package dev.mayfly.bench.conformance;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Whether two JSON values say the same, but for the last digits of numbers. */
final class Likeness {
  private final double tolerance;

  /**
   * @param tolerance by which part of themselves numbers may differ
   */
  Likeness(double tolerance) {
    this.tolerance = tolerance;
  }

  boolean alike(BsonValue left, BsonValue right) {
    if (left.isNumber() && right.isNumber()) {
      double a = left.asNumber().doubleValue();
      double b = right.asNumber().doubleValue();
      return a == b || Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
    } else if (left.isDocument() && right.isDocument()) {
      return alike(left.asDocument(), right.asDocument());
    } else if (left.isArray() && right.isArray()) {
      return inOrder(left.asArray(), right.asArray());
    }
    return left.equals(right);
  }

  private boolean alike(BsonDocument left, BsonDocument right) {
    return left.keySet().equals(right.keySet())
        && left.entrySet().stream()
            .allMatch(member -> alike(member.getValue(), right.get(member.getKey())));
  }

  boolean inOrder(List<BsonValue> left, List<BsonValue> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      if (!alike(left.get(i), right.get(i))) {
        return false;
      }
    }
    return left.size() == right.size();
  }

  boolean inAnyOrder(List<BsonValue> left, List<BsonValue> right) {
    List<BsonValue> rest = new ArrayList<>(right);
    for (BsonValue value : left) {
      int found = -1;
      for (int i = 0; i < rest.size() && found < 0; i++) {
        found = alike(value, rest.get(i)) ? i : -1;
      }
      if (found < 0) {
        return false;
      }
      rest.remove(found);
    }
    return rest.isEmpty();
  }

  /** The text of a value, for a line of a report. */
  static String text(List<BsonValue> values) {
    String json = new BsonDocument("v", new BsonArray(values)).toJson();
    return json.substring("{\"v\": ".length(), json.length() - 1);
  }
}
