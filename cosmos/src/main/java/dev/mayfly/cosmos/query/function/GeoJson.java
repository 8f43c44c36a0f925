package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.Name;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Reads shapes on the earth from GeoJSON, and says what is wrong with those that are none. */
final class GeoJson {
  private static final Name TYPE = new Name("type");
  private static final Name COORDINATES = new Name("coordinates");
  private static final int POINTS_MAX = 4096;
  private static final int RING_POINTS_MIN = 4;

  private GeoJson() {}

  /** Why a value is not a shape. */
  static final class InvalidException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidException(String reason) {
      super(reason, null, false, false);
    }
  }

  /** The shape that a value is; null if it is none. */
  static GeoShape read(Value value) {
    try {
      return parse(value);
    } catch (InvalidException e) {
      return null;
    }
  }

  static GeoShape parse(Value value) throws InvalidException {
    if (!(value instanceof ObjectValue object)) {
      throw new InvalidException("The input is not a GeoJSON object.");
    }
    String type = Arguments.text(object.member(TYPE));
    Value coordinates = object.member(COORDINATES);
    return switch (type == null ? "" : type) {
      case "Point" -> new GeoShape(List.of(point(coordinates)), List.of(), List.of());
      case "LineString" -> new GeoShape(List.of(), List.of(line(coordinates)), List.of());
      case "Polygon" -> new GeoShape(List.of(), List.of(), List.of(polygon(coordinates)));
      case "MultiPolygon" -> {
        List<GeoShape.Polygon> polygons = new ArrayList<>();
        for (Value each : list(coordinates)) {
          polygons.add(polygon(each));
        }
        yield new GeoShape(List.of(), List.of(), polygons);
      }
      default -> throw new InvalidException("The GeoJSON type is not one of the supported types.");
    };
  }

  private static List<Value> list(Value value) throws InvalidException {
    List<Value> elements = Arguments.elements(value);
    if (elements == null) {
      throw new InvalidException("The coordinates are not an array as their type has it.");
    }
    return elements;
  }

  private static GeoPoint point(Value value) throws InvalidException {
    List<Value> numbers = list(value);
    Double longitude = numbers.size() < 2 ? null : Arguments.number(numbers.get(0));
    Double latitude = numbers.size() < 2 ? null : Arguments.number(numbers.get(1));
    if (longitude == null || latitude == null) {
      throw new InvalidException("A position must have a longitude and a latitude.");
    }
    if (!(Math.abs(latitude) <= 90)) {
      throw new InvalidException("Latitude values must be between -90 and 90 degrees.");
    }
    if (!(Math.abs(longitude) <= 180)) {
      throw new InvalidException("Longitude values must be between -180 and 180 degrees.");
    }
    return new GeoPoint(longitude, latitude);
  }

  private static List<GeoPoint> line(Value value) throws InvalidException {
    List<GeoPoint> points = new ArrayList<>();
    for (Value each : list(value)) {
      points.add(point(each));
    }
    if (points.size() < 2) {
      throw new InvalidException("A LineString must have at least two positions.");
    }
    if (points.size() > POINTS_MAX) {
      throw new InvalidException("A shape must not have more than 4096 positions.");
    }
    return points;
  }

  private static GeoShape.Polygon polygon(Value value) throws InvalidException {
    List<List<GeoPoint>> rings = new ArrayList<>();
    int points = 0;
    for (Value each : list(value)) {
      List<GeoPoint> ring = line(each);
      if (!ring.get(0).equals(ring.get(ring.size() - 1))) {
        throw new InvalidException(
            "The Polygon input is not valid because the start and end points of the ring number "
                + (rings.size() + 1)
                + " are not the same. Each ring of a polygon must have the same start and end"
                + " points.");
      }
      if (ring.size() < RING_POINTS_MIN) {
        throw new InvalidException("Each ring of a polygon must have at least four positions.");
      }
      rings.add(ring);
      points += ring.size();
    }
    if (rings.isEmpty()) {
      throw new InvalidException("A polygon must have at least one ring.");
    }
    if (points > POINTS_MAX) {
      throw new InvalidException("A shape must not have more than 4096 positions.");
    }
    return new GeoShape.Polygon(rings);
  }
}
