package dev.mayfly.mongo.filter;

import java.util.Set;
import java.util.TreeSet;

/** Names of the query operators. */
public final class FilterOperators {
  /** Field operators. */
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
          "$geoIntersects",
          "$geoNear",
          "$geoWithin",
          "$gt",
          "$gte",
          "$in",
          "$lt",
          "$lte",
          "$mod",
          "$ne",
          "$near",
          "$nearSphere",
          "$nin",
          "$not",
          "$options",
          "$regex",
          "$size",
          "$type",
          "$within");

  /** Top-level operators. */
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

  /** Known, but not supported. */
  private static final Set<String> REFUSED = Set.of("$where");

  private FilterOperators() {}

  /** The supported operators. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(ON_FIELDS);
    names.addAll(ON_DOCUMENTS);
    names.removeAll(REFUSED);
    return names;
  }
}
