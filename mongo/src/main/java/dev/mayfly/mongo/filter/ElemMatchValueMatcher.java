package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonValue;

/** {@code $elemMatch} with operators: an array with an element that matches all of them. */
record ElemMatchValueMatcher(ValueMatcher test) implements ValueMatcher {
  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    if (value == null || !value.isArray()) {
      return false;
    }
    List<BsonValue> elements = value.asArray();
    for (int i = 0; i < elements.size(); i++) {
      if (test.test(elements.get(i), variables, null)) {
        if (match != null) {
          match.matchedElement(i);
        }
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean matchesElements() {
    return false;
  }
}
