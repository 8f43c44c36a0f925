package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.index.SearchIndexSpec;
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
 * The options and indexes of a collection, stored in the definition of its container.
 *
 * @param options as in listCollections
 * @param indexes without the one on _id
 * @param searchIndexes by which {@code $vectorSearch} finds documents
 */
public record CollectionSpec(
    BsonBinary uuid,
    BsonDocument options,
    List<IndexSpec> indexes,
    List<SearchIndexSpec> searchIndexes) {
  /** An option of Azure Cosmos DB; stored, and returned to its clients. */
  public static final String SHARD_KEY = "shardKey";

  /** The option that keeps pre- and post-images for change streams. */
  public static final String IMAGES = "changeStreamPreAndPostImages";

  /** How long documents live after the date in their _id, or of time series after their time. */
  public static final String EXPIRES = "expireAfterSeconds";

  private static final String MARK = "mongodb";
  private static final String ALL_KEPT = "allKept";
  private static final String SEARCH_INDEXES = "searchIndexes";

  public CollectionSpec {
    requireNonNull(uuid, "uuid");
    requireNonNull(options, "options");
    indexes = List.copyOf(indexes);
    searchIndexes = List.copyOf(searchIndexes);
  }

  public static CollectionSpec with(BsonDocument options) {
    TimeSeries series = TimeSeries.of(options);
    return new CollectionSpec(
        new BsonBinary(UUID.randomUUID()),
        options,
        series == null ? List.of() : series.indexes(),
        List.of());
  }

  /**
   * Null if the container is not a collection. An index that is missing in the container could not
   * be built. Stores of earlier versions have only unique indexes; the others are built with the
   * next change of the collection.
   */
  public static CollectionSpec of(ContainerDefinition definition) {
    BsonValue kept = definition.opaque().get(MARK);
    if (kept == null) {
      return null;
    }
    BsonDocument document = kept.asDocument();
    boolean all = document.containsKey(ALL_KEPT);
    List<IndexSpec> indexes = new ArrayList<>();
    for (BsonValue each : document.getArray("indexes")) {
      IndexSpec index = new IndexSpec(each.asDocument());
      String name = index.storedName();
      if (!index.isStored()
          || !all && !index.isUnique()
          || definition.pathIndexes().stream().anyMatch(path -> path.name().equals(name))) {
        indexes.add(index);
      }
    }
    List<SearchIndexSpec> searchIndexes = new ArrayList<>();
    for (BsonValue each : document.getArray(SEARCH_INDEXES, new BsonArray())) {
      searchIndexes.add(SearchIndexSpec.of(each.asDocument()));
    }
    return new CollectionSpec(
        document.getBinary("uuid"), document.getDocument("options"), indexes, searchIndexes);
  }

  /** The options of a collection; null if the container is none. */
  public static BsonDocument optionsOf(ContainerDefinition definition) {
    return definition.opaque().get(MARK) instanceof BsonDocument kept
        ? kept.getDocument("options")
        : null;
  }

  BsonDocument toOpaque() {
    BsonArray kept = new BsonArray();
    for (IndexSpec index : indexes) {
      kept.add(index.document());
    }
    BsonDocument document =
        new BsonDocument("uuid", uuid)
            .append("options", options)
            .append("indexes", kept)
            .append(ALL_KEPT, BsonBoolean.TRUE);
    if (!searchIndexes.isEmpty()) {
      document.append(
          SEARCH_INDEXES,
          new BsonArray(searchIndexes.stream().map(SearchIndexSpec::document).toList()));
    }
    return new BsonDocument(MARK, document);
  }

  /** The options without internal ones. */
  public BsonDocument shownOptions() {
    BsonDocument shown = new BsonDocument();
    shown.putAll(options);
    shown.remove(SHARD_KEY);
    return shown;
  }

  public boolean isView() {
    return options.containsKey("viewOn");
  }

  public boolean isTimeSeries() {
    return options.containsKey(TimeSeries.OPTION);
  }

  public boolean isCapped() {
    return options.containsKey("capped") && options.getBoolean("capped").getValue();
  }

  /** The index on _id. */
  public IndexSpec idIndex() {
    if (options.containsKey("clusteredIndex")) {
      BsonDocument clustered = new BsonDocument();
      clustered.putAll(options.getDocument("clusteredIndex"));
      return new IndexSpec(clustered.append("clustered", BsonBoolean.TRUE));
    }
    BsonDocument index =
        new BsonDocument("v", new BsonInt32(2))
            .append("key", new BsonDocument("_id", new BsonInt32(1)))
            .append("name", new BsonString("_id_"));
    if (options.containsKey("collation")) {
      index.append("collation", options.get("collation"));
    }
    return new IndexSpec(index);
  }

  /** All indexes in creation order, that on _id first. */
  public List<IndexSpec> allIndexes() {
    List<IndexSpec> all = new ArrayList<>();
    if (!isView() && !isTimeSeries()) {
      all.add(idIndex());
    }
    all.addAll(indexes);
    return all;
  }

  public CollectionSpec withOptions(BsonDocument changed) {
    return new CollectionSpec(uuid, changed, indexes, searchIndexes);
  }

  public CollectionSpec withIndexes(List<IndexSpec> changed) {
    return new CollectionSpec(uuid, options, changed, searchIndexes);
  }

  public CollectionSpec withSearchIndexes(List<SearchIndexSpec> changed) {
    return new CollectionSpec(uuid, options, indexes, changed);
  }

  /** The search index of that name; null if there is none. */
  public SearchIndexSpec searchIndex(String name) {
    return searchIndexes.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
  }
}
