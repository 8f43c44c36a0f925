package dev.mayfly.mongo.geo;

/** The coordinate system of a geometry. */
public enum Crs {
  /** A plane, for legacy coordinates. */
  FLAT,
  /** The sphere, for GeoJSON. */
  SPHERE,
  /** The sphere, with polygons whose inside is to the left of their only ring, however large. */
  STRICT_SPHERE
}
