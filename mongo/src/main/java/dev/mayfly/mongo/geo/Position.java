package dev.mayfly.mongo.geo;

/** A place in the plane; on the sphere x is the longitude and y the latitude. */
public record Position(double x, double y) {
  private static final double LONGITUDE_MAX = 180;
  private static final double LATITUDE_MAX = 90;

  /** Whether it is a place on the sphere. */
  boolean isOnSphere() {
    return Math.abs(x) <= LONGITUDE_MAX && Math.abs(y) <= LATITUDE_MAX;
  }

  double distance(Position other) {
    double dx = x - other.x;
    double dy = y - other.y;
    return Math.sqrt(dx * dx + dy * dy);
  }
}
