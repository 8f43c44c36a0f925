package dev.mayfly.mongo.changestream;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.bson.BsonBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * How one version of a document became another: fields that were set, removed, or cut (arrays). A
 * reader who applies it to the first gets the second, the order of fields included; where that
 * can't be, a subdocument or array is set as a whole, and at the root there is no delta.
 */
final class UpdateDelta {
  /** Says that only the whole new version describes the change. */
  static final byte[] WHOLE = new byte[0];

  static final String UPDATED = "u";
  static final String REMOVED = "r";
  static final String TRUNCATED = "t";
  static final String DISAMBIGUATED = "d";

  private final BsonDocument updated = new BsonDocument();
  private final BsonArray removed = new BsonArray();
  private final BsonArray truncated = new BsonArray();
  private final BsonDocument disambiguated = new BsonDocument();
  private final List<BsonValue> path = new ArrayList<>();
  private boolean ambiguous;

  private UpdateDelta() {}

  /** The delta as a document; null if the versions are equal, {@link #WHOLE} if there is none. */
  static byte[] of(byte[] before, byte[] after) {
    if (Arrays.equals(before, after)) {
      return null;
    }
    UpdateDelta delta = new UpdateDelta();
    if (!delta.documents(RawBson.root(before), RawBson.root(after)) || delta.ambiguous) {
      return WHOLE;
    }
    return BsonBytes.of(
        new BsonDocument(UPDATED, delta.updated)
            .append(REMOVED, delta.removed)
            .append(TRUNCATED, delta.truncated)
            .append(DISAMBIGUATED, delta.disambiguated));
  }

  private static Map<String, RawValue> fields(RawValue document) {
    Map<String, RawValue> fields = new LinkedHashMap<>();
    for (RawCursor cursor = document.elements(); cursor.next(); ) {
      if (fields.put(cursor.name(), cursor.value()) != null) {
        return null;
      }
    }
    return fields;
  }

  private static boolean isSame(RawValue one, RawValue other) {
    return one.type() == other.type()
        && Arrays.equals(
            one.bytes(),
            one.offset(),
            one.offset() + one.length(),
            other.bytes(),
            other.offset(),
            other.offset() + other.length());
  }

  /** False, with nothing noted, if the fields are in another order or have one name twice. */
  private boolean documents(RawValue before, RawValue after) {
    Map<String, RawValue> old = fields(before);
    Map<String, RawValue> now = fields(after);
    if (old == null || now == null || !keepsOrder(old, now)) {
      return false;
    }
    for (String name : old.keySet()) {
      if (!now.containsKey(name)) {
        path.add(new BsonString(name));
        removed.add(new BsonString(named()));
        path.remove(path.size() - 1);
      }
    }
    now.forEach(
        (name, value) -> {
          RawValue was = old.get(name);
          if (was == null || !isSame(was, value)) {
            path.add(new BsonString(name));
            value(was, value);
            path.remove(path.size() - 1);
          }
        });
    return true;
  }

  /** Whether what stays keeps its order, and what is new comes after it. */
  private static boolean keepsOrder(Map<String, RawValue> old, Map<String, RawValue> now) {
    List<String> kept = new ArrayList<>(old.keySet());
    kept.removeIf(name -> !now.containsKey(name));
    List<String> all = new ArrayList<>(now.keySet());
    return all.subList(0, kept.size()).equals(kept);
  }

  private void value(RawValue was, RawValue value) {
    boolean done = false;
    if (was != null && was.isDocument() && value.isDocument()) {
      done = documents(was, value);
    } else if (was != null && was.isArray() && value.isArray()) {
      done = arrays(was, value);
    }
    if (!done) {
      set(value);
    }
  }

  private void set(RawValue value) {
    ambiguous |= updated.put(named(), value.toBsonValue()) != null;
  }

  private static List<RawValue> elements(RawValue array) {
    List<RawValue> elements = new ArrayList<>();
    for (RawCursor cursor = array.elements(); cursor.next(); ) {
      elements.add(cursor.value());
    }
    return elements;
  }

  /** False, with nothing noted, if most elements are others. */
  private boolean arrays(RawValue before, RawValue after) {
    List<RawValue> old = elements(before);
    List<RawValue> now = elements(after);
    int common = Math.min(old.size(), now.size());
    List<Integer> changed = new ArrayList<>();
    for (int i = 0; i < now.size(); i++) {
      if (i >= common || !isSame(old.get(i), now.get(i))) {
        changed.add(i);
      }
    }
    if (changed.size() * 2 > now.size()) {
      return false;
    }
    if (now.size() < old.size()) {
      truncated.add(
          new BsonDocument("field", new BsonString(named()))
              .append("newSize", new BsonInt32(now.size())));
    }
    for (int i : changed) {
      path.add(new BsonInt32(i));
      value(i < common ? old.get(i) : null, now.get(i));
      path.remove(path.size() - 1);
    }
    return true;
  }

  /** The path with dots, noted as well part by part if it could mean another one. */
  private String named() {
    StringBuilder dotted = new StringBuilder();
    boolean several = false;
    for (BsonValue part : path) {
      if (!dotted.isEmpty()) {
        dotted.append('.');
      }
      String text =
          part.isString()
              ? part.asString().getValue()
              : Integer.toString(part.asInt32().getValue());
      several |= part.isInt32() || text.indexOf('.') >= 0 || isNumeric(text);
      dotted.append(text);
    }
    String name = dotted.toString();
    if (several) {
      disambiguated.put(name, new BsonArray(new ArrayList<>(path)));
    }
    return name;
  }

  private static boolean isNumeric(String text) {
    return !text.isEmpty() && text.chars().allMatch(each -> each >= '0' && each <= '9');
  }
}
