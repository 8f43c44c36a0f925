package dev.mayfly.mongo.geo;

import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.KeyFunction;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.error.RefusedKeysException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * The keys of 2d indexes: for each point its cell in the plane, for each other field its values, in
 * all combinations. A document without points has none.
 */
public final class PlaneKeys implements KeyFunction {
  /** Another way to compute cells needs another name. */
  public static final String NAME = "mongo 2d 1";

  @Override
  public String name() {
    return NAME;
  }

  /** A grid as parameters of this function. */
  public static BsonDocument parameters(PlaneGrid grid) {
    return new BsonDocument("bits", new BsonInt32(grid.bits()))
        .append("min", new BsonDouble(grid.min()))
        .append("max", new BsonDouble(grid.max()));
  }

  /** The grid of an index. */
  public static PlaneGrid grid(PathIndex index) {
    BsonDocument parameters = index.function().parameters();
    return new PlaneGrid(
        parameters.getInt32("bits").getValue(),
        parameters.getDouble("min").getValue(),
        parameters.getDouble("max").getValue());
  }

  /** The path of the points comes first. */
  @Override
  public Source of(PathIndex index) {
    PlaneGrid grid = grid(index);
    List<String> field = GeoPaths.field(index.parts().get(0).path().names());
    List<IndexReader> others = new ArrayList<>();
    for (PathIndex.Part part : index.parts().subList(1, index.parts().size())) {
      others.add(PartKeys.plain(part.path()));
    }
    return (body, taker) -> {
      List<byte[]> cells = cells(grid, new LazyDocument(body), field);
      if (!cells.isEmpty()) {
        List<Collection<byte[]>> parts = new ArrayList<>();
        parts.add(cells);
        others.forEach(each -> parts.add(each.readUncut(body)));
        PartKeys.combine(parts, taker);
      }
    };
  }

  private static List<byte[]> cells(PlaneGrid grid, BsonDocument document, List<String> field) {
    List<byte[]> keys = new ArrayList<>(1);
    GeoValues.at(document, field, value -> add(grid, document, value, keys));
    return keys;
  }

  private static void add(
      PlaneGrid grid, BsonDocument document, BsonValue value, List<byte[]> keys) {
    try {
      for (Position each : GeoValues.legacy(value)) {
        keys.add(KeyEncoder.encode(new BsonInt64(grid.key(each))));
      }
    } catch (MongoException e) {
      throw new RefusedKeysException(
          e.code(), e.getMessage() + " :: caused by :: " + BsonText.of(document));
    }
  }
}
