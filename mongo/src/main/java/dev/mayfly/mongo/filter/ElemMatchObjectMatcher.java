package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code $elemMatch} with a query: an array with a matching document. A nested array acts as a
 * document with the fields 0, 1 and so on.
 */
record ElemMatchObjectMatcher(Filter filter) implements ValueMatcher {
  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    if (value == null || !value.isArray()) {
      return false;
    }
    List<BsonValue> elements = value.asArray();
    for (int i = 0; i < elements.size(); i++) {
      BsonDocument document = asDocument(elements.get(i));
      if (document != null && filter.matches(document, variables, null)) {
        if (match != null) {
          match.matchedElement(i);
        }
        return true;
      }
    }
    return false;
  }

  private static BsonDocument asDocument(BsonValue element) {
    return switch (element.getBsonType()) {
      case DOCUMENT -> element.asDocument();
      case ARRAY -> {
        BsonDocument numbered = new BsonDocument();
        List<BsonValue> values = element.asArray();
        for (int i = 0; i < values.size(); i++) {
          numbered.put(Integer.toString(i), values.get(i));
        }
        yield numbered;
      }
      default -> null;
    };
  }

  @Override
  public boolean matchesElements() {
    return false;
  }
}
