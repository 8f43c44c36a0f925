package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.NOT_SINGLE_VALUE_FIELD;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Derives the fields of an upserted document from the query. */
final class UpsertQuery {
  private UpsertQuery() {}

  /** A document of the query's equalities. */
  static BsonDocument document(BsonDocument query) {
    BsonDocument document = new BsonDocument();
    for (Map.Entry<String, BsonValue> each : values(query).entrySet()) {
      set(document, each.getKey().split("\\.", -1), each.getValue());
    }
    return document;
  }

  private static void set(BsonDocument document, String[] path, BsonValue value) {
    BsonDocument at = document;
    for (int i = 0; i < path.length - 1; i++) {
      BsonValue inner = at.get(path[i]);
      if (inner == null) {
        inner = new BsonDocument();
        at.put(path[i], inner);
      }
      at = inner.asDocument();
    }
    at.put(path[path.length - 1], value);
  }

  /** Paths and their equality values, without conflicts. */
  static Map<String, BsonValue> values(BsonDocument query) {
    Map<String, BsonValue> values = new TreeMap<>();
    collect(query, values);
    return values;
  }

  private static void collect(BsonDocument query, Map<String, BsonValue> values) {
    for (Map.Entry<String, BsonValue> each : query.entrySet()) {
      BsonValue value = each.getValue();
      if (each.getKey().equals("$and") || isSingleOr(each.getKey(), value)) {
        for (BsonValue inner : value.asArray()) {
          collect(inner.asDocument(), values);
        }
      } else if (each.getKey().equals("$expr")) {
        throw new MongoException(
            ErrorCodes.QUERY_FEATURE_NOT_ALLOWED,
            "$expr is not allowed in the query predicate for an upsert");
      } else if (!each.getKey().startsWith("$")) {
        field(each.getKey(), value, values);
      }
    }
  }

  private static boolean isSingleOr(String name, BsonValue value) {
    return name.equals("$or") && value.asArray().size() == 1;
  }

  private static void field(String path, BsonValue value, Map<String, BsonValue> values) {
    boolean operators =
        value.isDocument()
            && !value.asDocument().isEmpty()
            && value.asDocument().getFirstKey().startsWith("$")
            && !value.asDocument().containsKey("$ref");
    if (!operators) {
      add(path, value, values);
      return;
    }
    for (Map.Entry<String, BsonValue> each : value.asDocument().entrySet()) {
      switch (each.getKey()) {
        case "$eq" -> add(path, each.getValue(), values);
        case "$in" -> {
          List<BsonValue> choices = each.getValue().asArray();
          if (choices.size() == 1) {
            add(path, choices.get(0), values);
          }
        }
        case "$all" -> each.getValue().asArray().forEach(one -> addOfAll(path, one, values));
        default -> {
          // No equality.
        }
      }
    }
  }

  private static void addOfAll(String path, BsonValue value, Map<String, BsonValue> values) {
    boolean elemMatch = value.isDocument() && value.asDocument().containsKey("$elemMatch");
    if (!elemMatch) {
      add(path, value, values);
    }
  }

  private static void add(String path, BsonValue value, Map<String, BsonValue> values) {
    if (value.isRegularExpression()) {
      return;
    }
    for (String known : values.keySet()) {
      if (known.equals(path)) {
        throw conflict("path '" + path + "' is matched twice");
      }
      if (path.startsWith(known + ".")) {
        throw conflict("both paths '" + path + "' and '" + known + "' are matched");
      }
      if (known.startsWith(path + ".")) {
        throw conflict("both paths '" + known + "' and '" + path + "' are matched");
      }
    }
    values.put(path, value);
  }

  private static MongoException conflict(String what) {
    return new MongoException(NOT_SINGLE_VALUE_FIELD, "cannot infer query fields to set, " + what);
  }
}
