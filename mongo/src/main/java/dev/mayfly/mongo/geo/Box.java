package dev.mayfly.mongo.geo;

/** A rectangle in the plane with its edges. */
record Box(double minX, double minY, double maxX, double maxY) implements PlaneRegion {
  static Box between(Position one, Position other) {
    return new Box(
        Math.min(one.x(), other.x()),
        Math.min(one.y(), other.y()),
        Math.max(one.x(), other.x()),
        Math.max(one.y(), other.y()));
  }

  @Override
  public boolean contains(Position at) {
    return at.x() >= minX && at.x() <= maxX && at.y() >= minY && at.y() <= maxY;
  }

  @Override
  public Box bounds() {
    return this;
  }

  @Override
  public boolean holds(Box box) {
    return box.minX >= minX && box.maxX <= maxX && box.minY >= minY && box.maxY <= maxY;
  }

  boolean intersects(Box box) {
    return box.minX <= maxX && box.maxX >= minX && box.minY <= maxY && box.maxY >= minY;
  }

  /** How far the nearest place of the box is from another one. */
  double leastDistance(Position from) {
    double dx = Math.max(0, Math.max(minX - from.x(), from.x() - maxX));
    double dy = Math.max(0, Math.max(minY - from.y(), from.y() - maxY));
    return Math.sqrt(dx * dx + dy * dy);
  }

  /** How far the farthest place of the box is from another one. */
  double greatestDistance(Position from) {
    double dx = Math.max(Math.abs(minX - from.x()), Math.abs(maxX - from.x()));
    double dy = Math.max(Math.abs(minY - from.y()), Math.abs(maxY - from.y()));
    return Math.sqrt(dx * dx + dy * dy);
  }
}
