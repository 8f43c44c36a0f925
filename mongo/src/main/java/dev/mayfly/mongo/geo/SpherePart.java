package dev.mayfly.mongo.geo;

import com.google.common.geometry.S2Cap;
import com.google.common.geometry.S2Cell;
import com.google.common.geometry.S2Loop;
import com.google.common.geometry.S2Point;
import com.google.common.geometry.S2Polygon;
import com.google.common.geometry.S2Polyline;
import com.google.common.geometry.S2Region;

/** A point, line or area on the sphere; a geometry has one or more of them. Thread safe. */
sealed interface SpherePart {
  /** As S2 has it, for coverings. */
  S2Region region();

  /** The angle between a place and the nearest one of the part; 0 within an area. */
  double radiansFrom(S2Point place);

  boolean intersects(SpherePart other);

  /** Whether it holds all of another part; only areas do. */
  default boolean contains(SpherePart other) {
    return false;
  }

  /** A point has the extent of the smallest cell: about a centimetre. */
  record Point(S2Point at, S2Cell cell) implements SpherePart {
    static Point of(Position position) {
      S2Point at = Sphere.point(position);
      return new Point(at, Sphere.cell(at));
    }

    @Override
    public S2Region region() {
      return cell;
    }

    @Override
    public double radiansFrom(S2Point place) {
      return Sphere.radians(at, place);
    }

    @Override
    public boolean intersects(SpherePart other) {
      return other.region().mayIntersect(cell);
    }
  }

  record Line(S2Polyline line) implements SpherePart {
    @Override
    public S2Region region() {
      return line;
    }

    @Override
    public double radiansFrom(S2Point place) {
      return line.numVertices() == 1
          ? Sphere.radians(line.vertex(0), place)
          : Sphere.radians(line.project(place), place);
    }

    @Override
    public boolean intersects(SpherePart other) {
      if (other instanceof Line another) {
        return line.intersects(another.line);
      }
      return other instanceof Point point
          ? line.mayIntersect(point.cell())
          : other.intersects(this);
    }
  }

  record Area(S2Polygon polygon) implements SpherePart {
    /** A line that is outside by less is inside: about a tenth of a millimetre. */
    private static final double TOLERANCE_RADIANS = 1.7e-11;

    @Override
    public S2Region region() {
      return polygon;
    }

    @Override
    public double radiansFrom(S2Point place) {
      return polygon.getDistance(place).radians();
    }

    @Override
    public boolean intersects(SpherePart other) {
      if (other instanceof Point point) {
        return polygon.mayIntersect(point.cell());
      }
      if (other instanceof Line line) {
        return intersects(line.line());
      }
      return other instanceof Area area
          ? polygon.intersects(area.polygon())
          : other.intersects(this);
    }

    private boolean intersects(S2Polyline line) {
      return polygon.contains(line.vertex(0)) || !polygon.intersectWithPolyline(line).isEmpty();
    }

    @Override
    public boolean contains(SpherePart other) {
      if (other instanceof Point point) {
        return polygon.contains(point.at()) || polygon.mayIntersect(point.cell());
      }
      if (other instanceof Line line) {
        return contains(line.line());
      }
      return other instanceof Area area && polygon.contains(area.polygon());
    }

    private boolean contains(S2Polyline line) {
      double outside = 0;
      for (S2Polyline each : polygon.subtractFromPolyline(line)) {
        outside += each.getArclengthAngle().radians();
      }
      return outside <= TOLERANCE_RADIANS && polygon.mayIntersect(Sphere.cell(line.vertex(0)));
    }
  }

  /** What is within an angle of a place, as of {@code $centerSphere}. */
  record Circle(S2Cap cap) implements SpherePart {
    @Override
    public S2Region region() {
      return cap;
    }

    @Override
    public double radiansFrom(S2Point place) {
      return Math.max(0, Sphere.radians(cap.axis(), place) - cap.angle().radians());
    }

    @Override
    public boolean intersects(SpherePart other) {
      return other.radiansFrom(cap.axis()) <= cap.angle().radians();
    }

    /** Of lines and areas, the corners decide. */
    @Override
    public boolean contains(SpherePart other) {
      if (other instanceof Point point) {
        return cap.mayIntersect(point.cell());
      }
      if (other instanceof Line line) {
        return line.line().vertices().stream().allMatch(cap::contains);
      }
      return other instanceof Area area
          && area.polygon().getLoops().stream().allMatch(this::containsCorners);
    }

    private boolean containsCorners(S2Loop loop) {
      return loop.vertices().stream().allMatch(cap::contains);
    }
  }
}
