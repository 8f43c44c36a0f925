package dev.mayfly.engine.index;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/**
 * Follows the paths of an index through a document together, so that of an array of documents the
 * values of one element make one key. Arrays are entered once: an array within an array is a value.
 * A number in a path names an element by its place.
 */
final class PathWalk {
  /** The path has been followed to its end. */
  private static final int DONE = -1;

  private final PathIndex index;
  private final FieldPath[] paths;
  private final Taker taker;
  private final boolean mayBePlace;
  private boolean multikey;

  /** Gets the values of the paths, null where there is none. The array is used again. */
  @FunctionalInterface
  interface Taker {
    void take(RawValue[] values);
  }

  PathWalk(PathIndex index, Taker taker) {
    this.index = index;
    this.paths = index.parts().stream().map(PathIndex.Part::path).toArray(FieldPath[]::new);
    this.taker = taker;
    this.mayBePlace = index.arrays() == PathIndex.Arrays.ELEMENTS;
  }

  /** True if an array was on the way. */
  boolean walk(RawValue root) {
    RawValue[] at = new RawValue[paths.length];
    java.util.Arrays.fill(at, root);
    walk(at, new int[paths.length]);
    return multikey;
  }

  private void walk(RawValue[] at, int[] depth) {
    RawValue array = null;
    for (int i = 0; i < paths.length; i++) {
      follow(at, depth, i);
      if (depth[i] == DONE) {
        continue;
      }
      if (array != null && array.offset() != at[i].offset()) {
        throw new EngineException(
            ErrorCode.PARALLEL_ARRAYS,
            "The paths of the index '" + index.name() + "' lead into two arrays of one item.");
      }
      array = at[i];
    }
    if (array == null) {
      taker.take(at);
    } else {
      enter(array, at, depth);
    }
  }

  /** Follows one path up to its end or to an array. */
  private void follow(RawValue[] at, int[] depth, int i) {
    FieldPath path = paths[i];
    while (depth[i] != DONE) {
      RawValue value = at[i];
      boolean end = depth[i] == path.depth();
      if (value == null || end && !value.isArray()) {
        depth[i] = DONE;
      } else if (value.isDocument()) {
        at[i] = value.find(path.utf8Name(depth[i]++));
      } else if (!value.isArray()) {
        at[i] = null;
      } else if (!end && mayBePlace && isPlace(path.names().get(depth[i]))) {
        at[i] = element(value, path, depth[i]++);
      } else {
        return;
      }
    }
  }

  private static boolean isPlace(String name) {
    return name.length() <= 9 && name.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private RawValue element(RawValue array, FieldPath path, int depth) {
    int place = Integer.parseInt(path.names().get(depth));
    RawValue found = null;
    int number = 0;
    for (RawCursor elements = array.elements(); elements.next(); number++) {
      RawValue element = elements.value();
      if (number == place) {
        found = element;
      }
      if (element.isDocument() && element.find(path.utf8Name(depth)) != null) {
        throw new EngineException(
            ErrorCode.BAD_REQUEST,
            "The path "
                + path
                + " of the index '"
                + index.name()
                + "' may mean an element or a property of elements.");
      }
    }
    return found;
  }

  /** A key for each element of an array at which one or more paths have arrived. */
  private void enter(RawValue array, RawValue[] at, int[] depth) {
    if (index.arrays() == PathIndex.Arrays.REFUSED) {
      throw new EngineException(
          ErrorCode.ARRAY_REFUSED,
          "A path of the index '" + index.name() + "', which takes no arrays, leads to one.");
    }
    multikey = true;
    boolean empty = true;
    for (RawCursor elements = array.elements(); elements.next(); ) {
      empty = false;
      RawValue element = elements.value();
      RawValue[] nextAt = at.clone();
      int[] nextDepth = depth.clone();
      for (int i = 0; i < paths.length; i++) {
        if (depth[i] != DONE) {
          boolean end = depth[i] == paths[i].depth();
          nextAt[i] = end || element.isDocument() ? element : null;
          nextDepth[i] = end ? DONE : depth[i];
        }
      }
      walk(nextAt, nextDepth);
    }
    if (empty) {
      for (int i = 0; i < paths.length; i++) {
        if (depth[i] != DONE) {
          at[i] = depth[i] == paths[i].depth() ? RawValue.UNDEFINED : null;
          depth[i] = DONE;
        }
      }
      taker.take(at);
    }
  }
}
