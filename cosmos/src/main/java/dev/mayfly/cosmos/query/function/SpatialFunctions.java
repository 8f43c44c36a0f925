package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/** Functions of shapes on the earth, on the WGS-84 ellipsoid. */
final class SpatialFunctions {
  static final Map<String, Builtin> ALL =
      Map.ofEntries(
          two("ST_DISTANCE", (a, b, budget) -> Value.of(a.distance(b, budget))),
          two("_ST_DISTANCE", (a, b, budget) -> Value.of(a.distance(b, budget))),
          two("ST_WITHIN", (a, b, budget) -> Value.of(a.isWithin(b, budget))),
          two("_ST_WITHIN", (a, b, budget) -> Value.of(a.isWithin(b, budget))),
          two("ST_INTERSECTS", (a, b, budget) -> Value.of(a.intersects(b, budget))),
          two("_ST_INTERSECTS", (a, b, budget) -> Value.of(a.intersects(b, budget))),
          Map.entry("ST_AREA", Builtin.one(SpatialFunctions::area)),
          Map.entry("ST_ISVALID", Builtin.one(SpatialFunctions::isValid)),
          Map.entry("ST_ISVALIDDETAILED", Builtin.one(SpatialFunctions::validity)));

  private SpatialFunctions() {}

  private interface OfTwo {
    Value apply(GeoShape left, GeoShape right, RowBudget budget);
  }

  private static Map.Entry<String, Builtin> two(String name, OfTwo function) {
    return Map.entry(
        name,
        Builtin.of(
            2,
            (arguments, budget) -> {
              GeoShape left = GeoJson.read(arguments[0]);
              GeoShape right = GeoJson.read(arguments[1]);
              return left == null || right == null
                  ? Value.UNDEFINED
                  : function.apply(left, right, budget);
            }));
  }

  private static Value area(Value value) {
    GeoShape shape = GeoJson.read(value);
    return shape == null ? Value.UNDEFINED : Value.of(shape.area());
  }

  private static Value isValid(Value value) {
    return value.isDefined() ? Value.of(GeoJson.read(value) != null) : Value.UNDEFINED;
  }

  private static Value validity(Value value) {
    if (!value.isDefined()) {
      return value;
    }
    Map<String, Value> validity = new LinkedHashMap<>();
    try {
      GeoJson.parse(value);
      validity.put("valid", Value.of(true));
    } catch (GeoJson.InvalidException e) {
      validity.put("valid", Value.of(false));
      validity.put("reason", Value.of(e.getMessage()));
    }
    return Value.of(validity);
  }
}
