package dev.mayfly.mongo.geo;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import com.google.common.geometry.S2Error;
import com.google.common.geometry.S2Loop;
import com.google.common.geometry.S2Point;
import com.google.common.geometry.S2Polygon;
import com.google.common.geometry.S2Polyline;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Parses GeoJSON, and refuses with MongoDB's texts what MongoDB refuses. */
final class GeoJson {
  private static final String CRS_84 = "urn:ogc:def:crs:OGC:1.3:CRS84";
  private static final String EPSG_4326 = "EPSG:4326";
  private static final String STRICT = "urn:x-mongodb:crs:strictwinding:EPSG:4326";
  private static final int CORNERS_MIN = 3;

  /** How far the ends of a ring may be apart, in degrees. */
  private static final double CLOSED_DEGREES = 1e-6;

  private GeoJson() {}

  static MongoException bad(String message) {
    return new MongoException(BAD_VALUE, message);
  }

  /**
   * @throws MongoException BadValue if it is not valid
   */
  static Geometry parse(BsonDocument document) {
    BsonValue type = document.get("type");
    String name = type != null && type.isString() ? type.asString().getValue() : "";
    return switch (name) {
      case "Point" -> point(document);
      case "LineString" ->
          new Geometry(sphere(document), null, List.of(line(document.get("coordinates"))));
      case "Polygon" -> {
        Crs crs = crs(document);
        yield new Geometry(crs, null, List.of(polygon(document.get("coordinates"), crs)));
      }
      case "MultiPoint", "MultiLineString", "MultiPolygon" ->
          new Geometry(sphere(document), null, several(name, document.get("coordinates")));
      case "GeometryCollection" -> collection(document);
      default -> throw bad("unknown GeoJSON type: " + BsonText.of(document));
    };
  }

  private static Geometry point(BsonDocument document) {
    Position at = Positions.onSphere(document.get("coordinates"));
    return new Geometry(sphere(document), at, List.of(SpherePart.Point.of(at)));
  }

  private static Crs sphere(BsonDocument document) {
    Crs crs = crs(document);
    if (crs == Crs.STRICT_SPHERE) {
      throw bad("Strict winding order is only supported by polygon");
    }
    return crs;
  }

  private static Crs crs(BsonDocument document) {
    BsonValue crs = document.get("crs");
    if (crs == null) {
      return Crs.SPHERE;
    }
    if (!crs.isDocument()) {
      throw bad("GeoJSON CRS must be an object");
    }
    BsonValue type = crs.asDocument().get("type");
    if (type == null || !type.isString() || !type.asString().getValue().equals("name")) {
      throw bad("GeoJSON CRS must have field \"type\": \"name\"");
    }
    BsonValue properties = crs.asDocument().get("properties");
    if (properties == null || !properties.isDocument()) {
      throw bad("CRS must have field \"properties\" which is an object");
    }
    BsonValue name = properties.asDocument().get("name");
    if (name == null || !name.isString()) {
      throw bad("In CRS, \"properties.name\" must be a string");
    }
    return switch (name.asString().getValue()) {
      case CRS_84, EPSG_4326 -> Crs.SPHERE;
      case STRICT -> Crs.STRICT_SPHERE;
      default -> throw bad("Unknown CRS name: " + name.asString().getValue());
    };
  }

  private static List<SpherePart> several(String type, BsonValue coordinates) {
    if (coordinates == null || !coordinates.isArray()) {
      throw bad(
          type.equals("MultiPoint")
              ? "GeoJSON coordinates must be an array of coordinates"
              : type + " coordinates must be an array");
    }
    if (coordinates.asArray().isEmpty()) {
      throw bad(type + " coordinates must have at least 1 element");
    }
    List<SpherePart> parts = new ArrayList<>();
    for (BsonValue each : coordinates.asArray()) {
      parts.add(
          switch (type) {
            case "MultiPoint" -> SpherePart.Point.of(Positions.onSphere(each));
            case "MultiLineString" -> line(each);
            default -> polygon(each, Crs.SPHERE);
          });
    }
    return parts;
  }

  private static Geometry collection(BsonDocument document) {
    sphere(document);
    BsonValue geometries = document.get("geometries");
    if (geometries == null || !geometries.isArray()) {
      throw bad("GeometryCollection geometries must be an array");
    }
    if (geometries.asArray().isEmpty()) {
      throw bad("GeometryCollection geometries must have at least 1 element");
    }
    List<SpherePart> parts = new ArrayList<>();
    for (int i = 0; i < geometries.asArray().size(); i++) {
      BsonValue each = geometries.asArray().get(i);
      if (!each.isDocument()) {
        throw bad("Element " + i + " of \"geometries\" is not an object");
      }
      BsonValue type = each.asDocument().get("type");
      if (type != null && type.isString() && type.asString().getValue().startsWith("GeometryC")) {
        throw bad("GeometryCollections cannot be nested: " + BsonText.of(each));
      }
      Geometry inner = parse(each.asDocument());
      if (inner.crs() == Crs.STRICT_SPHERE) {
        throw bad("Strict winding order is only supported by polygon");
      }
      parts.addAll(inner.parts());
    }
    return new Geometry(Crs.SPHERE, null, parts);
  }

  private static SpherePart.Line line(BsonValue coordinates) {
    List<S2Point> points = Positions.distinct(Positions.list(coordinates));
    if (points.size() < 2) {
      throw bad("GeoJSON LineString must have at least 2 vertices: " + BsonText.of(coordinates));
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).equals(points.get(i - 1).neg())) {
        throw bad(
            "Vertices " + (i - 1) + " and " + i + " are antipodal: " + BsonText.of(coordinates));
      }
    }
    return new SpherePart.Line(new S2Polyline(points));
  }

  private static SpherePart.Area polygon(BsonValue coordinates, Crs crs) {
    if (coordinates == null || !coordinates.isArray()) {
      throw bad("Polygon coordinates must be an array");
    }
    BsonArray rings = coordinates.asArray();
    if (crs == Crs.STRICT_SPHERE) {
      if (rings.size() != 1) {
        throw bad("Only one simple loop is allowed in a big polygon: " + BsonText.of(coordinates));
      }
      return new SpherePart.Area(new S2Polygon(ring(rings.get(0))));
    }
    List<S2Loop> loops = new ArrayList<>();
    for (BsonValue each : rings) {
      S2Loop loop = ring(each);
      loop.normalize();
      if (!loops.isEmpty() && !loops.get(0).contains(loop)) {
        throw bad(
            "Secondary loops not contained by first exterior loop - secondary loops must be holes: "
                + BsonText.of(each)
                + " first loop: "
                + BsonText.of(rings.get(0)));
      }
      loops.add(loop);
    }
    if (loops.isEmpty()) {
      throw bad("Polygon has no loops.");
    }
    return new SpherePart.Area(polygon(loops, coordinates));
  }

  private static S2Polygon polygon(List<S2Loop> loops, BsonValue coordinates) {
    if (loops.size() == 1) {
      return new S2Polygon(loops.get(0));
    }
    S2Polygon polygon = new S2Polygon(new ArrayList<>(loops));
    S2Error error = new S2Error();
    if (polygon.findValidationError(error)) {
      throw bad("Polygon isn't valid: " + error.text() + " " + BsonText.of(coordinates));
    }
    if (polygon.getLastDescendant(0) < polygon.numLoops() - 1) {
      throw bad("Only one exterior polygon loop is allowed: " + BsonText.of(coordinates));
    }
    for (int i = 0; i < polygon.numLoops(); i++) {
      if (polygon.loop(i).depth() > 1) {
        throw bad("Polygon interior loops cannot be nested: " + BsonText.of(coordinates));
      }
    }
    return polygon;
  }

  private static S2Loop ring(BsonValue coordinates) {
    List<Position> positions = Positions.list(coordinates);
    if (positions.isEmpty()) {
      throw bad("Loop has no vertices: " + BsonText.of(coordinates));
    }
    Position first = positions.get(0);
    Position last = positions.get(positions.size() - 1);
    if (Math.abs(first.x() - last.x()) >= CLOSED_DEGREES
        || Math.abs(first.y() - last.y()) >= CLOSED_DEGREES) {
      throw bad(
          "Loop is not closed, first vertex does not equal last vertex: "
              + BsonText.of(coordinates));
    }
    List<S2Point> points = Positions.distinct(positions);
    if (points.size() > 1) {
      points.remove(points.size() - 1);
    }
    if (points.size() < CORNERS_MIN) {
      throw bad("Loop must have at least 3 different vertices: " + BsonText.of(coordinates));
    }
    S2Loop loop = new S2Loop(points);
    S2Error error = new S2Error();
    if (loop.findValidationError(error)) {
      throw bad("Loop is not valid: " + BsonText.of(coordinates) + " " + error.text());
    }
    return loop;
  }
}
