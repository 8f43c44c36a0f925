package dev.mayfly.mongo.filter;

import java.util.List;
import org.bson.BsonValue;

/** A constraint of a JSON Schema. Keywords accept values of other types than their own. */
@FunctionalInterface
interface SchemaMatcher {
  boolean accepts(BsonValue value);

  static SchemaMatcher all(List<SchemaMatcher> tests) {
    SchemaMatcher[] each = tests.toArray(SchemaMatcher[]::new);
    return value -> {
      for (SchemaMatcher test : each) {
        if (!test.accepts(value)) {
          return false;
        }
      }
      return true;
    };
  }

  /** The number of matchers that accept a value. */
  static int count(List<SchemaMatcher> tests, BsonValue value) {
    int count = 0;
    for (SchemaMatcher test : tests) {
      count += test.accepts(value) ? 1 : 0;
    }
    return count;
  }
}
