package dev.mayfly.mongo.random;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Applies updates in the plainest way: to a copy, one path after the other. */
public final class NaiveUpdate {
  /** An update that can't be done. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;

    Refused(int code) {
      super("refused with " + code);
      this.code = code;
    }

    public int code() {
      return code;
    }
  }

  /** One path and what happens there. */
  private record Change(String operator, List<String> path, BsonValue operand) {}

  private final BsonDocument document;

  private NaiveUpdate(BsonDocument before) {
    this.document = before.clone();
  }

  /**
   * @throws Refused with the code of the error
   */
  public static BsonDocument apply(BsonDocument update, BsonDocument before) {
    List<Change> changes = new ArrayList<>();
    List<List<String>> paths = new ArrayList<>();
    for (Map.Entry<String, BsonValue> operator : update.entrySet()) {
      for (Map.Entry<String, BsonValue> field : operator.getValue().asDocument().entrySet()) {
        List<String> path = List.of(field.getKey().split("\\."));
        paths.add(path);
        if (operator.getKey().equals("$rename")) {
          List<String> target = List.of(field.getValue().asString().getValue().split("\\."));
          paths.add(target);
          changes.add(new Change("$rename", target, new BsonString(field.getKey())));
        } else {
          changes.add(new Change(operator.getKey(), path, field.getValue()));
        }
      }
    }
    refuseConflicts(paths);
    changes.sort(Comparator.comparing(Change::path, NaiveUpdate::comparePaths));
    NaiveUpdate naive = new NaiveUpdate(before);
    for (Change change : changes) {
      naive.apply(change);
    }
    naive.keepId(before.get("_id"));
    return naive.document;
  }

  private void keepId(BsonValue id) {
    BsonValue now = document.get("_id");
    if (now == null || NaiveOrder.compare(id, now) != 0) {
      throw new Refused(66);
    }
    document.put("_id", id);
  }

  private static void refuseConflicts(List<List<String>> paths) {
    for (int i = 0; i < paths.size(); i++) {
      for (int k = 0; k < i; k++) {
        List<String> first = paths.get(i);
        List<String> second = paths.get(k);
        int shared = 0;
        while (shared < Math.min(first.size(), second.size())
            && first.get(shared).equals(second.get(shared))) {
          shared++;
        }
        boolean inside = shared == Math.min(first.size(), second.size());
        boolean mixed =
            !inside && (first.get(shared).equals("$[]") || second.get(shared).equals("$[]"));
        if (inside || mixed) {
          throw new Refused(40);
        }
      }
    }
  }

  private static int comparePaths(List<String> first, List<String> second) {
    for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
      int names = compareNames(first.get(i), second.get(i));
      if (names != 0) {
        return names;
      }
    }
    return first.size() - second.size();
  }

  private static int compareNames(String first, String second) {
    boolean leftNumber = first.matches("[0-9]+");
    boolean rightNumber = second.matches("[0-9]+");
    if (leftNumber != rightNumber) {
      return leftNumber ? -1 : 1;
    }
    return leftNumber
        ? Integer.compare(Integer.parseInt(first), Integer.parseInt(second))
        : first.compareTo(second);
  }

  private void apply(Change change) {
    if (change.operator().equals("$setOnInsert") && !change.path().contains("$[]")) {
      return;
    }
    if (change.operator().equals("$rename")) {
      rename(List.of(change.operand().asString().getValue().split("\\.")), change.path());
      return;
    }
    change(document, change.path(), change);
  }

  private void rename(List<String> source, List<String> target) {
    BsonValue value = find(source, true);
    if (value != null) {
      find(target, false);
      change(document, target, new Change("$set", target, value));
      change(document, source, new Change("$unset", source, value));
    }
  }

  /** The value at a path without arrays. */
  private BsonValue find(List<String> path, boolean viable) {
    BsonValue at = document;
    for (String name : path) {
      if (at != null && at.isArray()) {
        throw new Refused(2);
      }
      if (viable && at != null && !at.isDocument()) {
        throw new Refused(28);
      }
      at = at != null && at.isDocument() ? at.asDocument().get(name) : null;
    }
    return at;
  }

  /** Makes the change at a path below a document or an array, which is changed in place. */
  private static void change(BsonValue parent, List<String> path, Change change) {
    String name = path.get(0);
    BsonValue child = child(parent, name);
    if (path.size() == 1) {
      BsonValue after = NaiveOperators.apply(change.operator(), child, change.operand());
      if (after == null && child != null) {
        remove(parent, name);
      } else if (after != null) {
        put(parent, name, after);
      }
      return;
    }
    List<String> rest = path.subList(1, path.size());
    if (rest.get(0).equals("$[]")) {
      changeEach(child, rest, change);
      return;
    }
    if (child == null) {
      child = new BsonDocument();
      change(child, rest, change);
      if (!child.asDocument().isEmpty()) {
        put(parent, name, child);
      }
      return;
    }
    boolean viable = child.isDocument() || child.isArray() && rest.get(0).matches("[0-9]+");
    if (viable) {
      change(child, rest, change);
    } else if (rest.contains("$[]")) {
      throw new Refused(2);
    } else if (creates(change)) {
      throw new Refused(28);
    }
  }

  private static boolean creates(Change change) {
    return !List.of("$unset", "$pull", "$pullAll", "$setOnInsert").contains(change.operator());
  }

  private static void changeEach(BsonValue array, List<String> path, Change change) {
    if (array == null || !array.isArray()) {
      throw new Refused(2);
    }
    for (int i = 0; i < array.asArray().size(); i++) {
      List<String> numbered = new ArrayList<>(path);
      numbered.set(0, String.valueOf(i));
      change(array, numbered, change);
    }
  }

  private static BsonValue child(BsonValue parent, String name) {
    if (parent.isDocument()) {
      return parent.asDocument().get(name);
    }
    int position = Integer.parseInt(name);
    BsonArray array = parent.asArray();
    return position < array.size() ? array.get(position) : null;
  }

  private static void remove(BsonValue parent, String name) {
    if (parent.isDocument()) {
      parent.asDocument().remove(name);
    } else {
      parent.asArray().set(Integer.parseInt(name), BsonNull.VALUE);
    }
  }

  private static void put(BsonValue parent, String name, BsonValue value) {
    if (parent.isDocument()) {
      parent.asDocument().put(name, value);
      return;
    }
    BsonArray array = parent.asArray();
    while (array.size() <= Integer.parseInt(name)) {
      array.add(BsonNull.VALUE);
    }
    array.set(Integer.parseInt(name), value);
  }

  /** Adds or multiplies. */
  static BsonValue compute(String operator, BsonValue first, BsonValue second) {
    boolean adds = operator.equals("$inc");
    List<BsonType> types = List.of(first.getBsonType(), second.getBsonType());
    if (types.contains(BsonType.DOUBLE)) {
      double left = NaiveOrder.number(first);
      double right = NaiveOrder.number(second);
      return new BsonDouble(adds ? left + right : left * right);
    }
    BigDecimal left = NaiveOrder.exact(first);
    BigDecimal right = NaiveOrder.exact(second);
    BigDecimal result = adds ? left.add(right) : left.multiply(right);
    if (types.contains(BsonType.DECIMAL128)) {
      return new BsonDecimal128(new Decimal128(result));
    }
    return types.contains(BsonType.INT64)
        ? new BsonInt64(result.longValueExact())
        : new BsonInt32(result.intValueExact());
  }
}
