package dev.mayfly.engine.check;

import dev.mayfly.engine.catalog.IndexSource;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.index.IndexReader;
import java.util.Arrays;
import java.util.Collections;
import java.util.function.Predicate;

/**
 * An index as META describes it.
 *
 * @param reader of the keys of a body, whatever the filter says
 * @param filter null if it cannot be evaluated here
 */
record IndexFacts(
    IndexSource source, IndexProgress progress, IndexReader reader, Predicate<byte[]> filter) {

  static IndexFacts of(IndexSource source, IndexProgress progress, ItemFilters filters) {
    Predicate<byte[]> filter = null;
    if (source.index().filter() == null) {
      filter = body -> true;
    } else if (filters != ItemFilters.NONE) {
      filter = filters.compile(source.index().filter());
    }
    return new IndexFacts(source, progress, new IndexReader(source.index(), body -> true), filter);
  }

  boolean unique() {
    return source.index().unique();
  }

  /** True if an item with that key must have rows, if its body has keys. */
  boolean covers(byte[] itemKey) {
    return filter != null
        && (progress.ready() || Arrays.compareUnsigned(itemKey, progress.builtTo()) <= 0);
  }

  /** The keys that an item must have. */
  IndexKeys keys(byte[] body) {
    return filter.test(body) ? reader.read(body) : IndexKeys.NONE;
  }

  /** True if an item may have a row with that key. */
  boolean mayHave(byte[] body, byte[] key) {
    try {
      boolean found =
          Collections.binarySearch(reader.read(body).keys(), key, Arrays::compareUnsigned) >= 0;
      return found && (filter == null || filter.test(body));
    } catch (EngineException e) {
      return false;
    }
  }
}
