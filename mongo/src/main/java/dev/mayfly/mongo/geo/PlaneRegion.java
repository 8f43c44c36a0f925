package dev.mayfly.mongo.geo;

import java.util.List;

/** A region in the plane. */
interface PlaneRegion {
  boolean contains(Position at);

  /** A box around all of it. */
  Box bounds();

  /** Whether it certainly has nothing of a box. */
  default boolean misses(Box box) {
    return !bounds().intersects(box);
  }

  /** Whether it certainly has all of a box. */
  default boolean holds(Box box) {
    return false;
  }

  /** What is within a distance of a place, the edge included. */
  record Circle(Position center, double radius) implements PlaneRegion {
    @Override
    public boolean contains(Position at) {
      return center.distance(at) <= radius;
    }

    @Override
    public Box bounds() {
      return new Box(
          center.x() - radius, center.y() - radius, center.x() + radius, center.y() + radius);
    }

    @Override
    public boolean misses(Box box) {
      return box.leastDistance(center) > radius;
    }

    @Override
    public boolean holds(Box box) {
      return box.greatestDistance(center) <= radius;
    }
  }

  /** What is from one distance to another of a place. */
  record Ring(Position center, double inner, double outer) implements PlaneRegion {
    @Override
    public boolean contains(Position at) {
      double distance = center.distance(at);
      return distance >= inner && distance <= outer;
    }

    @Override
    public Box bounds() {
      return new Circle(center, outer).bounds();
    }

    @Override
    public boolean misses(Box box) {
      return box.leastDistance(center) > outer || box.greatestDistance(center) < inner;
    }
  }

  /** What is within a closed line: a ray to the right crosses it an odd number of times. */
  record Polygon(List<Position> corners) implements PlaneRegion {
    public Polygon {
      corners = List.copyOf(corners);
    }

    @Override
    public boolean contains(Position at) {
      boolean inside = false;
      Position from = corners.get(corners.size() - 1);
      for (Position to : corners) {
        if (at.y() > Math.min(from.y(), to.y()) && at.y() <= Math.max(from.y(), to.y())) {
          double x = (at.y() - from.y()) * (to.x() - from.x()) / (to.y() - from.y()) + from.x();
          inside ^= at.x() <= x;
        }
        from = to;
      }
      return inside;
    }

    @Override
    public Box bounds() {
      Box box = Box.between(corners.get(0), corners.get(0));
      for (Position each : corners) {
        box =
            new Box(
                Math.min(box.minX(), each.x()),
                Math.min(box.minY(), each.y()),
                Math.max(box.maxX(), each.x()),
                Math.max(box.maxY(), each.y()));
      }
      return box;
    }
  }
}
