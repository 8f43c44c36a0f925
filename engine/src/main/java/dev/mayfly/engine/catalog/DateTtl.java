package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import org.bson.BsonDocument;

/**
 * A date field that kills (D5): items die {@code expireAfterSeconds} after the date at {@code
 * path}; of an array, the earliest date counts.
 *
 * @param filter which items it applies to, for the front end's {@link ItemFilters}; null = all
 */
public record DateTtl(String name, FieldPath path, long expireAfterSeconds, BsonDocument filter) {
  public DateTtl {
    requireNonNull(name, "name");
    requireNonNull(path, "path");
    if (expireAfterSeconds < 0 || expireAfterSeconds > Integer.MAX_VALUE) {
      throw new EngineException(
          ErrorCode.BAD_TTL,
          "expireAfterSeconds of '"
              + name
              + "' is not valid: "
              + expireAfterSeconds
              + ". It must be from 0 to "
              + Integer.MAX_VALUE
              + ".");
    }
  }

  public DateTtl(String name, String dottedPath, long expireAfterSeconds) {
    this(name, FieldPath.ofDotted(dottedPath), expireAfterSeconds, null);
  }
}
