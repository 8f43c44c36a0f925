package dev.mayfly.mongo.plan;

import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.mongo.geo.GeoPaths;
import dev.mayfly.mongo.geo.GeoQuery;
import dev.mayfly.mongo.geo.KeyRange;
import dev.mayfly.mongo.geo.NearQuery;
import dev.mayfly.mongo.geo.PlaneKeys;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import dev.mayfly.query.plan.PathCondition.OnPath;
import dev.mayfly.query.plan.PathCondition.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * Translates geometries of a query into conditions on the cells that indexes have. Where no index
 * has a field's geometries, there are none.
 */
final class GeoConditions {
  /** Paths of cells by field, with an index for each. */
  private final Map<List<String>, Map<List<String>, PathIndex>> byField = new HashMap<>();

  GeoConditions(List<ReadableIndex> indexes) {
    for (ReadableIndex each : indexes) {
      if (each.spec().isOnGeometries()) {
        for (PathIndex.Part part : each.index().parts()) {
          List<String> path = part.path().names();
          if (GeoPaths.isGeometry(path)) {
            byField
                .computeIfAbsent(GeoPaths.field(path), any -> new HashMap<>())
                .putIfAbsent(path, each.index());
          }
        }
      }
    }
  }

  /** The conditions that {@code $geoWithin} or {@code $geoIntersects} on a field are. */
  List<OnPath> of(List<String> field, String operator, BsonValue operand, Scope scope) {
    Map<List<String>, PathIndex> paths = byField.get(field);
    if (paths == null) {
      return List.of();
    }
    GeoQuery query = GeoQuery.parse(operator, operand);
    List<OnPath> conditions = new ArrayList<>();
    paths.forEach(
        (path, index) -> {
          List<KeyRange> ranges =
              isPlane(path, field)
                  ? query.planeRanges(PlaneKeys.grid(index))
                  : query.sphereRanges();
          if (ranges != null) {
            conditions.add(condition(path, ranges, scope));
          }
        });
    return conditions;
  }

  private static boolean isPlane(List<String> path, List<String> field) {
    return !path.equals(GeoPaths.onSphere(field));
  }

  /**
   * The condition that a document is at some distance from a place.
   *
   * @param index that has the cells
   */
  static OnPath ring(NearQuery near, PathIndex index, double inner, double outer) {
    List<String> path = cells(near, index);
    List<KeyRange> ranges =
        isPlane(path, near.field())
            ? near.planeRing(PlaneKeys.grid(index), inner, outer)
            : near.sphereRing(inner, outer);
    return condition(path, ranges, Scope.DOCUMENT);
  }

  /** The path by which an index can serve a search; null if it can't. */
  static List<String> cells(NearQuery near, PathIndex index) {
    for (PathIndex.Part part : index.parts()) {
      List<String> path = part.path().names();
      if (GeoPaths.isGeometry(path) && GeoPaths.field(path).equals(near.field())) {
        boolean serves =
            isPlane(path, near.field()) ? near.isForPlaneIndex() : near.isForSphereIndex();
        if (serves) {
          return path;
        }
      }
    }
    return null;
  }

  private static OnPath condition(List<String> path, List<KeyRange> ranges, Scope scope) {
    List<KeyInterval> intervals = new ArrayList<>(ranges.size());
    for (KeyRange each : ranges) {
      intervals.add(
          each.first() == each.last()
              ? KeyInterval.point(new BsonInt64(each.first()))
              : KeyInterval.closed(new BsonInt64(each.first()), new BsonInt64(each.last())));
    }
    return new OnPath(path, KeySet.of(intervals), false, false, scope);
  }
}
