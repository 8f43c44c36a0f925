package dev.mayfly.mongo.filter;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** JSON Schema keywords for objects. */
final class SchemaObjects {
  /** The schema of fields whose names match a pattern. */
  record PatternSchema(Pattern pattern, SchemaMatcher test) {}

  private SchemaObjects() {}

  private static SchemaMatcher ofDocuments(Predicate<BsonDocument> test) {
    return value -> !value.isDocument() || test.test(value.asDocument());
  }

  static SchemaMatcher required(Set<String> names) {
    return ofDocuments(
        document -> {
          for (String name : names) {
            if (!document.containsKey(name)) {
              return false;
            }
          }
          return true;
        });
  }

  static SchemaMatcher minProperties(long least) {
    return ofDocuments(document -> document.size() >= least);
  }

  static SchemaMatcher maxProperties(long most) {
    return ofDocuments(document -> document.size() <= most);
  }

  static SchemaMatcher properties(Map<String, SchemaMatcher> properties) {
    return ofDocuments(
        document -> {
          for (Map.Entry<String, SchemaMatcher> each : properties.entrySet()) {
            BsonValue value = document.get(each.getKey());
            if (value != null && !each.getValue().accepts(value)) {
              return false;
            }
          }
          return true;
        });
  }

  /**
   * A field must match the schemas of all matching patterns; unnamed fields must match the rest.
   */
  static SchemaMatcher others(Set<String> known, List<PatternSchema> patterns, SchemaMatcher rest) {
    return ofDocuments(
        document -> {
          for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            boolean named = known.contains(field.getKey());
            for (PatternSchema each : patterns) {
              if (each.pattern().matcher(field.getKey()).find()) {
                named = true;
                if (!each.test().accepts(field.getValue())) {
                  return false;
                }
              }
            }
            if (!named && !rest.accepts(field.getValue())) {
              return false;
            }
          }
          return true;
        });
  }

  /** Applies a schema to documents that have a field. */
  static SchemaMatcher dependency(String name, SchemaMatcher then) {
    return ofDocuments(document -> !document.containsKey(name) || then.accepts(document));
  }
}
