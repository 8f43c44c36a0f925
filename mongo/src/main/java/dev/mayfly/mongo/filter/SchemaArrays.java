package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.bson.ValueKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonValue;

/** JSON Schema keywords for arrays. */
final class SchemaArrays {
  private SchemaArrays() {}

  private static SchemaMatcher ofArrays(Predicate<List<BsonValue>> test) {
    return value -> !value.isArray() || test.test(value.asArray());
  }

  static SchemaMatcher minItems(long least) {
    return ofArrays(elements -> elements.size() >= least);
  }

  static SchemaMatcher maxItems(long most) {
    return ofArrays(elements -> elements.size() <= most);
  }

  static SchemaMatcher uniqueItems() {
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

  static SchemaMatcher eachItem(SchemaMatcher test) {
    return items(List.of(), test);
  }

  /** Leading elements have their own schemas; the others share one. */
  static SchemaMatcher items(List<SchemaMatcher> first, SchemaMatcher others) {
    return ofArrays(
        elements -> {
          for (int i = 0; i < elements.size(); i++) {
            SchemaMatcher test = i < first.size() ? first.get(i) : others;
            if (!test.accepts(elements.get(i))) {
              return false;
            }
          }
          return true;
        });
  }
}
