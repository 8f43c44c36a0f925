package dev.mayfly.bench.deadrows;

import java.util.Locale;

/** Where the dead items are, in the order of keys. */
enum Layout {
  /** One partition with ids in the order of time, as drivers of MongoDB make them. */
  BEFORE,
  /** A partition for each item: the living are scattered among the dead. */
  MIXED;

  static String id(int number, boolean dies) {
    return (dies ? "a" : "b") + String.format(Locale.ROOT, "%08d", number);
  }

  String partition(int number, boolean dies) {
    return this == BEFORE ? "p" : "p" + id(number, dies);
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
