package dev.mayfly.mongo.geo;

import com.google.common.geometry.S2Point;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bson.BsonValue;

/** Parses coordinates. */
final class Positions {
  private Positions() {}

  /**
   * The two numbers of an array or a document.
   *
   * @param more whether other elements may follow them
   */
  static Position flat(BsonValue value, boolean more) {
    if (value == null || !value.isArray() && !value.isDocument()) {
      throw GeoJson.bad(
          "Point must be an array or object, instead got type " + TypeNames.of(value));
    }
    Collection<BsonValue> elements =
        value.isArray() ? value.asArray() : value.asDocument().values();
    List<BsonValue> numbers = new ArrayList<>(elements);
    if (numbers.size() < 2 || !isNumber(numbers.get(0)) || !isNumber(numbers.get(1))) {
      throw GeoJson.bad("Point must only contain numeric elements");
    }
    if (numbers.size() > 2 && !more) {
      throw GeoJson.bad("Point must only contain two numeric elements");
    }
    Position position =
        new Position(Numbers.toDouble(numbers.get(0)), Numbers.toDouble(numbers.get(1)));
    if (!Double.isFinite(position.x()) || !Double.isFinite(position.y())) {
      throw GeoJson.bad("Point coordinates must be finite numbers");
    }
    return position;
  }

  static boolean isNumber(BsonValue value) {
    return Numbers.isNumber(value);
  }

  /** A longitude and a latitude; an altitude may follow. */
  static Position onSphere(BsonValue value) {
    if (value == null || !value.isArray()) {
      throw GeoJson.bad("GeoJSON coordinates must be an array");
    }
    Position position = flat(value, true);
    checkOnSphere(position);
    return position;
  }

  static void checkOnSphere(Position position) {
    if (!position.isOnSphere()) {
      throw GeoJson.bad(
          "longitude/latitude is out of bounds, lng: "
              + shown(position.x())
              + " lat: "
              + shown(position.y()));
    }
  }

  /** A number as MongoDB's messages have it. */
  static String shown(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  static List<Position> list(BsonValue value) {
    if (value == null || !value.isArray()) {
      throw GeoJson.bad("GeoJSON coordinates must be an array of coordinates");
    }
    List<Position> positions = new ArrayList<>(value.asArray().size());
    for (BsonValue each : value.asArray()) {
      positions.add(onSphere(each));
    }
    return positions;
  }

  /** The places on the sphere, without repetitions of one right after it. */
  static List<S2Point> distinct(List<Position> positions) {
    List<S2Point> points = new ArrayList<>(positions.size());
    for (Position each : positions) {
      S2Point point = Sphere.point(each);
      if (points.isEmpty() || !points.get(points.size() - 1).equals(point)) {
        points.add(point);
      }
    }
    return points;
  }
}
