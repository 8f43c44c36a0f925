package dev.mayfly.cosmos.json;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/** One operation of a patch at work on one document, which it changes. */
final class PatchStep {
  private static final String APPEND = "-";
  private static final int MISSING = -1;

  private final BsonDocument root;
  private final PatchOperation operation;

  PatchStep(BsonDocument root, PatchOperation operation) {
    this.root = root;
    this.operation = operation;
  }

  void run() {
    PatchPath path = operation.path();
    switch (operation.kind()) {
      case ADD -> add(path, value(), operation.valueDepth(), true);
      case SET -> add(path, value(), operation.valueDepth(), false);
      case REPLACE -> replace(path, value(), operation.valueDepth());
      case REMOVE -> remove(path);
      case INCREMENT -> increment(path);
      case MOVE -> move(operation.from(), path);
    }
  }

  /** The value as a copy: a later operation may change what this one put in. */
  private BsonValue value() {
    BsonValue value = operation.value();
    if (value.isDocument()) {
      return value.asDocument().clone();
    }
    return value.isArray() ? value.asArray().clone() : value;
  }

  private void add(PatchPath path, BsonValue value, int valueDepth, boolean insert) {
    BsonValue parent = parent(path);
    checkDepth(path, valueDepth);
    String name = path.last();
    if (parent.isDocument()) {
      parent.asDocument().put(name, value);
      return;
    }
    BsonArray array = parent.asArray();
    int index = name.equals(APPEND) ? array.size() : index(name);
    if (index == MISSING || index > array.size()) {
      throw operation.refuse("has no place in the array for '" + path.text() + "'");
    }
    if (insert || index == array.size()) {
      array.add(index, value);
    } else {
      array.set(index, value);
    }
  }

  private void replace(PatchPath path, BsonValue value, int valueDepth) {
    find(path);
    checkDepth(path, valueDepth);
    put(path, value);
  }

  private BsonValue remove(PatchPath path) {
    BsonValue found = find(path);
    BsonValue parent = parent(path);
    if (parent.isDocument()) {
      parent.asDocument().remove(path.last());
    } else {
      parent.asArray().remove(index(path.last()));
    }
    return found;
  }

  private void increment(PatchPath path) {
    BsonValue parent = parent(path);
    BsonValue old = child(parent, path.last());
    if (old == null) {
      if (!parent.isDocument()) {
        throw operation.refuse("finds no element at '" + path.text() + "'");
      }
      parent.asDocument().put(path.last(), operation.value());
      return;
    }
    if (!(old instanceof BsonNumber number) || old.isDecimal128()) {
      throw operation.refuse("can only be performed on a number, not on '" + path.text() + "'");
    }
    put(path, sum(number, (BsonNumber) operation.value()));
  }

  private BsonNumber sum(BsonNumber old, BsonNumber by) {
    if (!old.isDouble() && !by.isDouble()) {
      long a = old.longValue();
      long b = by.longValue();
      long sum = a + b;
      boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
      if (!overflow) {
        return old.isInt64() ? new BsonInt64(sum) : JsonNumbers.of(sum);
      }
    }
    double sum = old.doubleValue() + by.doubleValue();
    if (!Double.isFinite(sum)) {
      throw operation.refuse("gives a number that is too large");
    }
    return JsonNumbers.of(sum);
  }

  private void move(PatchPath from, PatchPath to) {
    BsonValue value = remove(from);
    add(to, value, PatchOperation.depth(value), true);
  }

  private void put(PatchPath path, BsonValue value) {
    BsonValue parent = parent(path);
    if (parent.isDocument()) {
      parent.asDocument().put(path.last(), value);
    } else {
      parent.asArray().set(index(path.last()), value);
    }
  }

  private BsonValue find(PatchPath path) {
    BsonValue found = child(parent(path), path.last());
    if (found == null) {
      throw operation.refuse(
          "can only be performed on an existing property or element; there is no '"
              + path.text()
              + "'");
    }
    return found;
  }

  /** The document or array that holds the last name of the path. */
  private BsonValue parent(PatchPath path) {
    List<String> names = path.names();
    BsonValue at = root;
    for (int i = 0; i < names.size() - 1; i++) {
      BsonValue child = child(at, names.get(i));
      if (child == null || !child.isDocument() && !child.isArray()) {
        throw operation.refuse(
            "can only be performed inside an existing object or array and cannot create path"
                + " recursively, no path found beyond: '"
                + names.get(i)
                + "'");
      }
      at = child;
    }
    return at;
  }

  private static BsonValue child(BsonValue parent, String name) {
    if (parent.isDocument()) {
      return parent.asDocument().get(name);
    }
    int index = index(name);
    BsonArray array = parent.asArray();
    return index != MISSING && index < array.size() ? array.get(index) : null;
  }

  /** An array index as JSON pointers write it: digits, without zeros in front. */
  private static int index(String name) {
    if (name.isEmpty() || name.length() > 9 || name.length() > 1 && name.charAt(0) == '0') {
      return MISSING;
    }
    int index = 0;
    for (int i = 0; i < name.length(); i++) {
      int digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return MISSING;
      }
      index = index * 10 + digit;
    }
    return index;
  }

  private void checkDepth(PatchPath path, int valueDepth) {
    if (path.names().size() + valueDepth > JsonToBson.MAX_DEPTH) {
      throw operation.refuse("would nest deeper than " + JsonToBson.MAX_DEPTH + " levels");
    }
  }
}
