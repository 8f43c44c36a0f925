package dev.mayfly.mongo.collection;

import dev.mayfly.mongo.aggregate.SortPattern;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.MatchDetails;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code min} and {@code max} of a find: between which keys of an index documents must lie. */
public final class KeyBounds implements Filter {
  private final Filter filter;
  private final SortPattern key;
  private final BsonValue[] min;
  private final BsonValue[] max;

  private KeyBounds(Filter filter, SortPattern key, BsonValue[] min, BsonValue[] max) {
    this.filter = filter;
    this.key = key;
    this.min = min;
    this.max = max;
  }

  /**
   * A filter that also asks for the bounds.
   *
   * @param index the key pattern of the index that was hinted at; null if none was
   * @param min the first key, inclusive; null for none
   * @param max the last key, exclusive; null for none
   */
  public static Filter of(
      Filter filter, BsonDocument index, BsonDocument min, BsonDocument max, BsonOrder order) {
    if (index == null) {
      throw new MongoException(
          51173, "When using min()/max() a hint of which index to use must be provided");
    }
    return new KeyBounds(
        filter, SortPattern.parse(index, order), values(index, min), values(index, max));
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
    BsonValue[] values = key.key(document);
    return (min == null || key.compare(values, min) >= 0)
        && (max == null || key.compare(values, max) < 0);
  }
}
