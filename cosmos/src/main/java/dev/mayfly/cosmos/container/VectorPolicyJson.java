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
    BsonDocument policy = PropertyReader.document(body, PROPERTY);
    embeddings(policy).values().forEach(VectorPolicyJson::check);
    return policy;
  }

  /**
   * Refuses what queries can't use.
   *
   * @param kept the parts of the definition before; what an earlier version accepted may stay
   */
  static void refuse(BsonDocument policy, BsonDocument kept) {
    if (!embeddings(policy).isEmpty() && !policy.equals(kept.get(PROPERTY))) {
      throw PropertyReader.invalid(
          "Vector search is not supported by this version of Mayfly: leave out the "
              + PROPERTY
              + " and the vectorIndexes.");
    }
  }

  /** The embeddings of a policy by their paths. */
  static Map<String, BsonDocument> embeddings(BsonDocument policy) {
    Map<String, BsonDocument> embeddings = new HashMap<>();
    if (policy != null) {
      for (BsonDocument embedding : PropertyReader.documents(policy, EMBEDDINGS)) {
        String path = PropertyReader.string(embedding, "path", "");
        if (!PropertyReader.isPath(path)) {
          throw PropertyReader.invalid("The Vector Embedding Policy has an invalid Path:" + path);
        }
        if (embeddings.put(path, embedding) != null) {
          throw PropertyReader.invalid(
              "The Vector Embedding Policy has the Path:" + path + " twice.");
        }
      }
    }
    return embeddings;
  }

  private static void check(BsonDocument embedding) {
    String dataType = PropertyReader.string(embedding, "dataType", "float32");
    if (!DATA_TYPES.contains(dataType)) {
      throw PropertyReader.invalid(
          "The Vector Embedding Policy has an invalid DataType:" + dataType);
    }
    String distance = PropertyReader.string(embedding, "distanceFunction", "cosine");
    if (!DISTANCES.contains(distance)) {
      throw PropertyReader.invalid(
          "The Vector Embedding Policy has an invalid DistanceFunction:" + distance);
    }
    Long dimensions = PropertyReader.whole(embedding, "dimensions");
    if (dimensions != null && dimensions < 1) {
      throw PropertyReader.invalid(
          "The Vector Embedding Policy has Dimensions:"
              + dimensions
              + " which is less than the minimum supported value: 1");
    }
    if (dimensions != null && dimensions > DIMENSIONS_MAX) {
      throw PropertyReader.invalid(
          "The Vector Embedding Policy has Dimensions:"
              + dimensions
              + " which is more than the maximum supported value: "
              + DIMENSIONS_MAX);
    }
  }
}
