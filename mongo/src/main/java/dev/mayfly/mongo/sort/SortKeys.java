package dev.mayfly.mongo.sort;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;

/**
 * The keys that a document with arrays has: one for each element. Paths that lead into the same
 * array are taken together, element by element; two arrays side by side are refused.
 */
final class SortKeys {
  private static final BsonValue EMPTY = new BsonUndefined();

  private final String[][] paths;
  private final Consumer<BsonValue[]> taker;

  SortKeys(String[][] paths, Consumer<BsonValue[]> taker) {
    this.paths = paths;
    this.taker = taker;
  }

  /** Passes on every key of a document. */
  void of(BsonDocument document) {
    BsonValue[] from = new BsonValue[paths.length];
    Arrays.fill(from, document);
    expand(from, new int[paths.length]);
  }

  /**
   * @param reached the value that each path has led to
   * @param done how many names of each path are behind
   */
  private void expand(BsonValue[] reached, int[] done) {
    int first = -1;
    for (int i = 0; i < paths.length; i++) {
      walk(i, reached, done);
      if (isAtArray(i, reached, done)) {
        if (first < 0) {
          first = i;
        } else if (!isSamePlace(first, i, done)) {
          throw SortPattern.parallelArrays();
        }
      }
    }
    if (first < 0) {
      take(reached);
    } else {
      expandInto(reached[first].asArray(), reached, done);
    }
  }

  /** Two paths with the same names behind them stand at the same array. */
  private boolean isSamePlace(int first, int second, int[] done) {
    return done[first] == done[second]
        && Arrays.equals(paths[first], 0, done[first], paths[second], 0, done[second]);
  }

  private boolean isAtArray(int i, BsonValue[] reached, int[] done) {
    return reached[i] != null && reached[i].isArray() && isOpen(i, done);
  }

  /** A path is done with an array once it stands behind its end, on an element. */
  private boolean isOpen(int i, int[] done) {
    return done[i] <= paths[i].length;
  }

  private void walk(int i, BsonValue[] reached, int[] done) {
    while (done[i] < paths[i].length && reached[i] != null) {
      String name = paths[i][done[i]];
      BsonValue value = reached[i];
      if (value.isDocument()) {
        reached[i] = value.asDocument().get(name);
      } else if (value.isArray() && isIndex(name, value.asArray())) {
        reached[i] = value.asArray().get(Integer.parseInt(name));
      } else if (value.isArray()) {
        return;
      } else {
        reached[i] = null;
      }
      done[i]++;
    }
  }

  private static boolean isIndex(String name, List<BsonValue> array) {
    if (name.length() > 7 || name.length() > 1 && name.charAt(0) == '0') {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return false;
      }
    }
    return Integer.parseInt(name) < array.size();
  }

  private void expandInto(List<BsonValue> elements, BsonValue[] reached, int[] done) {
    if (elements.isEmpty()) {
      expandElement(null, reached, done);
    }
    for (BsonValue element : elements) {
      expandElement(element, reached, done);
    }
  }

  private void expandElement(BsonValue element, BsonValue[] reached, int[] done) {
    BsonValue[] next = reached.clone();
    int[] nextDone = done.clone();
    for (int i = 0; i < paths.length; i++) {
      if (!isAtArray(i, reached, done)) {
        continue;
      }
      if (done[i] == paths[i].length) {
        // An array within the array is a value of its own.
        nextDone[i]++;
        next[i] = element == null ? EMPTY : element;
      } else {
        next[i] = element != null && element.isDocument() ? element : null;
      }
    }
    expand(next, nextDone);
  }

  private void take(BsonValue[] values) {
    BsonValue[] key = values.clone();
    for (int i = 0; i < key.length; i++) {
      if (key[i] == null) {
        key[i] = BsonNull.VALUE;
      }
    }
    taker.accept(key);
  }
}
