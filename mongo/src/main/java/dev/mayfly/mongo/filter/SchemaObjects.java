package dev.mayfly.mongo.filter;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Keywords of schemas for documents. */
final class SchemaObjects {
  /** What fields are like whose names a pattern matches. */
  record PatternSchema(Pattern pattern, SchemaTest test) {}

  private SchemaObjects() {}

  private static SchemaTest ofDocuments(Predicate<BsonDocument> test) {
    return value -> !value.isDocument() || test.test(value.asDocument());
  }

  static SchemaTest required(Set<String> names) {
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

  static SchemaTest minProperties(long least) {
    return ofDocuments(document -> document.size() >= least);
  }

  static SchemaTest maxProperties(long most) {
    return ofDocuments(document -> document.size() <= most);
  }

  static SchemaTest properties(Map<String, SchemaTest> properties) {
    return ofDocuments(
        document -> {
          for (Map.Entry<String, SchemaTest> each : properties.entrySet()) {
            BsonValue value = document.get(each.getKey());
            if (value != null && !each.getValue().accepts(value)) {
              return false;
            }
          }
          return true;
        });
  }

  /** Fields must be like all patterns that match say; those that nothing names, like the rest. */
  static SchemaTest others(Set<String> known, List<PatternSchema> patterns, SchemaTest rest) {
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

  /** If a document has this field, it must be like that. */
  static SchemaTest dependency(String name, SchemaTest then) {
    return ofDocuments(document -> !document.containsKey(name) || then.accepts(document));
  }
}
