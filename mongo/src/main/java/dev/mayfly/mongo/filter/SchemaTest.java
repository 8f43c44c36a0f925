package dev.mayfly.mongo.filter;

import java.util.List;
import org.bson.BsonValue;

/** What a schema says of one value. A keyword says nothing of values that it is not made for. */
@FunctionalInterface
interface SchemaTest {
  boolean accepts(BsonValue value);

  static SchemaTest all(List<SchemaTest> tests) {
    SchemaTest[] each = tests.toArray(SchemaTest[]::new);
    return value -> {
      for (SchemaTest test : each) {
        if (!test.accepts(value)) {
          return false;
        }
      }
      return true;
    };
  }

  /** How many of them accept a value. */
  static int count(List<SchemaTest> tests, BsonValue value) {
    int count = 0;
    for (SchemaTest test : tests) {
      count += test.accepts(value) ? 1 : 0;
    }
    return count;
  }
}
