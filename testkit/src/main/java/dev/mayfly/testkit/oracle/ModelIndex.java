package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.index.PathIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;

/** An index as the contract describes it: keys as lists of values, and their order. */
final class ModelIndex {
  /** All that a history may have, of every kind. Their paths are root properties. */
  static final List<PathIndex> ALL =
      List.of(
          PathIndex.of("by_k", "k"),
          PathIndex.of("by_k_and_j", "k", "-j"),
          PathIndex.of("by_j", "j").withArrays(PathIndex.Arrays.WHOLE),
          PathIndex.of("by_members", "-j").withArrays(PathIndex.Arrays.MEMBERS),
          PathIndex.of("single", "t").withArrays(PathIndex.Arrays.REFUSED),
          PathIndex.of("sparse", "j", "t").asSparse(),
          PathIndex.of("partial", "-k").withFilter(Presence.of("t")),
          PathIndex.of("digits", "v", "-times").withFunction(DigitKeys.CALL),
          PathIndex.of("unique", "t").asUnique().asSparse(),
          PathIndex.of("unique_partial", "t", "j").asUnique().withFilter(Presence.of("k")));

  private static final List<Class<?>> RANKS =
      List.of(BsonUndefined.class, BsonNull.class, Number.class, String.class, BsonArray.class);

  private ModelIndex() {}

  /** The keys of a body, none twice. */
  static List<List<BsonValue>> keys(PathIndex index, BsonDocument body) {
    if (!Presence.has(index.filter(), body)) {
      return List.of();
    }
    if (index.function() != null) {
      return digits(body);
    }
    boolean absent = index.parts().stream().noneMatch(part -> body.containsKey(name(part)));
    List<List<BsonValue>> keys = new ArrayList<>();
    if (index.sparse() && absent) {
      return keys;
    }
    keys.add(List.of());
    for (PathIndex.Part part : index.parts()) {
      List<List<BsonValue>> longer = new ArrayList<>();
      for (List<BsonValue> key : keys) {
        for (BsonValue value : values(index, body.get(name(part)))) {
          List<BsonValue> next = new ArrayList<>(key);
          next.add(value);
          if (longer.stream().noneMatch(other -> order(index).compare(other, next) == 0)) {
            longer.add(next);
          }
        }
      }
      keys = longer;
    }
    return keys;
  }

  /** Each decimal digit of v, and how often it occurs. */
  private static List<List<BsonValue>> digits(BsonDocument body) {
    String digits = body.containsKey("v") ? "" + body.getInt32("v").getValue() : "";
    List<List<BsonValue>> keys = new ArrayList<>();
    for (int digit = 0; digit < 10; digit++) {
      int times = digits.length() - digits.replace("" + digit, "").length();
      if (times > 0) {
        keys.add(List.of(new BsonInt32(digit), new BsonInt32(times)));
      }
    }
    return keys;
  }

  private static String name(PathIndex.Part part) {
    return part.path().names().get(0);
  }

  private static List<BsonValue> values(PathIndex index, BsonValue value) {
    if (index.arrays() == PathIndex.Arrays.WHOLE) {
      return List.of(Objects.requireNonNullElse(value, new BsonUndefined()));
    }
    if (value == null) {
      return List.of(BsonNull.VALUE);
    }
    if (!value.isArray()) {
      return List.of(value);
    }
    return value.asArray().isEmpty() ? List.of(new BsonUndefined()) : value.asArray().getValues();
  }

  /** How keys of an index are ordered. */
  static Comparator<List<BsonValue>> order(PathIndex index) {
    return (one, other) -> {
      for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
        int order = compare(one.get(i), other.get(i));
        if (order != 0) {
          return index.parts().get(i).descending() ? -order : order;
        }
      }
      return 0;
    };
  }

  /** Undefined, null, numbers, texts, arrays: histories have no other values. */
  static int compare(BsonValue one, BsonValue other) {
    if (rank(one) != rank(other)) {
      return Integer.compare(rank(one), rank(other));
    }
    if (one.isNumber()) {
      return Double.compare(one.asNumber().doubleValue(), other.asNumber().doubleValue());
    }
    if (one.isString()) {
      return one.asString().getValue().compareTo(other.asString().getValue());
    }
    if (!one.isArray()) {
      return 0;
    }
    BsonArray first = one.asArray();
    BsonArray second = other.asArray();
    for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
      int order = compare(first.get(i), second.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(first.size(), second.size());
  }

  private static int rank(BsonValue value) {
    if (value.isNumber()) {
      return RANKS.indexOf(Number.class);
    }
    return value.isString() ? RANKS.indexOf(String.class) : RANKS.indexOf(value.getClass());
  }
}
