package dev.mayfly.cosmos.json;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The names seen so far in each of the objects that are open, to find one that comes twice. */
final class PropertyNames {
  /** Up to this many names are compared one by one, which is quicker than a set. */
  private static final int LINEAR_MAX = 12;

  private final int[] starts;
  private final Set<?>[] sets;
  private String[] names = new String[32];
  private int count;

  PropertyNames(int maxDepth) {
    this.starts = new int[maxDepth + 1];
    this.sets = new Set<?>[maxDepth + 1];
  }

  void open(int depth) {
    starts[depth] = count;
    sets[depth] = null;
  }

  void close(int depth) {
    count = starts[depth];
    sets[depth] = null;
  }

  /** Adds a name to the innermost object, whose depth this is; false if it is there already. */
  boolean add(int depth, String name) {
    int start = starts[depth];
    if (sets[depth] != null) {
      return set(depth).add(name);
    }
    int hash = name.hashCode();
    for (int i = start; i < count; i++) {
      if (names[i].hashCode() == hash && names[i].equals(name)) {
        return false;
      }
    }
    if (count - start == LINEAR_MAX) {
      Set<String> set = new HashSet<>(Arrays.asList(names).subList(start, count));
      set.add(name);
      sets[depth] = set;
      return true;
    }
    if (count == names.length) {
      names = Arrays.copyOf(names, 2 * count);
    }
    names[count++] = name;
    return true;
  }

  @SuppressWarnings("unchecked") // only sets of strings are put in
  private Set<String> set(int depth) {
    return (Set<String>) sets[depth];
  }
}
