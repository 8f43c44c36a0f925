package dev.mayfly.mongo.geo;

import com.google.common.geometry.S1Angle;
import com.google.common.geometry.S2Cap;
import dev.mayfly.mongo.bson.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bson.BsonValue;

/** Parses the shapes of {@code $geoWithin} that are not GeoJSON. */
final class LegacyShapes {
  private static final int CORNERS_MIN = 3;

  private LegacyShapes() {}

  private static List<BsonValue> elements(BsonValue value) {
    Collection<BsonValue> elements =
        value.isArray() ? value.asArray() : value.asDocument().values();
    return new ArrayList<>(elements);
  }

  static Box box(BsonValue value) {
    List<BsonValue> corners = elements(value);
    if (corners.size() < 2) {
      throw GeoJson.bad("Point must be an array or object, instead got type missing");
    }
    return Box.between(
        Positions.flat(corners.get(0), false), Positions.flat(corners.get(1), false));
  }

  static PlaneRegion.Polygon polygon(BsonValue value) {
    List<Position> corners = new ArrayList<>();
    for (BsonValue each : elements(value)) {
      corners.add(Positions.flat(each, false));
    }
    if (corners.size() < CORNERS_MIN) {
      throw GeoJson.bad("Polygon must have at least 3 points");
    }
    return new PlaneRegion.Polygon(corners);
  }

  static PlaneRegion.Circle center(BsonValue value) {
    List<BsonValue> parts = elements(value);
    Position center = Positions.flat(parts.isEmpty() ? null : parts.get(0), false);
    return new PlaneRegion.Circle(center, radius(parts));
  }

  static SpherePart.Circle centerSphere(BsonValue value) {
    List<BsonValue> parts = elements(value);
    Position center = Positions.flat(parts.isEmpty() ? null : parts.get(0), false);
    Positions.checkOnSphere(center);
    double radius = radius(parts);
    S2Cap cap =
        radius >= Math.PI
            ? S2Cap.full()
            : S2Cap.fromAxisAngle(Sphere.point(center), S1Angle.radians(radius));
    return new SpherePart.Circle(cap);
  }

  private static double radius(List<BsonValue> parts) {
    BsonValue radius = parts.size() < 2 ? null : parts.get(1);
    if (radius == null || !Numbers.isNumber(radius) || !(Numbers.toDouble(radius) >= 0)) {
      throw GeoJson.bad("radius must be a non-negative number");
    }
    if (parts.size() > 2) {
      throw GeoJson.bad("Only 2 fields allowed for circular region, but found more");
    }
    return Numbers.toDouble(radius);
  }
}
