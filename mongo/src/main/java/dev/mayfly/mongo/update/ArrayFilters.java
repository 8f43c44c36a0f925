package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.FAILED_TO_PARSE;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The {@code arrayFilters}, which select the elements of {@code $[id]}. */
final class ArrayFilters {
  private static final String CONTEXT = "Error parsing array filter :: caused by :: ";

  private final Map<String, Filter> filters = new HashMap<>();
  private final Set<String> used = new HashSet<>();

  ArrayFilters(List<BsonDocument> documents, ParseContext context) {
    for (BsonDocument document : documents) {
      add(document, context);
    }
  }

  private void add(BsonDocument document, ParseContext context) {
    Filter filter;
    String identifier;
    try {
      filter = FilterParser.parse(document, context);
      identifier = identifier(document, null);
    } catch (MongoException e) {
      throw e.in(CONTEXT);
    }
    if (identifier == null) {
      throw new MongoException(
          FAILED_TO_PARSE,
          "Cannot use an expression without a top-level field name in arrayFilters");
    }
    if (filters.put(identifier, filter) != null) {
      throw new MongoException(
          FAILED_TO_PARSE,
          "Found multiple array filters with the same top-level field name " + identifier);
    }
  }

  /** The identifier that all paths of a filter begin with. */
  private static String identifier(BsonDocument document, String known) {
    String identifier = known;
    for (Map.Entry<String, BsonValue> each : document.entrySet()) {
      if (each.getKey().startsWith("$")) {
        if (each.getValue().isArray()) {
          for (BsonValue inner : each.getValue().asArray()) {
            identifier = identifier(inner.asDocument(), identifier);
          }
        }
        continue;
      }
      int dot = each.getKey().indexOf('.');
      String name = dot < 0 ? each.getKey() : each.getKey().substring(0, dot);
      check(name);
      if (identifier != null && !identifier.equals(name)) {
        throw new MongoException(
            FAILED_TO_PARSE,
            "Expected a single top-level field name, found '%s' and '%s'"
                .formatted(identifier, name));
      }
      identifier = name;
    }
    return identifier;
  }

  private static void check(String name) {
    boolean good = !name.isEmpty() && name.charAt(0) >= 'a' && name.charAt(0) <= 'z';
    for (int i = 1; i < name.length(); i++) {
      char c = name.charAt(i);
      good &= c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }
    if (!good) {
      throw new MongoException(
          BAD_VALUE,
          ("The top-level field name must be an alphanumeric string beginning with a "
                  + "lowercase letter, found '%s'")
              .formatted(name));
    }
  }

  /** Marks the filters of a path as used. */
  void use(UpdatePath path) {
    for (int i = 0; i < path.length(); i++) {
      if (UpdatePath.isArrayPart(path.part(i))) {
        String identifier = UpdatePath.identifier(path.part(i));
        if (!identifier.isEmpty() && !filters.containsKey(identifier)) {
          throw new MongoException(
              BAD_VALUE,
              "No array filter found for identifier '%s' in path '%s'"
                  .formatted(identifier, path.dotted()));
        }
        used.add(identifier);
      }
    }
  }

  void checkAllUsed(BsonDocument update) {
    for (String identifier : filters.keySet()) {
      if (!used.contains(identifier)) {
        throw new MongoException(
            FAILED_TO_PARSE,
            "The array filter for identifier '%s' was not used in the update %s"
                .formatted(identifier, BsonText.of(update)));
      }
    }
  }

  boolean matches(String identifier, BsonValue element, FieldLocation.Call call) {
    return filters
        .get(identifier)
        .matches(new BsonDocument(identifier, element), call.variables(), null);
  }
}
