package dev.mayfly.engine.container;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.format.ItemRow;
import java.util.List;
import java.util.function.Predicate;

/** Finds the date that a date source goes by in a body. */
public final class DateReader {
  private static final long NO_DATE = Long.MAX_VALUE;

  private final int source;
  private final List<String> names;
  private final Predicate<byte[]> filter;

  public DateReader(DateSource source, ItemFilters filters) {
    this.source = source.id();
    this.names = source.ttl().path().names();
    this.filter =
        source.ttl().filter() == null
            ? body -> true
            : requireNonNull(filters.compile(source.ttl().filter()), "filter");
  }

  /** The earliest date at the path, or null if there is none or the filter does not match. */
  public ItemRow.Date read(byte[] body) {
    long millis = earliest(RawBson.cursor(body), 0);
    if (millis == NO_DATE || !filter.test(body)) {
      return null;
    }
    return new ItemRow.Date(source, Math.floorDiv(millis, 1000) + (millis % 1000 == 0 ? 0 : 1));
  }

  private long earliest(RawCursor document, int depth) {
    String name = names.get(depth);
    while (document.next()) {
      if (document.name().equals(name)) {
        return earliest(document.value(), depth + 1);
      }
    }
    return NO_DATE;
  }

  private long earliest(RawValue value, int depth) {
    if (value.isArray()) {
      long earliest = NO_DATE;
      RawCursor elements = value.elements();
      while (elements.next()) {
        RawValue element = elements.value();
        if (!element.isArray()) {
          earliest = Math.min(earliest, earliest(element, depth));
        }
      }
      return earliest;
    }
    if (depth < names.size()) {
      return value.isDocument() ? earliest(value.elements(), depth) : NO_DATE;
    }
    return value.isDate() ? value.dateMillis() : NO_DATE;
  }
}
