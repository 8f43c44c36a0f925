package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * Applies a matcher to the values of a dotted path. Arrays on the path are traversed: their
 * documents, and the element at an index if the path has a number.
 */
final class FieldFilter implements Filter {
  private final String[] parts;
  private final int[] positions;
  private final ValueMatcher test;
  private final boolean intoArrays;

  /** Fast path on bytes; null if not applicable. */
  private final RawComparison raw;

  FieldFilter(FilterPath path, ValueMatcher test) {
    this.parts = path.parts();
    this.positions = path.positions();
    this.test = test;
    this.intoArrays = test.matchesElements();
    this.raw =
        parts.length == 1 && test instanceof ComparisonMatcher comparison
            ? comparison.raw(parts[0])
            : null;
  }

  @Override
  public boolean matches(BsonDocument document, Variables variables, MatchDetails match) {
    if (raw != null && document instanceof LazyDocument lazy) {
      int answer = raw.test(lazy);
      if (answer != RawComparison.UNKNOWN) {
        return answer == RawComparison.TRUE;
      }
    }
    return inDocument(document, 0, variables, match);
  }

  private boolean inDocument(
      BsonDocument document, int start, Variables variables, MatchDetails match) {
    int at = start;
    int last = parts.length - 1;
    BsonValue value = document.get(parts[at]);
    while (at < last && value != null && value.getBsonType() == BsonType.DOCUMENT) {
      at++;
      value = value.asDocument().get(parts[at]);
    }
    if (value != null && value.getBsonType() == BsonType.ARRAY) {
      return at == last
          ? atEnd(value, variables, match)
          : inArray(value.asArray(), at + 1, variables, match);
    }
    return test.test(at == last ? value : null, variables, match);
  }

  /** Matches the elements of an array at the end of the path, then the array itself. */
  private boolean atEnd(BsonValue array, Variables variables, MatchDetails match) {
    if (intoArrays) {
      List<BsonValue> elements = array.asArray();
      for (int i = 0; i < elements.size(); i++) {
        if (test.test(elements.get(i), variables, null)) {
          return matched(match, i);
        }
      }
    }
    return test.test(array, variables, match);
  }

  /** A match within an element reports that element, not an inner one. */
  private boolean inArray(
      List<BsonValue> elements, int at, Variables variables, MatchDetails match) {
    for (int i = 0; i < elements.size(); i++) {
      BsonValue element = elements.get(i);
      if (element.getBsonType() == BsonType.DOCUMENT
          && inDocument(element.asDocument(), at, variables, null)) {
        return matched(match, i);
      }
      if (positions[at] == i && atPosition(element, at, variables, match)) {
        return true;
      }
    }
    return false;
  }

  private boolean atPosition(BsonValue element, int at, Variables variables, MatchDetails match) {
    if (at == parts.length - 1) {
      return test.test(element, variables, match);
    }
    return switch (element.getBsonType()) {
      case DOCUMENT -> inDocument(element.asDocument(), at + 1, variables, match);
      case ARRAY -> inArray(element.asArray(), at + 1, variables, match);
      default -> false;
    };
  }

  private static boolean matched(MatchDetails match, int position) {
    if (match != null) {
      match.matchedElement(position);
    }
    return true;
  }
}
