package dev.mayfly.cosmos.query.vector;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.resource.DefinitionParts;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.vector.DistanceFunction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What the definition of a container says about vectors: how near is measured at each path, and
 * which paths have an index.
 */
public record VectorPolicy(Map<List<String>, Embedding> embeddings) {
  public static final VectorPolicy NONE = new VectorPolicy(Map.of());

  private static final int DIMENSIONS_DEFAULT = 1536;

  /** The vectors at one path. */
  public record Embedding(
      FieldPath path, int dimensions, DistanceFunction distance, IndexKind index) {
    public Embedding {
      requireNonNull(path, "path");
      requireNonNull(distance, "distance");
      requireNonNull(index, "index");
    }
  }

  /** The index of a path. */
  public enum IndexKind {
    NONE,
    FLAT,
    QUANTIZEDFLAT,
    DISKANN;

    /** Whether its answers may miss some of the nearest items. */
    public boolean isApproximate() {
      return this == QUANTIZEDFLAT || this == DISKANN;
    }
  }

  public VectorPolicy {
    embeddings = Map.copyOf(embeddings);
  }

  public static VectorPolicy of(ContainerDefinition definition) {
    BsonDocument parts = DefinitionParts.of(definition);
    BsonValue policy = parts.get("vectorEmbeddingPolicy");
    if (policy == null) {
      return NONE;
    }
    Map<FieldPath, IndexKind> kinds = new HashMap<>();
    BsonDocument indexing = parts.getDocument("indexingPolicy", new BsonDocument());
    for (BsonValue each : array(indexing, "vectorIndexes")) {
      BsonDocument index = each.asDocument();
      kinds.put(path(index), kind(index.getString("type").getValue()));
    }
    Map<List<String>, Embedding> embeddings = new HashMap<>();
    for (BsonValue each : array(policy.asDocument(), "vectorEmbeddings")) {
      BsonDocument embedding = each.asDocument();
      FieldPath path = path(embedding);
      BsonValue dimensions = embedding.get("dimensions");
      BsonValue distance = embedding.get("distanceFunction");
      embeddings.put(
          path.names(),
          new Embedding(
              path,
              dimensions == null || !dimensions.isNumber()
                  ? DIMENSIONS_DEFAULT
                  : dimensions.asNumber().intValue(),
              distance == null || !distance.isString()
                  ? DistanceFunction.COSINE
                  : DistanceFunction.named(distance.asString().getValue()),
              kinds.getOrDefault(path, IndexKind.NONE)));
    }
    return new VectorPolicy(embeddings);
  }

  private static BsonArray array(BsonDocument parent, String name) {
    BsonValue found = parent.get(name);
    return found == null || !found.isArray() ? new BsonArray() : found.asArray();
  }

  private static FieldPath path(BsonDocument part) {
    return FieldPath.ofSlashed(part.getString("path").getValue());
  }

  private static IndexKind kind(String type) {
    for (IndexKind kind : IndexKind.values()) {
      if (kind.name().equalsIgnoreCase(type)) {
        return kind;
      }
    }
    return IndexKind.NONE;
  }

  /** What is said about the vectors at a path; null if nothing is. */
  public Embedding at(List<String> path) {
    return embeddings.get(path);
  }
}
