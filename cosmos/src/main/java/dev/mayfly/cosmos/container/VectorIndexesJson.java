package dev.mayfly.cosmos.container;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** The vector indexes of an indexing policy: checked and returned. */
final class VectorIndexesJson {
  private static final String PROPERTY = "vectorIndexes";
  private static final int BYTE_SIZE_MAX = 512;
  private static final int SEARCH_LIST_MIN = 25;
  private static final int SEARCH_LIST_MAX = 500;
  private static final int SHARD_PATHS_MAX = 1;
  private static final int FLAT_DIMENSIONS_MAX = 505;
  private static final String FLAT = "flat";
  private static final Set<String> TYPES = Set.of(FLAT, "quantizedFlat", "diskANN");
  private static final Set<String> QUANTIZERS = Set.of("product", "spherical");

  private VectorIndexesJson() {}

  /**
   * Copies the indexes from a policy to the one that is kept.
   *
   * @param vectors the vector embedding policy that they are for, or null
   */
  static void read(BsonDocument policy, BsonDocument vectors, BsonDocument into) {
    BsonArray indexes = PropertyReader.array(policy, PROPERTY);
    if (indexes == null) {
      return;
    }
    IndexesJson.limit(PROPERTY, indexes.size());
    Map<String, BsonDocument> embeddings = VectorPolicyJson.embeddings(vectors);
    for (Map.Entry<String, BsonDocument> each : byPath(policy).entrySet()) {
      String path = each.getKey();
      BsonDocument index = each.getValue();
      BsonDocument embedding = embeddings.get(path);
      if (embedding == null) {
        throw PropertyReader.invalid(
            "The Vector Indexing Policy's path::" + path + " not matching in Embedding's path.");
      }
      check(index, embedding);
    }
    into.append(PROPERTY, indexes);
  }

  private static Map<String, BsonDocument> byPath(BsonDocument policy) {
    Map<String, BsonDocument> indexes = new LinkedHashMap<>();
    if (policy != null) {
      for (BsonDocument index : PropertyReader.documents(policy, PROPERTY)) {
        String path = PropertyReader.string(index, "path", "");
        if (indexes.put(path, index) != null) {
          throw PropertyReader.invalid(
              "Duplicate Path :" + path + " found in Vector Indexing Policy.");
        }
      }
    }
    return indexes;
  }

  /**
   * Refuses to change indexes that are there; others may come and go.
   *
   * @param before the indexing policy that is kept, or null
   */
  static void requireSame(BsonDocument before, BsonDocument after) {
    VectorPolicyJson.requireSame(
        byPath(before),
        byPath(after),
        "Paths in existing vector indexing policy cannot be modified in Collection Replace");
  }

  private static void check(BsonDocument index, BsonDocument embedding) {
    String type = PropertyReader.string(index, "type", "");
    if (TYPES.stream().noneMatch(type::equalsIgnoreCase)) {
      throw PropertyReader.invalid(
          "The Vector Indexing Policy's Index Type::" + type + " is invalid.");
    }
    long dimensions = VectorPolicyJson.dimensions(embedding);
    if (type.equals(FLAT) && dimensions > FLAT_DIMENSIONS_MAX) {
      throw VectorPolicyJson.tooMany(dimensions, FLAT_DIMENSIONS_MAX);
    }
    String quantizer = PropertyReader.string(index, "quantizerType", "product");
    if (!QUANTIZERS.contains(quantizer)) {
      throw PropertyReader.invalid(
          "The Vector Indexing Policy's Quantizer Type::" + quantizer + " is invalid.");
    }
    long bytesMax = Math.min(dimensions, BYTE_SIZE_MAX);
    range("QuantizationByteSize", PropertyReader.whole(index, "quantizationByteSize"), 1, bytesMax);
    range(
        "IndexingSearchListSize",
        PropertyReader.whole(index, "indexingSearchListSize"),
        SEARCH_LIST_MIN,
        SEARCH_LIST_MAX);
    checkShards(PropertyReader.strings(index, "vectorIndexShardKey"));
  }

  private static void range(String parameter, Long value, long min, long max) {
    if (value != null && (value < min || value > max)) {
      throw PropertyReader.invalid(
          "The Vector Indexing Policy parameter "
              + parameter
              + " value :: "
              + value
              + " is out of range. The allowed range is between "
              + min
              + " and "
              + max
              + ".");
    }
  }

  private static void checkShards(List<String> paths) {
    if (paths.size() > SHARD_PATHS_MAX) {
      throw PropertyReader.invalid(
          "The number of shard paths defined in the Vector Indexing Policy: "
              + paths.size()
              + " exceeds the maximum: "
              + SHARD_PATHS_MAX
              + ".");
    }
    for (String path : paths) {
      if (!PropertyReader.isPath(path)) {
        throw PropertyReader.invalid(
            "The Vector Indexing Policy has an invalid Shard Path: " + path + ".");
      }
    }
  }
}
