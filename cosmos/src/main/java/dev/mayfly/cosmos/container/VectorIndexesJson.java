package dev.mayfly.cosmos.container;

import java.util.HashMap;
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
  private static final Set<String> TYPES = Set.of("flat", "quantizedFlat", "diskANN");
  private static final Set<String> QUANTIZERS = Set.of("product", "spherical");

  private VectorIndexesJson() {}

  /**
   * Copies the indexes from a policy to the one that is kept.
   *
   * @param vectors the vector embedding policy that they are for, or null
   */
  static void read(BsonDocument policy, BsonDocument vectors, BsonDocument into) {
    BsonArray indexes = Fields.array(policy, PROPERTY);
    if (indexes == null) {
      return;
    }
    IndexesJson.limit(PROPERTY, indexes.size());
    Map<String, BsonDocument> embeddings = VectorPolicyJson.embeddings(vectors);
    for (BsonDocument index : Fields.documents(policy, PROPERTY)) {
      String path = Fields.string(index, "path", "");
      BsonDocument embedding = embeddings.get(path);
      if (embedding == null) {
        throw Fields.invalid(
            "The Vector Indexing Policy's path::" + path + " not matching in Embedding's path.");
      }
      check(index, embedding);
    }
    into.append(PROPERTY, indexes);
  }

  private static void check(BsonDocument index, BsonDocument embedding) {
    String type = Fields.string(index, "type", "");
    if (!TYPES.contains(type)) {
      throw Fields.invalid("The Vector Indexing Policy's Index Type::" + type + " is invalid.");
    }
    String quantizer = Fields.string(index, "quantizerType", "product");
    if (!QUANTIZERS.contains(quantizer)) {
      throw Fields.invalid(
          "The Vector Indexing Policy's Quantizer Type::" + quantizer + " is invalid.");
    }
    Long dimensions = Fields.whole(embedding, "dimensions");
    long bytesMax = dimensions == null ? BYTE_SIZE_MAX : Math.min(dimensions, BYTE_SIZE_MAX);
    range("QuantizationByteSize", Fields.whole(index, "quantizationByteSize"), 1, bytesMax);
    range(
        "IndexingSearchListSize",
        Fields.whole(index, "indexingSearchListSize"),
        SEARCH_LIST_MIN,
        SEARCH_LIST_MAX);
    checkShards(Fields.strings(index, "vectorIndexShardKey"));
  }

  private static void range(String parameter, Long value, long min, long max) {
    if (value != null && (value < min || value > max)) {
      throw Fields.invalid(
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
      throw Fields.invalid(
          "The number of shard paths defined in the Vector Indexing Policy: "
              + paths.size()
              + " exceeds the maximum: "
              + SHARD_PATHS_MAX
              + ".");
    }
    for (String path : paths) {
      if (!Fields.isPath(path)) {
        throw Fields.invalid("The Vector Indexing Policy has an invalid Shard Path: " + path + ".");
      }
    }
  }

  /** Refuses to change an index that there is; one that is no longer wanted may go. */
  static void requireUnchanged(BsonDocument before, BsonDocument after) {
    Map<String, BsonDocument> wanted = byPath(after);
    byPath(before)
        .forEach(
            (path, index) -> {
              if (wanted.containsKey(path) && !index.equals(wanted.get(path))) {
                throw Fields.invalid(
                    "Paths in existing vector indexing policy cannot be modified in Collection"
                        + " Replace");
              }
            });
  }

  private static Map<String, BsonDocument> byPath(BsonDocument policy) {
    Map<String, BsonDocument> indexes = new HashMap<>();
    if (policy != null) {
      for (BsonDocument index : Fields.documents(policy, PROPERTY)) {
        indexes.put(Fields.string(index, "path", ""), index);
      }
    }
    return indexes;
  }
}
