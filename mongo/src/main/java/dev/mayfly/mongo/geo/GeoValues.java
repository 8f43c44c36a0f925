package dev.mayfly.mongo.geo;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Finds geometries in documents. */
final class GeoValues {
  private static final int POSITION_DIGITS = 9;

  private GeoValues() {}

  /** Passes the values at a path; arrays on the way are entered, one at its end is a value. */
  static void at(BsonDocument document, List<String> names, Consumer<BsonValue> taker) {
    walk(document, names, 0, taker);
  }

  private static void walk(
      BsonValue value, List<String> names, int depth, Consumer<BsonValue> taker) {
    if (depth == names.size()) {
      taker.accept(value);
    } else if (value.isDocument()) {
      BsonValue next = value.asDocument().get(names.get(depth));
      if (next != null) {
        walk(next, names, depth + 1, taker);
      }
    } else if (value.isArray()) {
      enter(value.asArray(), names, depth, taker);
    }
  }

  private static void enter(
      BsonArray array, List<String> names, int depth, Consumer<BsonValue> taker) {
    int position = position(names.get(depth));
    if (position >= 0 && position < array.size()) {
      walk(array.get(position), names, depth + 1, taker);
    }
    for (BsonValue each : array) {
      if (each.isDocument()) {
        walk(each, names, depth, taker);
      }
    }
  }

  private static int position(String name) {
    boolean number =
        !name.isEmpty()
            && name.length() <= POSITION_DIGITS
            && name.chars().allMatch(c -> c >= '0' && c <= '9');
    return number ? Integer.parseInt(name) : -1;
  }

  /** Whether an index on geometries leaves a value out. */
  static boolean isNothing(BsonValue value) {
    return switch (value.getBsonType()) {
      case NULL, UNDEFINED -> true;
      case ARRAY -> value.asArray().isEmpty();
      default -> false;
    };
  }

  /**
   * The geometry of a stored value.
   *
   * @throws MongoException BadValue if it is none
   */
  static Geometry stored(BsonValue value) {
    if (!value.isArray() && !value.isDocument()) {
      throw GeoJson.bad("geo element must be an array or object: " + BsonText.of(value));
    }
    if (value.isArray() || beginsWithNumber(value.asDocument())) {
      return Geometry.legacy(Positions.flat(value, true));
    }
    try {
      return GeoJson.parse(value.asDocument());
    } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
      throw GeoJson.bad("geometry can't be computed: " + BsonText.of(value) + " " + e.getMessage());
    }
  }

  private static boolean beginsWithNumber(BsonDocument document) {
    return !document.isEmpty() && Positions.isNumber(document.get(document.getFirstKey()));
  }

  /** The geometry of a stored value, or null if it is none. */
  static Geometry storedOrNull(BsonValue value) {
    if (value == null || !value.isArray() && !value.isDocument()) {
      return null;
    }
    try {
      return stored(value);
    } catch (MongoException e) {
      return null;
    }
  }

  /**
   * The legacy points of a value: it is one, or an array or document of such.
   *
   * @throws MongoException if it is something else that a 2d index refuses
   */
  static List<Position> legacy(BsonValue value) {
    List<BsonValue> elements = elements(value);
    if (elements.isEmpty()) {
      return List.of();
    }
    if (Positions.isNumber(elements.get(0))) {
      return List.of(legacyPoint(elements));
    }
    List<Position> points = new ArrayList<>();
    for (BsonValue each : elements) {
      if (!each.isArray() && !each.isDocument()) {
        throw new MongoException(
            16804, "location object expected, location array not in correct format");
      }
      points.add(legacyPoint(elements(each)));
    }
    return points;
  }

  private static List<BsonValue> elements(BsonValue value) {
    if (value.isArray()) {
      return value.asArray();
    }
    return value.isDocument() ? new ArrayList<>(value.asDocument().values()) : List.of();
  }

  private static Position legacyPoint(List<BsonValue> elements) {
    if (elements.size() < 2) {
      throw new MongoException(13068, "geo field only has 1 element");
    }
    if (!Positions.isNumber(elements.get(0)) || !Positions.isNumber(elements.get(1))) {
      throw new MongoException(
          13026, "geo values must be 'legacy coordinate pairs' for 2d indexes");
    }
    return Positions.flat(new BsonArray(elements), true);
  }
}
