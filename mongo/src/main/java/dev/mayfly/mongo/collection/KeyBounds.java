package dev.mayfly.mongo.collection;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.MatchDetails;
import dev.mayfly.mongo.sort.SortPattern;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The {@code min} and {@code max} options of find as a filter on index keys. A document with arrays
 * has several keys; one within the bounds is enough.
 */
public record KeyBounds(Filter filter, SortPattern key, BsonValue[] min, BsonValue[] max)
    implements Filter {
  /**
   * Adds the bounds to a filter.
   *
   * @param index key pattern of the hinted index; null without a hint
   * @param min inclusive; null for none
   * @param max exclusive; null for none
   */
  public static Filter of(
      Filter filter, BsonDocument index, BsonDocument min, BsonDocument max, BsonOrder order) {
    if (index == null) {
      throw new MongoException(
          51173, "When using min()/max() a hint of which index to use must be provided");
    }
    SortPattern key = SortPattern.parse(index, order);
    BsonValue[] lower = values(index, min);
    BsonValue[] upper = values(index, max);
    if (lower != null && upper != null && key.compare(lower, upper) >= 0) {
      throw new MongoException(
          51175,
          "The value provided for min() does not come before the value provided for max() in the"
              + " hint index");
    }
    return new KeyBounds(filter, key, lower, upper);
  }

  private static BsonValue[] values(BsonDocument index, BsonDocument bound) {
    if (bound == null || bound.isEmpty()) {
      return null;
    }
    List<String> fields = new ArrayList<>(bound.keySet());
    if (!fields.equals(new ArrayList<>(index.keySet()))) {
      throw new MongoException(
          51174,
          "The index chosen is not compatible with min/max, because it does not have the same"
              + " keys");
    }
    return bound.values().toArray(new BsonValue[0]);
  }

  @Override
  public boolean matches(BsonDocument document, Variables variables, MatchDetails match) {
    if (!filter.matches(document, variables, match)) {
      return false;
    }
    return key.anyKey(document, this::isWithin);
  }

  private boolean isWithin(BsonValue[] values) {
    return (min == null || key.compare(values, min) >= 0)
        && (max == null || key.compare(values, max) < 0);
  }
}
