package dev.mayfly.mongo.index;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.KeyFunctionCall;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.geo.GeoPaths;
import dev.mayfly.mongo.geo.PlaneGrid;
import dev.mayfly.mongo.geo.PlaneKeys;
import dev.mayfly.mongo.geo.SphereKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** Specifications of 2dsphere and 2d indexes. */
final class GeoSpecs {
  private static final String VERSION = "2dsphereIndexVersion";
  private static final int LATEST = 3;

  private GeoSpecs() {}

  static boolean isGeometry(BsonValue direction) {
    return isType(direction, GeoPaths.SPHERE) || isType(direction, GeoPaths.PLANE);
  }

  private static boolean isType(BsonValue direction, String type) {
    return direction.isString() && direction.asString().getValue().equals(type);
  }

  /** Whether it is an index on geometries. */
  static boolean isGeometry(BsonDocument key) {
    return key.values().stream().anyMatch(GeoSpecs::isGeometry);
  }

  private static boolean isPlane(BsonDocument key) {
    return key.values().stream().anyMatch(each -> isType(each, GeoPaths.PLANE));
  }

  /** Refuses combinations of types. */
  static void checkKey(BsonDocument key) {
    int planes = 0;
    String other = null;
    for (BsonValue each : key.values()) {
      planes += isType(each, GeoPaths.PLANE) ? 1 : 0;
      other = each.isString() && !isGeometry(each) ? each.asString().getValue() : other;
    }
    if (planes > 1) {
      throw new MongoException(16800, "can't have 2 geo fields");
    }
    if (planes == 1 && !isType(key.get(key.getFirstKey()), GeoPaths.PLANE)) {
      throw new MongoException(16801, "2d has to be first in index");
    }
    boolean mixed = planes == 1 && key.values().stream().anyMatch(GeoSpecs::isSphere);
    if (other != null || mixed) {
      throw IndexSpecs.cannot(
          "Can't use more than one index plugin for a single index: " + BsonText.of(key));
    }
  }

  private static boolean isSphere(BsonValue direction) {
    return isType(direction, GeoPaths.SPHERE);
  }

  /** Checks the options of an index on geometries, and adds its version. */
  static void complete(BsonDocument kept) {
    BsonDocument key = kept.getDocument("key");
    if (isPlane(key)) {
      grid(kept);
      return;
    }
    BsonValue version = kept.get(VERSION);
    Long number = version == null ? Long.valueOf(LATEST) : exact(version);
    if (number == null || number < 1 || number > LATEST) {
      throw IndexSpecs.cannot(
          "unsupported geo index version { 2dsphereIndexVersion : "
              + BsonText.of(version)
              + " }, only support versions: [1,2,3]");
    }
    kept.put(VERSION, new BsonInt32(number.intValue()));
  }

  private static Long exact(BsonValue value) {
    return Numbers.isNumber(value) ? Numbers.exactLong(value) : null;
  }

  private static PlaneGrid grid(BsonDocument spec) {
    double bits = number(spec, "bits", PlaneGrid.BITS_DEFAULT);
    if (!(bits >= 1 && bits <= PlaneGrid.BITS_MAX)) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          "bits for hash must be > 0 and <= 32, but " + (long) bits + " bits were specified");
    }
    double min = number(spec, "min", PlaneGrid.MIN_DEFAULT);
    double max = number(spec, "max", PlaneGrid.MAX_DEFAULT);
    if (!(min < max) || Double.isInfinite(max - min)) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "region for hash must be valid and have positive area");
    }
    return new PlaneGrid((int) bits, min, max);
  }

  private static double number(BsonDocument spec, String option, double otherwise) {
    BsonValue value = spec.get(option);
    if (value == null) {
      return otherwise;
    }
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH, "The field '" + option + "' must be a number");
    }
    return Numbers.toDouble(value);
  }

  /** The paths of the engine's index. */
  static List<PathIndex.Part> parts(BsonDocument spec) {
    List<PathIndex.Part> parts = new ArrayList<>();
    for (Map.Entry<String, BsonValue> each : spec.getDocument("key").entrySet()) {
      List<String> field = List.of(each.getKey().split("\\.", -1));
      List<String> path =
          isSphere(each.getValue())
              ? GeoPaths.onSphere(field)
              : isType(each.getValue(), GeoPaths.PLANE)
                  ? GeoPaths.inPlane(field, grid(spec))
                  : field;
      boolean descending =
          Numbers.isNumber(each.getValue()) && Numbers.toDouble(each.getValue()) < 0;
      parts.add(new PathIndex.Part(FieldPath.ofDotted(String.join(".", path)), descending));
    }
    return parts;
  }

  /** What computes the keys of the engine's index. */
  static KeyFunctionCall function(BsonDocument spec) {
    return isPlane(spec.getDocument("key"))
        ? new KeyFunctionCall(PlaneKeys.NAME, PlaneKeys.parameters(grid(spec)))
        : new KeyFunctionCall(SphereKeys.NAME, new BsonDocument());
  }
}
