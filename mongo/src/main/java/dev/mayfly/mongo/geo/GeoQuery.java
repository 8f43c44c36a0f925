package dev.mayfly.mongo.geo;

import com.google.common.geometry.S2LatLngRect;
import dev.mayfly.mongo.bson.BsonText;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code $geoWithin} or {@code $geoIntersects}. Thread safe.
 *
 * @param within whether all of a geometry must be in the shape, and not only some
 * @param flat the shape in the plane; null if it is on the sphere
 * @param sphere the parts of the shape on the sphere; null if it is in the plane
 */
public record GeoQuery(boolean within, PlaneRegion flat, List<SpherePart> sphere) {
  /**
   * @param operator {@code $geoWithin}, {@code $within} or {@code $geoIntersects}
   * @throws dev.mayfly.mongo.error.MongoException BadValue if it is not valid
   */
  public static GeoQuery parse(String operator, BsonValue operand) {
    boolean within = !operator.equals("$geoIntersects");
    if (!operand.isDocument()) {
      throw GeoJson.bad("geometry must be an object");
    }
    GeoQuery query = null;
    for (Map.Entry<String, BsonValue> each : operand.asDocument().entrySet()) {
      if (query != null && operator.equals("$geoWithin")) {
        throw GeoJson.bad(
            "$geoWithin doesn't accept multiple shapes " + BsonText.field(operator, operand));
      }
      if (!each.getKey().equals("$uniqueDocs")) {
        query = shape(within, each.getKey(), each.getValue());
      }
    }
    if (query == null) {
      throw GeoJson.bad("geo query doesn't have any geometry");
    }
    query.check(new BsonDocument(operator, operand));
    return query;
  }

  private static GeoQuery shape(boolean within, String name, BsonValue value) {
    if (value.isArray() || value.isDocument()) {
      switch (name) {
        case "$box" -> {
          return new GeoQuery(within, LegacyShapes.box(value), null);
        }
        case "$polygon" -> {
          return new GeoQuery(within, LegacyShapes.polygon(value), null);
        }
        case "$center" -> {
          return new GeoQuery(within, LegacyShapes.center(value), null);
        }
        case "$centerSphere" -> {
          return new GeoQuery(within, null, List.of(LegacyShapes.centerSphere(value)));
        }
        case "$geometry" -> {
          return geometry(within, GeoValues.stored(value));
        }
        default -> {
          // unknown
        }
      }
    }
    throw GeoJson.bad("unknown geo specifier: " + BsonText.field(name, value));
  }

  private static GeoQuery geometry(boolean within, Geometry geometry) {
    List<SpherePart> parts = geometry.onSphere();
    return new GeoQuery(within, null, parts == null ? List.of() : parts);
  }

  private void check(BsonDocument whole) {
    if (within && flat == null && sphere.stream().noneMatch(GeoQuery::hasInside)) {
      throw GeoJson.bad("$within not supported with provided geometry: " + BsonText.of(whole));
    }
    if (!within && (flat != null || sphere.isEmpty())) {
      throw GeoJson.bad(
          "$geoIntersect not supported with provided geometry: " + BsonText.of(whole));
    }
  }

  private static boolean hasInside(SpherePart part) {
    return part instanceof SpherePart.Area || part instanceof SpherePart.Circle;
  }

  /** Whether a stored value is such a geometry; false also if it is no geometry. */
  public boolean matches(BsonValue value) {
    Geometry stored = GeoValues.storedOrNull(value);
    if (stored == null || stored.crs() == Crs.STRICT_SPHERE) {
      return false;
    }
    if (flat != null) {
      return stored.point() != null && flat.contains(stored.point());
    }
    List<SpherePart> parts = stored.onSphere();
    if (parts == null) {
      return false;
    }
    return within
        ? parts.stream().allMatch(each -> sphere.stream().anyMatch(one -> one.contains(each)))
        : parts.stream().anyMatch(each -> sphere.stream().anyMatch(one -> one.intersects(each)));
  }

  /** The keys that matches may have in a 2dsphere index; null if it can't find them. */
  public List<KeyRange> sphereRanges() {
    return sphere == null ? null : SphereCells.around(sphere);
  }

  /** The keys that matches may have in a 2d index; null if it can't find them. */
  public List<KeyRange> planeRanges(PlaneGrid grid) {
    if (flat != null) {
      return grid.ranges(flat);
    }
    return within && sphere.size() == 1 && sphere.get(0) instanceof SpherePart.Circle circle
        ? grid.ranges(degrees(circle.cap().getRectBound()))
        : null;
  }

  /** The longitudes and latitudes of a rectangle on the sphere, and a little more. */
  static Box degrees(S2LatLngRect rect) {
    double margin = 1e-6;
    boolean around =
        rect.lng().isInverted()
            || rect.lngLo().degrees() <= margin - 180
            || rect.lngHi().degrees() >= 180 - margin;
    return new Box(
        around ? -180 : rect.lngLo().degrees() - margin,
        rect.latLo().degrees() - margin,
        around ? 180 : rect.lngHi().degrees() + margin,
        rect.latHi().degrees() + margin);
  }
}
