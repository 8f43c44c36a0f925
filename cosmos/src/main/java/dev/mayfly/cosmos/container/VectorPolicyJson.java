package dev.mayfly.cosmos.container;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;

/** Which properties hold vectors, and how near is measured. */
final class VectorPolicyJson {
  static final String PROPERTY = "vectorEmbeddingPolicy";
  private static final String EMBEDDINGS = "vectorEmbeddings";
  private static final int DIMENSIONS_MAX = 4096;
  private static final Set<String> DATA_TYPES = Set.of("float32", "float16", "int8", "uint8");
  private static final Set<String> DISTANCES = Set.of("cosine", "dotproduct", "euclidean");

  private VectorPolicyJson() {}

  /** The policy that a body asks for; null if it asks for none. */
  static BsonDocument read(BsonDocument body) {
    BsonDocument policy = Fields.document(body, PROPERTY);
    embeddings(policy).values().forEach(VectorPolicyJson::check);
    return policy;
  }

  /** Refuses to change or drop an embedding that there is. */
  static void requireUnchanged(BsonDocument before, BsonDocument after) {
    Map<String, BsonDocument> wanted = embeddings(after);
    embeddings(before)
        .forEach(
            (path, embedding) -> {
              if (!embedding.equals(wanted.get(path))) {
                throw Fields.invalid(
                    "Paths in existing embedding policy cannot be modified in Collection Replace");
              }
            });
  }

  /** The embeddings of a policy by their paths. */
  static Map<String, BsonDocument> embeddings(BsonDocument policy) {
    Map<String, BsonDocument> embeddings = new HashMap<>();
    if (policy != null) {
      for (BsonDocument embedding : Fields.documents(policy, EMBEDDINGS)) {
        String path = Fields.string(embedding, "path", "");
        if (!Fields.isPath(path)) {
          throw Fields.invalid("The Vector Embedding Policy has an invalid Path:" + path);
        }
        if (embeddings.put(path, embedding) != null) {
          throw Fields.invalid("The Vector Embedding Policy has the Path:" + path + " twice.");
        }
      }
    }
    return embeddings;
  }

  private static void check(BsonDocument embedding) {
    String dataType = Fields.string(embedding, "dataType", "float32");
    if (!DATA_TYPES.contains(dataType)) {
      throw Fields.invalid("The Vector Embedding Policy has an invalid DataType:" + dataType);
    }
    String distance = Fields.string(embedding, "distanceFunction", "cosine");
    if (!DISTANCES.contains(distance)) {
      throw Fields.invalid(
          "The Vector Embedding Policy has an invalid DistanceFunction:" + distance);
    }
    Long dimensions = Fields.whole(embedding, "dimensions");
    if (dimensions != null && dimensions < 1) {
      throw Fields.invalid(
          "The Vector Embedding Policy has Dimensions:"
              + dimensions
              + " which is less than the minimum supported value: 1");
    }
    if (dimensions != null && dimensions > DIMENSIONS_MAX) {
      throw Fields.invalid(
          "The Vector Embedding Policy has Dimensions:"
              + dimensions
              + " which is more than the maximum supported value: "
              + DIMENSIONS_MAX);
    }
  }
}
