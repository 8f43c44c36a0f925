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
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * The keys of 2dsphere indexes: for each geometry its cells on the sphere, for each other field its
 * values, in all combinations. A document without any geometry has none.
 */
public final class SphereKeys implements KeyFunction {
  /** Another way to compute cells, or another version of S2 that does, needs another name. */
  public static final String NAME = "mongo 2dsphere 1";

  private static final int CANNOT_EXTRACT = 16755;
  private static final List<byte[]> NULL = List.of(KeyEncoder.encode(BsonNull.VALUE));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Source of(PathIndex index) {
    List<List<String>> fields = new ArrayList<>();
    List<IndexReader> readers = new ArrayList<>();
    for (PathIndex.Part part : index.parts()) {
      boolean geometry = GeoPaths.isGeometry(part.path().names());
      fields.add(geometry ? GeoPaths.field(part.path().names()) : null);
      readers.add(geometry ? null : PartKeys.plain(part.path()));
    }
    return (body, taker) -> {
      BsonDocument document = new LazyDocument(body);
      List<Collection<byte[]>> parts = new ArrayList<>(fields.size());
      boolean found = false;
      for (int i = 0; i < fields.size(); i++) {
        if (fields.get(i) == null) {
          parts.add(null);
          continue;
        }
        List<byte[]> cells = cells(document, fields.get(i));
        found |= !cells.isEmpty();
        parts.add(cells.isEmpty() ? NULL : cells);
      }
      if (found) {
        for (int i = 0; i < fields.size(); i++) {
          if (fields.get(i) == null) {
            parts.set(i, readers.get(i).readUncut(body));
          }
        }
        PartKeys.combine(parts, taker);
      }
    };
  }

  private static List<byte[]> cells(BsonDocument document, List<String> field) {
    List<byte[]> keys = new ArrayList<>(1);
    GeoValues.at(
        document,
        field,
        value -> {
          if (!GeoValues.isNothing(value)) {
            cells(document, value)
                .forEach(cell -> keys.add(KeyEncoder.encode(new BsonInt64(cell))));
          }
        });
    return keys;
  }

  private static List<Long> cells(BsonDocument document, BsonValue value) {
    try {
      Geometry geometry = GeoValues.stored(value);
      if (geometry.crs() == Crs.FLAT) {
        Positions.checkOnSphere(geometry.point());
      }
      return SphereCells.stored(geometry.onSphere());
    } catch (MongoException e) {
      throw new RefusedKeysException(
          CANNOT_EXTRACT,
          "Can't extract geo keys: " + BsonText.of(document) + "  " + e.getMessage());
    }
  }
}
