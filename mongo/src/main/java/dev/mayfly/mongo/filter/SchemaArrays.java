package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.bson.ValueKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonValue;

/** Keywords of schemas for arrays. */
final class SchemaArrays {
  private SchemaArrays() {}

  private static SchemaTest ofArrays(Predicate<List<BsonValue>> test) {
    return value -> !value.isArray() || test.test(value.asArray());
  }

  static SchemaTest minItems(long least) {
    return ofArrays(elements -> elements.size() >= least);
  }

  static SchemaTest maxItems(long most) {
    return ofArrays(elements -> elements.size() <= most);
  }

  static SchemaTest uniqueItems() {
    return ofArrays(
        elements -> {
          Set<ValueKey> seen = new HashSet<>();
          for (BsonValue element : elements) {
            if (!seen.add(SchemaValues.unordered(element))) {
              return false;
            }
          }
          return true;
        });
  }

  static SchemaTest eachItem(SchemaTest test) {
    return items(List.of(), test);
  }

  /** Each of the first elements has a test of its own; the others share one. */
  static SchemaTest items(List<SchemaTest> first, SchemaTest others) {
    return ofArrays(
        elements -> {
          for (int i = 0; i < elements.size(); i++) {
            SchemaTest test = i < first.size() ? first.get(i) : others;
            if (!test.accepts(elements.get(i))) {
              return false;
            }
          }
          return true;
        });
  }
}
