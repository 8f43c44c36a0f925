package dev.mayfly.mongo.geo;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A geometry of a document or a query.
 *
 * @param point where it is, if it is a single point; else null
 * @param parts on the sphere; none for a legacy point, until it is projected
 */
public record Geometry(Crs crs, Position point, List<SpherePart> parts) {
  public Geometry {
    requireNonNull(crs, "crs");
    parts = List.copyOf(parts);
  }

  static Geometry legacy(Position point) {
    return new Geometry(Crs.FLAT, point, List.of());
  }

  /** Its parts on the sphere; null if it is a legacy point that is not on the sphere. */
  List<SpherePart> onSphere() {
    if (crs != Crs.FLAT) {
      return parts;
    }
    return point.isOnSphere() ? List.of(SpherePart.Point.of(point)) : null;
  }
}
