package dev.mayfly.engine.catalog;

import java.util.function.Predicate;
import org.bson.BsonDocument;

/**
 * How the filter of a {@link DateTtl} or of a path index is understood. The engine has no query
 * language; the front end that has one hands this over when the engine is opened.
 */
@FunctionalInterface
public interface ItemFilters {
  /** Refuses every filter. */
  ItemFilters NONE =
      filter -> {
        throw new dev.mayfly.engine.error.EngineException(
            dev.mayfly.engine.error.ErrorCode.NOT_SUPPORTED,
            "A filter on an index or a date TTL needs a front end that understands it.");
      };

  /** A test for BSON bodies. */
  Predicate<byte[]> compile(BsonDocument filter);
}
