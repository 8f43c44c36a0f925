package dev.mayfly.mongo.geo;

import com.google.common.geometry.S1Angle;
import com.google.common.geometry.S1ChordAngle;
import com.google.common.geometry.S2Cap;
import com.google.common.geometry.S2Cell;
import com.google.common.geometry.S2CellId;
import com.google.common.geometry.S2LatLngRect;
import com.google.common.geometry.S2Point;
import com.google.common.geometry.S2Region;
import com.google.common.geometry.S2RegionCoverer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Cells of the sphere. A point has the smallest cell that holds it; anything else has a few cells
 * that cover it. What may intersect a region is then in a cell within one of the cells that cover
 * the region, or in one around such a cell.
 */
final class SphereCells {
  /** So many cells cover a stored geometry at most. */
  static final int STORED_CELLS_MAX = 20;

  /** A stored geometry has no smaller cells than of this level, about a metre wide. */
  private static final int STORED_LEVEL_MAX = 23;

  private static final int QUERY_CELLS_MAX = 20;

  private static final S2RegionCoverer STORED =
      S2RegionCoverer.builder().setMaxCells(STORED_CELLS_MAX).setMaxLevel(STORED_LEVEL_MAX).build();
  private static final S2RegionCoverer QUERY =
      S2RegionCoverer.builder().setMaxCells(QUERY_CELLS_MAX).build();

  private SphereCells() {}

  /** The keys of a stored geometry. */
  static List<Long> stored(List<SpherePart> parts) {
    if (parts.size() == 1 && parts.get(0) instanceof SpherePart.Point point) {
      return List.of(point.cell().id().id());
    }
    ArrayList<S2CellId> covering = new ArrayList<>();
    STORED.getCovering(region(parts), covering);
    return covering.stream().map(S2CellId::id).toList();
  }

  private static S2Region region(List<SpherePart> parts) {
    return parts.size() == 1 ? parts.get(0).region() : new Union(parts);
  }

  /** The keys that stored geometries may have which intersect one of some parts. */
  static List<KeyRange> around(List<SpherePart> parts) {
    return ranges(region(parts));
  }

  /** The keys that stored geometries may have which are at some distance from a place. */
  static List<KeyRange> ring(S2Point center, double innerRadians, double outerRadians) {
    return ranges(new Ring(center, innerRadians, outerRadians));
  }

  private static List<KeyRange> ranges(S2Region region) {
    ArrayList<S2CellId> covering = new ArrayList<>();
    QUERY.getCovering(region, covering);
    List<KeyRange> ranges = new ArrayList<>();
    TreeSet<Long> around = new TreeSet<>();
    for (S2CellId each : covering) {
      ranges.add(new KeyRange(each.rangeMin().id(), each.rangeMax().id()));
      for (int level = 0; level < each.level(); level++) {
        around.add(each.parent(level).id());
      }
    }
    around.forEach(each -> ranges.add(KeyRange.of(each)));
    return ranges;
  }

  /** All of some parts. */
  private record Union(List<SpherePart> parts) implements S2Region {
    @Override
    public S2Cap getCapBound() {
      S2Cap cap = S2Cap.empty();
      for (SpherePart each : parts) {
        cap = cap.addCap(each.region().getCapBound());
      }
      return cap;
    }

    @Override
    public S2LatLngRect getRectBound() {
      S2LatLngRect rect = S2LatLngRect.empty();
      for (SpherePart each : parts) {
        rect = rect.union(each.region().getRectBound());
      }
      return rect;
    }

    @Override
    public boolean contains(S2Cell cell) {
      return parts.stream().anyMatch(each -> each.region().contains(cell));
    }

    @Override
    public boolean contains(S2Point point) {
      return parts.stream().anyMatch(each -> each.region().contains(point));
    }

    @Override
    public boolean mayIntersect(S2Cell cell) {
      return parts.stream().anyMatch(each -> each.region().mayIntersect(cell));
    }
  }

  /** What is from one angle to another of a place, and a little more on both sides. */
  private static final class Ring implements S2Region {
    /** About a tenth of a millimetre: more than angles are wrong by. */
    private static final double MARGIN_RADIANS = 2e-11;

    /** For {@link S1ChordAngle} smaller angles are the same as none. */
    private static final double LEAST_RADIANS = 1e-7;

    private final S2Point center;
    private final S2Cap outer;
    private final S1ChordAngle inner;

    Ring(S2Point center, double innerRadians, double outerRadians) {
      this.center = center;
      double reach = outerRadians * (1 + 1e-9) + LEAST_RADIANS;
      this.outer =
          reach >= Math.PI ? S2Cap.full() : S2Cap.fromAxisAngle(center, S1Angle.radians(reach));
      double hole = innerRadians * (1 - 1e-9) - LEAST_RADIANS - MARGIN_RADIANS;
      this.inner = hole <= 0 ? null : S1ChordAngle.fromS1Angle(S1Angle.radians(hole));
    }

    private boolean isInHole(S2Cell cell) {
      return inner != null && cell.getMaxDistance(center).compareTo(inner) < 0;
    }

    @Override
    public S2Cap getCapBound() {
      return outer;
    }

    @Override
    public S2LatLngRect getRectBound() {
      return outer.getRectBound();
    }

    @Override
    public boolean contains(S2Cell cell) {
      return outer.contains(cell)
          && (inner == null || cell.getDistance(center).compareTo(inner) >= 0);
    }

    @Override
    public boolean contains(S2Point point) {
      return outer.contains(point)
          && (inner == null || new S1ChordAngle(center, point).compareTo(inner) >= 0);
    }

    @Override
    public boolean mayIntersect(S2Cell cell) {
      return outer.mayIntersect(cell) && !isInHole(cell);
    }
  }
}
