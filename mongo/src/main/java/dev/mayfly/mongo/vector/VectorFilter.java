package dev.mayfly.mongo.vector;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.filter.Filters;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Checks the filter of a {@code $vectorSearch}, which takes a part of the query language only. */
final class VectorFilter {
  private static final int BAD_OPERATOR = 7828300;
  private static final int BAD_OPERAND = 7828301;
  private static final int NULL_IN_LIST = 7828302;
  private static final int REGEX_IN_LIST = 7828303;

  private static final Set<String> COMPARISONS = Set.of("$eq", "$ne", "$gt", "$gte", "$lt", "$lte");

  private final Set<String> paths = new TreeSet<>();

  private VectorFilter() {}

  /** The paths of a filter that was parsed as a query. */
  static Set<String> paths(BsonDocument filter) {
    VectorFilter checked = new VectorFilter();
    checked.filter(filter);
    return checked.paths;
  }

  private void filter(BsonDocument filter) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      String name = each.getKey();
      switch (name) {
        case "$and", "$or", "$nor" ->
            each.getValue().asArray().forEach(one -> filter(one.asDocument()));
        default -> {
          if (name.startsWith("$")) {
            throw operator(name);
          }
          paths.add(name);
          condition(each.getValue());
        }
      }
    }
  }

  private void condition(BsonValue condition) {
    if (condition.isRegularExpression()) {
      throw operator("$regex");
    }
    if (!Filters.isOperators(condition)) {
      operand(condition);
      return;
    }
    for (Map.Entry<String, BsonValue> each : condition.asDocument().entrySet()) {
      String name = each.getKey();
      if (COMPARISONS.contains(name)) {
        operand(each.getValue());
      } else if (name.equals("$in") || name.equals("$nin")) {
        each.getValue().asArray().forEach(VectorFilter::listed);
      } else if (name.equals("$not")) {
        condition(each.getValue());
      } else if (!name.equals("$exists")) {
        throw operator(name);
      }
    }
  }

  private static void listed(BsonValue value) {
    if (value.isNull()) {
      throw new MongoException(NULL_IN_LIST, "Matching null is not supported.");
    }
    if (value.isRegularExpression()) {
      throw new MongoException(REGEX_IN_LIST, "Matching regex is not supported.");
    }
    operand(value);
  }

  private static void operand(BsonValue value) {
    boolean known =
        switch (value.getBsonType()) {
          case STRING, BOOLEAN, INT32, INT64, DOUBLE, DATE_TIME, OBJECT_ID -> true;
          case BINARY -> isUuid(value.asBinary());
          default -> false;
        };
    if (!known) {
      throw new MongoException(
          BAD_OPERAND, "Operand type is not supported for $vectorSearch: " + TypeNames.of(value));
    }
  }

  private static boolean isUuid(BsonBinary binary) {
    return binary.getType() == BsonBinarySubType.UUID_STANDARD.getValue();
  }

  private static MongoException operator(String name) {
    return new MongoException(
        BAD_OPERATOR, "Match expression is not supported for $vectorSearch: " + name);
  }
}
