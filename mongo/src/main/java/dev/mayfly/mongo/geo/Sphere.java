package dev.mayfly.mongo.geo;

import com.google.common.geometry.S2Cell;
import com.google.common.geometry.S2Point;

/** The earth as MongoDB has it. */
final class Sphere {
  /** Distances in metres are angles times this. */
  static final double RADIUS_METERS = 6378.1 * 1000;

  private Sphere() {}

  /**
   * The place on the unit sphere. It is computed with {@link StrictMath}, so that the keys of
   * indexes are the same on every machine.
   */
  static S2Point point(Position at) {
    double latitude = StrictMath.toRadians(at.y());
    double longitude = StrictMath.toRadians(at.x());
    double cosine = StrictMath.cos(latitude);
    return new S2Point(
        StrictMath.cos(longitude) * cosine,
        StrictMath.sin(longitude) * cosine,
        StrictMath.sin(latitude));
  }

  /** The smallest cell that holds a place. */
  static S2Cell cell(S2Point point) {
    return new S2Cell(point);
  }

  static double radians(S2Point one, S2Point other) {
    return one.angle(other);
  }
}
