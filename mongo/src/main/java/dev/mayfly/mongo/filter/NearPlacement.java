package dev.mayfly.mongo.filter;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.geo.NearQuery;
import java.util.function.Supplier;
import org.bson.BsonDocument;

/**
 * Where operators that sort by distance may be: once in a query, at its top level or in an {@code
 * $and} there.
 */
final class NearPlacement {
  private static final int NOT_ALLOWED = 5626500;

  private final boolean allowed;
  private int outside;
  private int found;

  NearPlacement(boolean allowed) {
    this.allowed = allowed;
  }

  /** Parses what must not have such an operator. */
  <T> T outside(Supplier<T> parser) {
    outside++;
    T parsed = parser.get();
    outside--;
    return parsed;
  }

  /** The filter of such an operator. */
  Filter filter(String path, BsonDocument operators) {
    if (!allowed || outside > 0) {
      throw misplaced();
    }
    if (++found > 1) {
      throw new MongoException(BAD_VALUE, "Too many geoNear expressions");
    }
    NearQuery.parse(path, operators);
    return Filter.ALWAYS_TRUE;
  }

  MongoException misplaced() {
    return allowed
        ? new MongoException(BAD_VALUE, "geo $near must be top-level expr")
        : new MongoException(
            NOT_ALLOWED,
            "$geoNear, $near, and $nearSphere are not allowed in this context, as these operators"
                + " require sorting geospatial data. If you do not need sort, consider using"
                + " $geoWithin instead. Check out"
                + " https://dochub.mongodb.org/core/near-sort-operation and"
                + " https://dochub.mongodb.org/core/nearoperator for more details");
  }
}
