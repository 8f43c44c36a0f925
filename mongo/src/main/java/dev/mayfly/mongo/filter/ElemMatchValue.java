package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonValue;

/** {@code $elemMatch} with operators: an array with an element that passes all of them. */
final class ElemMatchValue implements ValueTest {
  private final ValueTest test;

  ElemMatchValue(ValueTest test) {
    this.test = test;
  }

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
  public boolean looksIntoArrays() {
    return false;
  }
}
