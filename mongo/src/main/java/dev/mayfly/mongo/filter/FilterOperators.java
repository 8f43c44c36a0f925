package dev.mayfly.mongo.filter;

import java.util.Set;
import java.util.TreeSet;

/** The names of the operators of filters. */
public final class FilterOperators {
  /** Those that stand on a field. */
  static final Set<String> ON_FIELDS =
      Set.of(
          "$all",
          "$bitsAllClear",
          "$bitsAllSet",
          "$bitsAnyClear",
          "$bitsAnySet",
          "$elemMatch",
          "$eq",
          "$exists",
          "$gt",
          "$gte",
          "$in",
          "$lt",
          "$lte",
          "$mod",
          "$ne",
          "$nin",
          "$not",
          "$options",
          "$regex",
          "$size",
          "$type");

  /** Those that stand on a whole document. */
  static final Set<String> ON_DOCUMENTS =
      Set.of(
          "$alwaysFalse",
          "$alwaysTrue",
          "$and",
          "$comment",
          "$expr",
          "$jsonSchema",
          "$nor",
          "$or",
          "$sampleRate",
          "$text",
          "$where");

  /** Known by name only, to be refused. */
  private static final Set<String> REFUSED = Set.of("$text", "$where");

  private FilterOperators() {}

  /** What is supported, in the order of the alphabet. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(ON_FIELDS);
    names.addAll(ON_DOCUMENTS);
    names.removeAll(REFUSED);
    return names;
  }
}
