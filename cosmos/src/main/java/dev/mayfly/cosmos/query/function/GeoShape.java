package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;
import java.util.ArrayList;
import java.util.List;
import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.PolygonArea;

/**
 * A shape on the earth. Its lines are the shortest ones between their ends. What a polygon holds is
 * on the left of its first ring: one that runs clockwise holds the rest of the earth.
 */
record GeoShape(List<GeoPoint> points, List<List<GeoPoint>> lines, List<Polygon> polygons) {
  private static final double TOUCH_METERS = 1e-3;

  GeoShape {
    points = List.copyOf(points);
    lines = List.copyOf(lines);
    polygons = List.copyOf(polygons);
  }

  /** A ring around what it holds, and rings around holes in it. */
  record Polygon(List<List<GeoPoint>> rings) {
    Polygon {
      rings = List.copyOf(rings);
    }

    double area() {
      double signed = signedArea(rings.get(0));
      double area = signed < 0 ? Geodesic.WGS84.EllipsoidArea() + signed : signed;
      for (List<GeoPoint> hole : rings.subList(1, rings.size())) {
        area -= Math.abs(signedArea(hole));
      }
      return area;
    }

    boolean holds(GeoPoint point, RowBudget budget) {
      boolean clockwise = signedArea(rings.get(0)) < 0;
      if (isAround(rings.get(0), point, budget) == clockwise) {
        return false;
      }
      return rings.stream().skip(1).noneMatch(hole -> isAround(hole, point, budget));
    }

    private static double signedArea(List<GeoPoint> ring) {
      PolygonArea area = new PolygonArea(Geodesic.WGS84, false);
      ring.subList(0, ring.size() - 1)
          .forEach(point -> area.AddPoint(point.latitude(), point.longitude()));
      return area.Compute(false, true).area;
    }

    /** Whether the ring winds around the point (winding number of the azimuths). */
    private static boolean isAround(List<GeoPoint> ring, GeoPoint point, RowBudget budget) {
      double turned = 0;
      double before = point.azimuth(ring.get(0));
      for (GeoPoint corner : ring.subList(1, ring.size())) {
        budget.step();
        double azimuth = point.azimuth(corner);
        turned += Math.IEEEremainder(azimuth - before, 360);
        before = azimuth;
      }
      return Math.abs(turned) > 180;
    }
  }

  double area() {
    return polygons.stream().mapToDouble(Polygon::area).sum();
  }

  private List<List<GeoPoint>> edges() {
    List<List<GeoPoint>> edges = new ArrayList<>(lines);
    polygons.forEach(polygon -> edges.addAll(polygon.rings()));
    return edges;
  }

  private List<GeoPoint> corners() {
    List<GeoPoint> corners = new ArrayList<>(points);
    edges().forEach(corners::addAll);
    return corners;
  }

  /** Whether each place of this shape is one of another, which must have an inside. */
  boolean isWithin(GeoShape other, RowBudget budget) {
    for (GeoPoint corner : corners()) {
      if (other.polygons.stream().noneMatch(polygon -> polygon.holds(corner, budget))) {
        return false;
      }
    }
    return !edgesCross(other, budget);
  }

  boolean intersects(GeoShape other, RowBudget budget) {
    if (holdsCorner(other, budget) || other.holdsCorner(this, budget)) {
      return true;
    }
    if (edgesCross(other, budget)) {
      return true;
    }
    return (polygons.isEmpty() || other.polygons.isEmpty()) && gap(other, budget) <= TOUCH_METERS;
  }

  private boolean holdsCorner(GeoShape other, RowBudget budget) {
    return other.corners().stream()
        .anyMatch(corner -> polygons.stream().anyMatch(polygon -> polygon.holds(corner, budget)));
  }

  private boolean edgesCross(GeoShape other, RowBudget budget) {
    for (List<GeoPoint> mine : edges()) {
      for (List<GeoPoint> others : other.edges()) {
        if (GeoLines.cross(mine, others, budget)) {
          return true;
        }
      }
    }
    return false;
  }

  /** In meters between the nearest places of both. */
  double distance(GeoShape other, RowBudget budget) {
    return intersects(other, budget) ? 0 : gap(other, budget);
  }

  private double gap(GeoShape other, RowBudget budget) {
    return Math.min(nearest(other, budget), other.nearest(this, budget));
  }

  /** From my corners to the edges and points of another. */
  private double nearest(GeoShape other, RowBudget budget) {
    double nearest = Double.POSITIVE_INFINITY;
    for (GeoPoint corner : corners()) {
      for (GeoPoint point : other.points) {
        budget.step();
        nearest = Math.min(nearest, corner.distance(point));
      }
      for (List<GeoPoint> edge : other.edges()) {
        nearest = Math.min(nearest, GeoLines.distance(corner, edge, budget));
      }
    }
    return nearest;
  }
}
