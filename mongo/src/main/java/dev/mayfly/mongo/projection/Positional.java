package dev.mayfly.mongo.projection;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.filter.MatchDetails;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The positional projection {@code a.$}: the matching array element. */
record Positional(String[] path) {
  BsonDocument apply(BsonDocument document, MatchDetails match) {
    return document(document, 0, match);
  }

  private BsonDocument document(BsonDocument document, int at, MatchDetails match) {
    BsonValue value = document.get(path[at]);
    BsonValue changed = value == null ? null : value(value, at, match);
    if (changed == value) {
      return document;
    }
    BsonDocument result = new BsonDocument();
    result.putAll(document);
    result.put(path[at], changed);
    return result;
  }

  private BsonValue value(BsonValue value, int at, MatchDetails match) {
    if (value.isArray()) {
      return element(value.asArray(), match);
    }
    return value.isDocument() && at < path.length - 1
        ? document(value.asDocument(), at + 1, match)
        : value;
  }

  private static BsonValue element(List<BsonValue> elements, MatchDetails match) {
    if (match == null || !match.hasElement()) {
      throw new MongoException(
          51246, "positional operator '.$' couldn't find a matching element in the array");
    }
    if (match.element() >= elements.size()) {
      throw new MongoException(51247, "positional operator '.$' element mismatch");
    }
    return new BsonArray(List.of(elements.get(match.element())));
  }
}
