package dev.mayfly.mongo.geo;

import java.util.ArrayList;
import java.util.List;

/**
 * Under which paths the engine has the geometries of an index. A name follows that no condition on
 * a field has, so that an index on geometries is used for geometries only.
 */
public final class GeoPaths {
  /** The type of indexes on the sphere. */
  public static final String SPHERE = "2dsphere";

  /** The type of indexes in the plane. */
  public static final String PLANE = "2d";

  private static final String SPHERE_NAME = "$2dsphere";
  private static final String PLANE_NAME = "$2d";

  private GeoPaths() {}

  /** The path of a field's cells on the sphere. */
  public static List<String> onSphere(List<String> field) {
    return with(field, SPHERE_NAME);
  }

  /** The path of a field's cells in the plane, which are others in each grid. */
  public static List<String> inPlane(List<String> field, PlaneGrid grid) {
    String name =
        "%s:%d:%x:%x"
            .formatted(
                PLANE_NAME,
                grid.bits(),
                Double.doubleToLongBits(grid.min()),
                Double.doubleToLongBits(grid.max()));
    return with(field, name);
  }

  private static List<String> with(List<String> field, String name) {
    List<String> path = new ArrayList<>(field);
    path.add(name);
    return List.copyOf(path);
  }

  /** Whether a path is one of geometries. */
  public static boolean isGeometry(List<String> path) {
    String last = path.get(path.size() - 1);
    return last.equals(SPHERE_NAME) || last.startsWith(PLANE_NAME + ":");
  }

  /** The field of a path of geometries. */
  public static List<String> field(List<String> path) {
    return path.subList(0, path.size() - 1);
  }
}
