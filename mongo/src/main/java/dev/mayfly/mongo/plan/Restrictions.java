package dev.mayfly.mongo.plan;

import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.filter.Filters;
import dev.mayfly.mongo.plan.Restriction.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;

/**
 * What a valid filter demands of all that matches, as far as bounds can tell it. Parts that say
 * nothing to an index are left out: the filter asks for them.
 */
final class Restrictions {
  private final List<Restriction> all = new ArrayList<>();
  private final Set<String> existing = new HashSet<>();
  private final List<BsonArray> alternatives = new ArrayList<>();
  private int scopes;

  private Restrictions() {}

  static Restrictions of(BsonDocument filter) {
    Restrictions restrictions = new Restrictions();
    restrictions.document(filter, "", Scope.DOCUMENT);
    return restrictions;
  }

  /** These and those of another filter. */
  Restrictions and(BsonDocument filter) {
    Restrictions both = new Restrictions();
    both.all.addAll(all);
    both.existing.addAll(existing);
    both.scopes = scopes;
    both.document(filter, "", Scope.DOCUMENT);
    return both;
  }

  /** Those of a path. */
  List<Restriction> on(String path) {
    List<Restriction> found = new ArrayList<>(1);
    for (Restriction each : all) {
      if (each.path().equals(path)) {
        found.add(each);
      }
    }
    return found;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** The lists of filters of which one must match each: the {@code $or} at the root. */
  List<BsonArray> alternatives() {
    return alternatives;
  }

  /** Whether only documents match that have something at a path. */
  boolean demands(String path) {
    return existing.contains(path)
        || on(path).stream().anyMatch(each -> isOfDocument(each) && !each.bounds().holdsNull());
  }

  /** Whether everything that matches passes a test with such bounds. */
  boolean imply(String path, Bounds bounds) {
    return bounds.exact()
        && on(path).stream().anyMatch(each -> isOfDocument(each) && each.bounds().isWithin(bounds));
  }

  private static boolean isOfDocument(Restriction restriction) {
    return restriction.scope().equals(Scope.DOCUMENT);
  }

  private void document(BsonDocument filter, String before, Scope scope) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      String name = each.getKey();
      BsonValue value = each.getValue();
      if (name.equals("$and")) {
        value.asArray().forEach(one -> document(one.asDocument(), before, scope));
      } else if (name.equals("$or")) {
        if (scope.equals(Scope.DOCUMENT)) {
          alternatives.add(value.asArray());
        }
      } else if (!name.startsWith("$")) {
        field(before + name, value, scope);
      }
    }
  }

  private void field(String path, BsonValue value, Scope scope) {
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
        case "$exists" -> {
          if (Values.isTrue(value) && scope.equals(Scope.DOCUMENT)) {
            existing.add(path);
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
      all.add(new Restriction(path, bounds, textual, scope));
    }
  }
}
