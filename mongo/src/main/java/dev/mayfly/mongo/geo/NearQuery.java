package dev.mayfly.mongo.geo;

import com.google.common.geometry.S1Angle;
import com.google.common.geometry.S2Cap;
import com.google.common.geometry.S2Point;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code $near}, {@code $nearSphere} or the search of {@code $geoNear}. Distances are in metres
 * from a GeoJSON point, in radians on the sphere from a legacy point, else in the unit of the
 * coordinates. Thread safe.
 */
public final class NearQuery {
  private final List<String> field;
  private final Position center;
  private final boolean geoJson;
  private final boolean spherical;
  private final double minDistance;
  private final double maxDistance;
  private final S2Point onSphere;

  private NearQuery(
      List<String> field,
      Position center,
      boolean geoJson,
      boolean spherical,
      double minDistance,
      double maxDistance) {
    this.field = field;
    this.center = center;
    this.geoJson = geoJson;
    this.spherical = spherical;
    this.minDistance = minDistance;
    this.maxDistance = maxDistance;
    this.onSphere = spherical ? Sphere.point(center) : null;
  }

  /**
   * Parses all operators of a field.
   *
   * @param path of the field, with dots
   * @throws MongoException with MongoDB's code and text if they are not valid
   */
  public static NearQuery parse(String path, BsonDocument operators) {
    List<String> field = List.of(path.split("\\.", -1));
    NearQuery legacy = legacy(field, operators);
    return legacy != null ? legacy : nested(field, operators);
  }

  /** {@code {$near: point, $maxDistance: 1}}; null if it has not this form. */
  private static NearQuery legacy(List<String> field, BsonDocument operators) {
    Geometry center = null;
    boolean sphere = false;
    double least = 0;
    double most = Double.MAX_VALUE;
    for (Map.Entry<String, BsonValue> each : operators.entrySet()) {
      BsonValue value = each.getValue();
      switch (each.getKey()) {
        case "$near", "$nearSphere", "$geoNear" -> {
          center = GeoValues.storedOrNull(value);
          if (center == null || center.point() == null) {
            return null;
          }
          sphere = each.getKey().equals("$nearSphere");
          if (value.isArray() && value.asArray().size() > 2 && center.crs() == Crs.FLAT) {
            most = third(value.asArray());
          }
        }
        case "$minDistance" -> least = distance(value, "$minDistance", 16893, 16894);
        case "$maxDistance" -> most = distance(value, "$maxDistance", 16895, 16896);
        case "$uniqueDocs" -> {
          // without an effect
        }
        default ->
            throw new MongoException(34413, "invalid argument in geo near query: " + each.getKey());
      }
    }
    return of(field, center, sphere, least, most);
  }

  private static double third(List<BsonValue> point) {
    BsonValue distance = point.get(2);
    if (point.size() > 3 || !Numbers.isNumber(distance)) {
      throw GeoJson.bad("Point must only contain two numeric elements");
    }
    if (!(Numbers.toDouble(distance) >= 0)) {
      throw new MongoException(18522, "max distance must be non-negative");
    }
    return Numbers.toDouble(distance);
  }

  private static double distance(BsonValue value, String name, int noNumber, int negative) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(noNumber, name + " must be a number");
    }
    if (!(Numbers.toDouble(value) >= 0)) {
      throw new MongoException(negative, name + " must be non-negative");
    }
    return Numbers.toDouble(value);
  }

  /** {@code {$near: {$geometry: point, $maxDistance: 1}}}. */
  private static NearQuery nested(List<String> field, BsonDocument operators) {
    String operator = operators.getFirstKey();
    if (operators.size() > 1) {
      String extra = operators.keySet().stream().skip(1).findFirst().orElseThrow();
      throw GeoJson.bad(
          "geo near accepts just one argument when querying for a GeoJSON point. Extra field"
              + " found: "
              + BsonText.field(extra, operators.get(extra)));
    }
    BsonValue argument = operators.get(operator);
    if (!argument.isDocument()) {
      throw GeoJson.bad("geo near query argument is not an object");
    }
    Geometry center = null;
    double least = 0;
    double most = Double.MAX_VALUE;
    for (Map.Entry<String, BsonValue> each : argument.asDocument().entrySet()) {
      switch (each.getKey()) {
        case "$geometry" -> center = center(each.getValue());
        case "$minDistance" -> least = finite(each.getValue(), "$minDistance");
        case "$maxDistance" -> most = finite(each.getValue(), "$maxDistance");
        default -> throw GeoJson.bad("invalid argument in geo near query: " + each.getKey());
      }
    }
    if (center == null) {
      throw GeoJson.bad("$geometry is required for geo near query");
    }
    return of(field, center, operator.equals("$nearSphere"), least, most);
  }

  private static Geometry center(BsonValue value) {
    Geometry center;
    try {
      center = GeoValues.stored(value);
    } catch (MongoException e) {
      throw GeoJson.bad(
          "invalid point in geo near query $geometry argument: "
              + BsonText.of(value)
              + "  "
              + e.getMessage());
    }
    if (center.point() == null || center.crs() != Crs.SPHERE) {
      throw GeoJson.bad("$near requires geojson point, given " + BsonText.of(value));
    }
    return center;
  }

  private static double finite(BsonValue value, String name) {
    if (!Numbers.isNumber(value)) {
      throw GeoJson.bad(name + " must be a number");
    }
    double distance = Numbers.toDouble(value);
    if (!(distance >= 0) || Double.isInfinite(distance)) {
      throw GeoJson.bad(name + " must be non-negative");
    }
    return distance;
  }

  private static NearQuery of(
      List<String> field, Geometry center, boolean sphere, double least, double most) {
    boolean geoJson = center.crs() != Crs.FLAT;
    if (sphere && !center.point().isOnSphere()) {
      throw GeoJson.bad("Legacy point is out of bounds for spherical query");
    }
    return new NearQuery(field, center.point(), geoJson, geoJson || sphere, least, most);
  }

  /** The names that lead to the geometries. */
  public List<String> field() {
    return field;
  }

  public String dottedField() {
    return String.join(".", field);
  }

  public boolean isSpherical() {
    return spherical;
  }

  /** Whether a 2dsphere index can serve it. */
  public boolean isForSphereIndex() {
    return spherical;
  }

  /** Whether a 2d index can serve it. */
  public boolean isForPlaneIndex() {
    return !geoJson;
  }

  public double minDistance() {
    return minDistance;
  }

  public double maxDistance() {
    return maxDistance;
  }

  /**
   * No document is farther away than this.
   *
   * @param grid of a 2d index; null for a 2dsphere index
   */
  public double farthest(PlaneGrid grid) {
    return spherical ? Math.PI * unit() : grid.box().greatestDistance(center);
  }

  /** The distance that a radian is. */
  private double unit() {
    return geoJson ? Sphere.RADIUS_METERS : 1;
  }

  /** How far the nearest geometry of a document is; NaN if it has none. */
  public double distance(BsonDocument document) {
    Nearest nearest = new Nearest();
    GeoValues.at(document, field, nearest::add);
    return nearest.distance;
  }

  /** The nearest geometry of a document; null if it has none. */
  public BsonValue location(BsonDocument document) {
    Nearest nearest = new Nearest();
    GeoValues.at(document, field, nearest::add);
    return nearest.location;
  }

  private final class Nearest {
    private double distance = Double.NaN;
    private BsonValue location;

    private void add(BsonValue value) {
      Geometry geometry = GeoValues.storedOrNull(value);
      if (geometry != null) {
        take(distance(geometry), value);
      } else if (!geoJson && value.isArray()) {
        // A 2d index takes several points.
        for (BsonValue each : value.asArray()) {
          Geometry one = GeoValues.storedOrNull(each);
          if (one != null) {
            take(distance(one), each);
          }
        }
      }
    }

    private void take(double found, BsonValue value) {
      if (!Double.isNaN(found) && !(found >= distance)) {
        distance = found;
        location = value;
      }
    }
  }

  private double distance(Geometry geometry) {
    if (geometry.crs() == Crs.STRICT_SPHERE) {
      return Double.NaN;
    }
    if (!spherical) {
      return geometry.point() == null ? Double.NaN : center.distance(geometry.point());
    }
    List<SpherePart> parts = geometry.onSphere();
    double least = Double.NaN;
    for (SpherePart each : parts == null ? List.<SpherePart>of() : parts) {
      double radians = each.radiansFrom(onSphere);
      least = radians >= least ? least : radians;
    }
    return least * unit();
  }

  /** The keys in a 2dsphere index that documents may have at some distance. */
  public List<KeyRange> sphereRing(double inner, double outer) {
    return SphereCells.ring(onSphere, inner / unit(), Math.min(Math.PI, outer / unit()));
  }

  /** The keys in a 2d index that documents may have at some distance. */
  public List<KeyRange> planeRing(PlaneGrid grid, double inner, double outer) {
    if (!spherical) {
      double margin = 1e-9 * Math.max(1, Math.min(outer, grid.max() - grid.min()));
      return grid.ranges(new PlaneRegion.Ring(center, inner - margin, outer + margin));
    }
    double reach = outer / unit() + 1e-7;
    S2Cap cap =
        reach >= Math.PI ? S2Cap.full() : S2Cap.fromAxisAngle(onSphere, S1Angle.radians(reach));
    return grid.ranges(GeoQuery.degrees(cap.getRectBound()));
  }

  @Override
  public String toString() {
    return "GEONEAR  field="
        + dottedField()
        + " maxdist="
        + maxDistance
        + " isNearSphere="
        + (spherical && !geoJson ? 1 : 0);
  }
}
