package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;
import java.util.List;

/** Lines of several places each: whether they cross, and how far they are. */
final class GeoLines {
  private GeoLines() {}

  static boolean cross(List<GeoPoint> left, List<GeoPoint> right, RowBudget budget) {
    double[][] a = vectors(left);
    double[][] b = vectors(right);
    for (int i = 1; i < a.length; i++) {
      double[] normal = product(a[i - 1], a[i]);
      for (int j = 1; j < b.length; j++) {
        budget.step();
        if (crosses(a[i - 1], a[i], normal, b[j - 1], b[j])) {
          return true;
        }
      }
    }
    return false;
  }

  private static double[][] vectors(List<GeoPoint> points) {
    return points.stream().map(GeoPoint::vector).toArray(double[][]::new);
  }

  /** Whether two arcs of great circles, each shorter than half of one, cross each other. */
  private static boolean crosses(double[] a, double[] b, double[] ab, double[] c, double[] d) {
    double sideOfC = inner(ab, c);
    double sideOfD = inner(ab, d);
    if (sideOfC * sideOfD >= 0) {
      return false;
    }
    double[] cd = product(c, d);
    double sideOfA = inner(cd, a);
    double sideOfB = inner(cd, b);
    // Both pairs lie on different sides, and the arcs are on the same half of the earth.
    return sideOfA * sideOfB < 0 && sideOfC * sideOfB > 0;
  }

  private static double[] product(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double inner(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  /** From a place to the nearest of a line; exact for the edge that is estimated to be nearest. */
  static double distance(GeoPoint point, List<GeoPoint> line, RowBudget budget) {
    int nearest = 1;
    double smallest = Double.POSITIVE_INFINITY;
    double[] place = point.vector();
    double[][] corners = vectors(line);
    for (int i = 1; i < corners.length; i++) {
      budget.step();
      double distance = straight(place, corners[i - 1], corners[i]);
      if (distance < smallest) {
        smallest = distance;
        nearest = i;
      }
    }
    return point.distance(line.get(nearest - 1), line.get(nearest));
  }

  /** The square of the distance in space to a straight line between two places. */
  private static double straight(double[] point, double[] start, double[] end) {
    double[] along = {end[0] - start[0], end[1] - start[1], end[2] - start[2]};
    double[] from = {point[0] - start[0], point[1] - start[1], point[2] - start[2]};
    double length = inner(along, along);
    double part = length == 0 ? 0 : Math.max(0, Math.min(1, inner(from, along) / length));
    double[] gap = {
      from[0] - part * along[0], from[1] - part * along[1], from[2] - part * along[2]
    };
    return inner(gap, gap);
  }
}
