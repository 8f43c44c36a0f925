package dev.mayfly.cosmos.query.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The names that expressions may use, and where a row holds their values. A later one hides an
 * earlier one of the same name.
 */
final class Aliases {
  /** What no query can call anything: the document, before it has an alias. */
  static final String DOCUMENT = "";

  static final Aliases NONE = new Aliases(List.of());

  private final List<String> names;

  private Aliases(List<String> names) {
    this.names = names;
  }

  static Aliases of(String... names) {
    return new Aliases(List.copyOf(Arrays.asList(names)));
  }

  Aliases with(String name) {
    List<String> more = new ArrayList<>(names);
    more.add(name);
    return new Aliases(Collections.unmodifiableList(more));
  }

  /** Where the value is; -1 if there is no such name. */
  int slot(String name) {
    return names.lastIndexOf(name);
  }

  /** How many values a row has. */
  int size() {
    return names.size();
  }
}
