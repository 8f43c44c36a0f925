package dev.mayfly.cosmos.container;

import dev.mayfly.cosmos.http.CosmosException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;

/** Which properties hold vectors, and how near is measured. */
final class VectorPolicyJson {
  static final String PROPERTY = "vectorEmbeddingPolicy";
  private static final String EMBEDDINGS = "vectorEmbeddings";
  private static final int DIMENSIONS_MAX = 4096;
  private static final int DIMENSIONS_DEFAULT = 1536;
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
   * Refuses to change embeddings that are there; others may come and go.
   *
   * @param kept the parts of the definition before
   */
  static void requireSame(BsonDocument policy, BsonDocument kept) {
    requireSame(
        embeddings(PropertyReader.document(kept, PROPERTY)),
        embeddings(policy),
        "Paths in existing embedding policy cannot be modified in Collection Replace");
  }

  /** Refuses if something has a new form under a path that it had before. */
  static void requireSame(
      Map<String, BsonDocument> before, Map<String, BsonDocument> after, String text) {
    before.forEach(
        (path, old) -> {
          BsonDocument now = after.get(path);
          if (now != null && !withoutNulls(now).equals(withoutNulls(old))) {
            throw PropertyReader.invalid(text);
          }
        });
  }

  /** Clients write null for what they leave out. */
  private static BsonDocument withoutNulls(BsonDocument document) {
    BsonDocument rest = new BsonDocument();
    document.forEach(
        (name, value) -> {
          if (!value.isNull()) {
            rest.put(name, value);
          }
        });
    return rest;
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
              "Duplicate Path :" + path + " found in Vector Embedding Policy.");
        }
      }
    }
    return embeddings;
  }

  /** How many elements the vectors of an embedding have. */
  static long dimensions(BsonDocument embedding) {
    Long dimensions = PropertyReader.whole(embedding, "dimensions");
    return dimensions == null ? DIMENSIONS_DEFAULT : dimensions;
  }

  static CosmosException tooMany(long dimensions, int max) {
    return PropertyReader.invalid(
        "The Vector Embedding Policy has Dimensions:"
            + dimensions
            + " which is more than the maximum supported value: "
            + max);
  }

  private static void check(BsonDocument embedding) {
    if (PropertyReader.value(embedding, "embeddingSource") != null) {
      throw PropertyReader.invalid(
          "The Vector Embedding Policy has an embeddingSource: this version of Mayfly makes no"
              + " vectors, write them with the items.");
    }
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
    long dimensions = dimensions(embedding);
    if (dimensions < 1) {
      throw PropertyReader.invalid(
          "The Vector Embedding Policy has Dimensions:"
              + dimensions
              + " which is less than the minimum supported value: 1");
    }
    if (dimensions > DIMENSIONS_MAX) {
      throw tooMany(dimensions, DIMENSIONS_MAX);
    }
  }
}
