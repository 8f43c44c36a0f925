package dev.mayfly.mongo.geo;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.KeyFunction;
import dev.mayfly.engine.index.PathIndex;
import java.util.Collection;
import java.util.List;
import org.bson.BsonDocument;

/** The keys of the parts of an index, and all combinations of them. */
final class PartKeys {
  private PartKeys() {}

  /** Finds the values of an ordinary part, as an index on it alone would. */
  static IndexReader plain(FieldPath path) {
    return new IndexReader(
        new PathIndex(
            "part",
            List.of(new PathIndex.Part(path, false)),
            PathIndex.Arrays.ELEMENTS,
            false,
            false,
            null,
            null,
            new BsonDocument()),
        body -> true);
  }

  static void combine(List<Collection<byte[]>> parts, KeyFunction.Taker taker) {
    combine(parts, new byte[parts.size()][], 0, taker);
  }

  private static void combine(
      List<Collection<byte[]>> parts, byte[][] chosen, int next, KeyFunction.Taker taker) {
    if (next == parts.size()) {
      taker.take(chosen);
      return;
    }
    for (byte[] each : parts.get(next)) {
      chosen[next] = each;
      combine(parts, chosen, next + 1, taker);
    }
  }
}
