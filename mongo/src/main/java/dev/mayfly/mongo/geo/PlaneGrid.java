package dev.mayfly.mongo.geo;

import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The square of the plane that a 2d index covers, divided into cells. The key of a cell has the
 * bits of its column and of its row by turns, so that cells which are close have keys which are
 * close.
 *
 * @param bits how many times each side is halved
 * @param min of both coordinates
 * @param max of both coordinates
 */
public record PlaneGrid(int bits, double min, double max) {
  public static final int BITS_DEFAULT = 26;
  public static final int BITS_MAX = 32;
  public static final double MIN_DEFAULT = -180;
  public static final double MAX_DEFAULT = 180;

  private static final int RANGES_MAX = 40;

  /** What computed edges of cells may be wrong by, relative to the whole side. */
  private static final double MARGIN = 1e-12;

  /** All that it covers. */
  Box box() {
    return new Box(min, min, max, max);
  }

  /**
   * The key of a point.
   *
   * @throws MongoException 13027 if it is outside
   */
  long key(Position at) {
    if (!box().contains(at)) {
      throw new MongoException(
          13027,
          "point not in interval of [ "
              + Positions.shown(min)
              + ", "
              + Positions.shown(max)
              + " ]");
    }
    return signed(interleaved(step(at.x()), step(at.y())));
  }

  private long step(double coordinate) {
    long steps = 1L << bits;
    long step = (long) Math.floor((coordinate - min) / (max - min) * steps);
    return Math.max(0, Math.min(steps - 1, step));
  }

  private static long interleaved(long column, long row) {
    return spread(column) << 1 | spread(row);
  }

  /** The lower 32 bits, each with a zero before it. */
  private static long spread(long value) {
    long bits = value & 0xffffffffL;
    bits = (bits | bits << 16) & 0x0000ffff0000ffffL;
    bits = (bits | bits << 8) & 0x00ff00ff00ff00ffL;
    bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0fL;
    bits = (bits | bits << 2) & 0x3333333333333333L;
    return (bits | bits << 1) & 0x5555555555555555L;
  }

  private static long signed(long unsigned) {
    return unsigned ^ Long.MIN_VALUE;
  }

  /** A square of cells: halved so many times. */
  private record Square(int level, long column, long row) {
    List<Square> quarters() {
      List<Square> quarters = new ArrayList<>(4);
      for (int i = 0; i < 4; i++) {
        quarters.add(new Square(level + 1, column << 1 | i >> 1, row << 1 | i & 1));
      }
      return quarters;
    }
  }

  private Box box(Square square) {
    double side = (max - min) / (1L << square.level());
    double margin = (max - min) * MARGIN;
    double x = min + square.column() * side;
    double y = min + square.row() * side;
    return new Box(x - margin, y - margin, x + side + margin, y + side + margin);
  }

  private KeyRange range(Square square) {
    int below = 2 * (bits - square.level());
    if (below == Long.SIZE) {
      return new KeyRange(Long.MIN_VALUE, Long.MAX_VALUE);
    }
    long first = interleaved(square.column(), square.row()) << below;
    return new KeyRange(signed(first), signed(first + (1L << below) - 1));
  }

  /** The keys that points in a region may have, in ascending order. */
  List<KeyRange> ranges(PlaneRegion region) {
    List<Square> done = new ArrayList<>();
    Deque<Square> open = new ArrayDeque<>();
    Square all = new Square(0, 0, 0);
    if (!region.misses(box(all))) {
      open.add(all);
    }
    while (!open.isEmpty()) {
      Square next = open.poll();
      if (next.level() == bits || region.holds(box(next))) {
        done.add(next);
        continue;
      }
      List<Square> quarters = next.quarters();
      quarters.removeIf(each -> region.misses(box(each)));
      if (done.size() + open.size() + quarters.size() > RANGES_MAX) {
        done.add(next);
      } else {
        open.addAll(quarters);
      }
    }
    return merged(done);
  }

  private List<KeyRange> merged(List<Square> squares) {
    List<KeyRange> sorted = new ArrayList<>(squares.stream().map(this::range).toList());
    sorted.sort(Comparator.comparingLong(KeyRange::first));
    List<KeyRange> merged = new ArrayList<>();
    for (KeyRange each : sorted) {
      int last = merged.size() - 1;
      if (last >= 0 && merged.get(last).last() + 1 == each.first()) {
        merged.set(last, new KeyRange(merged.get(last).first(), each.last()));
      } else {
        merged.add(each);
      }
    }
    return merged;
  }
}
