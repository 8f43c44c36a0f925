package dev.mayfly.mongo.plan;

import dev.mayfly.engine.Reading;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.mongo.geo.GeoPaths;
import dev.mayfly.mongo.geo.NearQuery;
import dev.mayfly.mongo.geo.PlaneKeys;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.query.cursor.IndexScan;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * By which index documents are found by their distance from a place, one ring around it after the
 * other.
 */
public final class NearPlan {
  /** With about so many rows a ring is read. */
  private static final int RING_ROWS_MAX = 1_000;

  private static final int RING_ROWS_MIN = 200;
  private static final int GROWTH = 4;

  /** An empty ring says that far more can be read. */
  private static final int GROWTH_AFTER_NONE = 16;

  /** The first ring is so many times smaller than everything. */
  private static final double FIRST = 20_000;

  /** Rings are not made smaller than this part of everything: about a millimetre on the earth. */
  private static final double SMALLEST = 1e10;

  private final NearQuery near;
  private final BsonDocument filter;
  private final ReadableIndex index;
  private final String hint;
  private final boolean simple;
  private final double everything;
  private double width;

  /** A ring around the place, and how to read it. */
  public record Ring(double inner, double outer, boolean last, List<IndexScan> scans) {
    /** Whether a distance is within the ring. */
    public boolean holds(double distance) {
      return distance >= inner && (distance < outer || last && distance <= outer);
    }
  }

  private NearPlan(
      NearQuery near, BsonDocument filter, ReadableIndex index, String hint, boolean simple) {
    this.near = near;
    this.filter = filter;
    this.index = index;
    this.hint = hint;
    this.simple = simple;
    boolean plane = index.index().function().name().equals(PlaneKeys.NAME);
    this.everything = plane ? near.farthest(PlaneKeys.grid(index.index())) : near.farthest(null);
    this.width = Math.max(everything / FIRST, Double.MIN_NORMAL);
  }

  /**
   * Plans a search; null if no index can serve it.
   *
   * @param hint the name of the only index that may be read; null for any
   * @param simple whether texts compare without a collation
   */
  public static NearPlan of(
      NearQuery near,
      BsonDocument filter,
      List<ReadableIndex> indexes,
      String hint,
      boolean simple,
      Reading reading) {
    for (ReadableIndex each : indexes) {
      boolean meant = hint == null ? !each.spec().isHidden() : hint.equals(each.spec().name());
      if (meant
          && each.index().function() != null
          && GeoConditions.cells(near, each.index()) != null) {
        NearPlan plan = new NearPlan(near, filter, each, hint, simple);
        if (plan.plan(0, 0, reading) != null) {
          return plan;
        }
      }
    }
    return null;
  }

  private IndexPlan plan(double inner, double outer, Reading reading) {
    return IndexPlan.of(
        filter,
        null,
        List.of(index),
        hint,
        simple,
        reading,
        GeoConditions.ring(near, index.index(), inner, outer));
  }

  /** The index that is read. */
  public IndexSpec spec() {
    return index.spec();
  }

  /**
   * The ring that comes next; null if the index is not there any more.
   *
   * @param inner where the one before has ended
   * @param rows so many documents the one before had; negative for the first
   */
  public Ring next(double inner, long rows, Reading reading) {
    if (rows >= 0 && rows < RING_ROWS_MIN) {
      width *= rows == 0 ? GROWTH_AFTER_NONE : GROWTH;
    }
    double end = Math.min(near.maxDistance(), everything);
    while (true) {
      double outer = Math.min(inner + width, end);
      IndexPlan plan = plan(inner, outer, reading);
      if (plan == null) {
        return null;
      }
      List<IndexScan> scans = plan.scans();
      List<IndexScan> filled = filled(scans, reading);
      boolean smallest = width / GROWTH < everything / SMALLEST || inner + width / GROWTH == inner;
      if (smallest || filled != null) {
        return new Ring(inner, outer, outer >= end, filled == null ? scans : filled);
      }
      width = Math.min(width, outer - inner) / GROWTH;
    }
  }

  /** The scans that find rows: most cells around a ring have none. Null if the ring is large. */
  private static List<IndexScan> filled(List<IndexScan> scans, Reading reading) {
    List<IndexQuery> queries = scans.stream().map(IndexScan::query).toList();
    long[] rows = reading.indexRowsOfEach(queries, RING_ROWS_MAX);
    if (rows == null || Arrays.stream(rows).sum() >= RING_ROWS_MAX) {
      return null;
    }
    return IntStream.range(0, rows.length).filter(i -> rows[i] > 0).mapToObj(scans::get).toList();
  }

  /** As explain shows it. */
  public BsonDocument shown() {
    PathIndex read = index.index();
    String type =
        GeoConditions.cells(near, read).equals(GeoPaths.onSphere(near.field()))
            ? "GEO_NEAR_2DSPHERE"
            : "GEO_NEAR_2D";
    return new BsonDocument("stage", new BsonString(type))
        .append("keyPattern", spec().key())
        .append("indexName", new BsonString(spec().name()))
        .append("indexVersion", new BsonInt32(2));
  }
}
