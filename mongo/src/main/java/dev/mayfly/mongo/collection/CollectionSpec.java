package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What a collection is asked to be, as it is kept in the definition of its container.
 *
 * @param options as listCollections shows them
 * @param indexes all but the one on _id
 */
public record CollectionSpec(BsonBinary uuid, BsonDocument options, List<IndexSpec> indexes) {
  /** An option that only Azure Cosmos DB has; kept, and shown to its clients. */
  public static final String SHARD_KEY = "shardKey";

  private static final String MARK = "mongodb";
  private static final String ALL_KEPT = "allKept";

  public CollectionSpec {
    requireNonNull(uuid, "uuid");
    requireNonNull(options, "options");
    indexes = List.copyOf(indexes);
  }

  public static CollectionSpec with(BsonDocument options) {
    return new CollectionSpec(new BsonBinary(UUID.randomUUID()), options, List.of());
  }

  /**
   * Null if the container is not a collection. An index that the container should have and has not
   * could not be built. Stores of earlier days have only unique ones; the others are built with the
   * next change of the collection.
   */
  static CollectionSpec of(ContainerDefinition definition) {
    BsonValue kept = definition.opaque().get(MARK);
    if (kept == null) {
      return null;
    }
    BsonDocument document = kept.asDocument();
    boolean all = document.containsKey(ALL_KEPT);
    List<IndexSpec> indexes = new ArrayList<>();
    for (BsonValue each : document.getArray("indexes")) {
      IndexSpec index = new IndexSpec(each.asDocument());
      String name = index.keptName();
      if (!index.isKept()
          || !all && !index.isUnique()
          || definition.pathIndexes().stream().anyMatch(path -> path.name().equals(name))) {
        indexes.add(index);
      }
    }
    return new CollectionSpec(document.getBinary("uuid"), document.getDocument("options"), indexes);
  }

  BsonDocument toOpaque() {
    BsonArray kept = new BsonArray();
    for (IndexSpec index : indexes) {
      kept.add(index.document());
    }
    return new BsonDocument(
        MARK,
        new BsonDocument("uuid", uuid)
            .append("options", options)
            .append("indexes", kept)
            .append(ALL_KEPT, BsonBoolean.TRUE));
  }

  /** The options that anybody may see. */
  public BsonDocument shownOptions() {
    BsonDocument shown = new BsonDocument();
    shown.putAll(options);
    shown.remove(SHARD_KEY);
    return shown;
  }

  public boolean isView() {
    return options.containsKey("viewOn");
  }

  public boolean isCapped() {
    return options.containsKey("capped") && options.getBoolean("capped").getValue();
  }

  /** The index that every collection has. */
  public IndexSpec idIndex() {
    BsonDocument index =
        new BsonDocument("v", new BsonInt32(2))
            .append("key", new BsonDocument("_id", new BsonInt32(1)))
            .append("name", new BsonString("_id_"));
    if (options.containsKey("collation")) {
      index.append("collation", options.get("collation"));
    }
    return new IndexSpec(index);
  }

  /** The index on _id and the others, in the order in which they were made. */
  public List<IndexSpec> allIndexes() {
    List<IndexSpec> all = new ArrayList<>();
    if (!isView()) {
      all.add(idIndex());
    }
    all.addAll(indexes);
    return all;
  }

  public CollectionSpec withOptions(BsonDocument changed) {
    return new CollectionSpec(uuid, changed, indexes);
  }

  public CollectionSpec withIndexes(List<IndexSpec> changed) {
    return new CollectionSpec(uuid, options, changed);
  }
}
