package dev.mayfly.mongo.plan;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.filter.Filters;
import dev.mayfly.query.plan.PathCondition;
import dev.mayfly.query.plan.PathCondition.AllOf;
import dev.mayfly.query.plan.PathCondition.AnyOf;
import dev.mayfly.query.plan.PathCondition.Exists;
import dev.mayfly.query.plan.PathCondition.OnPath;
import dev.mayfly.query.plan.PathCondition.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;

/**
 * Translates a valid filter into conditions on paths. Parts that say nothing to an index are left
 * out: the filter is evaluated for them.
 */
final class FilterConditions {
  /** More alternatives than this are not looked up one by one. */
  private static final int ALTERNATIVES_MAX = 100;

  private final GeoConditions geometries;
  private List<PathCondition> found = new ArrayList<>();
  private int scopes;

  private FilterConditions(GeoConditions geometries) {
    this.geometries = geometries;
  }

  static PathCondition of(BsonDocument filter) {
    return of(filter, new GeoConditions(List.of()));
  }

  static PathCondition of(BsonDocument filter, GeoConditions geometries) {
    FilterConditions conditions = new FilterConditions(geometries);
    conditions.document(filter, "", Scope.DOCUMENT);
    return new AllOf(conditions.found);
  }

  static List<String> names(String path) {
    return List.of(path.split("\\.", -1));
  }

  private void document(BsonDocument filter, String before, Scope scope) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      String name = each.getKey();
      BsonValue value = each.getValue();
      if (name.equals("$and")) {
        value.asArray().forEach(one -> document(one.asDocument(), before, scope));
      } else if (name.equals("$or")) {
        if (scope.equals(Scope.DOCUMENT) && value.asArray().size() <= ALTERNATIVES_MAX) {
          alternatives(value.asArray());
        }
      } else if (!name.startsWith("$")) {
        field(before + name, value, scope);
      }
    }
  }

  private void alternatives(BsonArray filters) {
    List<PathCondition> around = found;
    List<PathCondition> any = new ArrayList<>(filters.size());
    for (BsonValue each : filters) {
      found = new ArrayList<>();
      document(each.asDocument(), "", Scope.DOCUMENT);
      any.add(new AllOf(found));
    }
    found = around;
    found.add(new AnyOf(any));
  }

  private void field(String path, BsonValue value, Scope scope) {
    try {
      condition(path, value, scope);
    } catch (EngineException e) {
      // A value that can't be a key bounds nothing: the filter decides.
    }
  }

  private void condition(String path, BsonValue value, Scope scope) {
    if (Filters.isOperators(value)) {
      operators(path, value.asDocument(), scope);
    } else if (value.isRegularExpression()) {
      add(path, OperatorBounds.matching(value.asRegularExpression()), true, scope);
    } else {
      equal(path, value, scope);
    }
  }

  private void equal(String path, BsonValue value, Scope scope) {
    add(path, OperatorBounds.equal(value), OperatorBounds.isTextual(value), scope);
  }

  private void operators(String path, BsonDocument operators, Scope scope) {
    for (Map.Entry<String, BsonValue> each : operators.entrySet()) {
      String operator = each.getKey();
      BsonValue value = each.getValue();
      switch (operator) {
        case "$eq" -> equal(path, value, scope);
        case "$gt", "$gte", "$lt", "$lte" ->
            add(
                path,
                OperatorBounds.compared(operator, value),
                OperatorBounds.isTextual(value),
                scope);
        case "$in" -> in(path, value.asArray(), scope);
        case "$all" -> all(path, value.asArray(), scope);
        case "$regex" -> regex(path, value, operators.get("$options"), scope);
        case "$elemMatch" -> element(path, value.asDocument(), scope);
        case "$geoWithin", "$within", "$geoIntersects" ->
            found.addAll(geometries.of(names(path), operator, value, scope));
        case "$exists" -> {
          if (Values.isTrue(value) && scope.equals(Scope.DOCUMENT)) {
            found.add(new Exists(names(path)));
          }
        }
        default -> {
          // The filter asks for it.
        }
      }
    }
  }

  private void in(String path, BsonArray values, Scope scope) {
    boolean textual = values.stream().anyMatch(OperatorBounds::isTextual);
    add(path, OperatorBounds.in(values), textual, scope);
  }

  private void all(String path, BsonArray values, Scope scope) {
    for (BsonValue each : values) {
      if (Filters.isOperators(each)) {
        return;
      }
      field(path, each, scope);
    }
  }

  private void regex(String path, BsonValue value, BsonValue options, Scope scope) {
    String given = options == null ? "" : options.asString().getValue();
    BsonRegularExpression regex =
        value.isString()
            ? new BsonRegularExpression(value.asString().getValue(), given)
            : options == null
                ? value.asRegularExpression()
                : new BsonRegularExpression(value.asRegularExpression().getPattern(), given);
    add(path, OperatorBounds.matching(regex), true, scope);
  }

  private void element(String path, BsonDocument condition, Scope around) {
    int depth = (int) path.chars().filter(c -> c == '.').count() + 1;
    if (around.depth() == depth) {
      // An element of an element: an array within an array has no keys but itself.
      return;
    }
    Scope scope = new Scope(++scopes, depth);
    if (Filters.isOnElements(condition)) {
      operators(path, condition, scope);
    } else {
      document(condition, path + ".", scope);
    }
  }

  private void add(String path, Bounds bounds, boolean textual, Scope scope) {
    if (bounds != null) {
      found.add(new OnPath(names(path), bounds.keys(), bounds.exact(), textual, scope));
    }
  }
}
