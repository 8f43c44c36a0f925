package dev.mayfly.mongo.command.catalog;

import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionCatalog;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.collection.NewDocument;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.index.CreateIndexesCommand;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.index.IndexSpecs;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Collections and documents as they go into dumps and come out of them: the options and indexes in
 * the form of listCollections and listIndexes, as in the metadata files of mongodump.
 */
public final class CollectionDump {
  private static final String OPTIONS = "options";
  private static final String INDEXES = "indexes";

  private CollectionDump() {}

  /** What a metadata file says about a collection or a view. */
  public static BsonDocument describe(Collection collection) {
    CollectionSpec spec = collection.spec();
    BsonArray indexes = new BsonArray();
    spec.allIndexes().forEach(index -> indexes.add(index.document()));
    String type = spec.isView() ? "view" : spec.isTimeSeries() ? "timeseries" : "collection";
    return new BsonDocument(OPTIONS, spec.shownOptions())
        .append(INDEXES, indexes)
        .append("uuid", new BsonString(HexFormat.of().formatHex(spec.uuid().getData())))
        .append("collectionName", new BsonString(collection.namespace().collection()))
        .append("type", new BsonString(type));
  }

  /**
   * Creates a collection or a view with its indexes.
   *
   * @throws MongoException if that is not possible; then nothing is created
   */
  public static Collection create(
      CollectionCatalog catalog, Namespace namespace, BsonDocument metadata) {
    Names.checkNew(namespace);
    BsonDocument sent = documentOf(metadata, OPTIONS);
    BsonDocument options =
        CollectionOptions.parse(
            CommandArguments.of(OPTIONS, sent, CreateCommand.FIELDS), namespace);
    if (options.containsKey("viewOn")) {
      ViewDefinitions.check(catalog, namespace, options);
    }
    BsonValue collation = options.get("collation");
    List<IndexSpec> requested = new ArrayList<>();
    IndexSpecs specs = new IndexSpecs(false);
    for (BsonValue each : metadata.getArray(INDEXES, new BsonArray())) {
      if (!each.isDocument()) {
        throw new MongoException(ErrorCodes.TYPE_MISMATCH, "An index must be a document");
      }
      BsonDocument index = each.asDocument();
      if (!index.containsKey("clustered")) {
        requested.add(specs.parse(index, collation == null ? null : collation.asDocument()));
      }
    }
    CollectionSpec empty = CollectionSpec.with(options);
    return catalog.create(namespace, CreateIndexesCommand.with(empty, requested, namespace));
  }

  private static BsonDocument documentOf(BsonDocument metadata, String name) {
    BsonValue value = metadata.get(name, new BsonDocument());
    if (!value.isDocument()) {
      throw new MongoException(ErrorCodes.TYPE_MISMATCH, "'" + name + "' must be a document");
    }
    return value.asDocument();
  }

  /**
   * The write that brings in a document. It is not held against the validator of the collection: a
   * dump may be older than that.
   *
   * @param bson valid BSON
   * @param keptSecond from which its time counts; null for now
   * @throws MongoException if no collection can have it
   */
  public static WriteRequest document(
      Collection collection, byte[] bson, Long keptSecond, WriteRequest.Existing existing) {
    if (collection.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + collection.namespace() + " is a view, not a collection");
    }
    NewDocument document = NewDocument.of(new LazyDocument(bson));
    if (collection.timeSeries() != null) {
      collection.timeSeries().check(document.body());
    }
    return new WriteRequest.Import(
        document.key(), document.body(), keptSecond, existing, collection.ttlReading());
  }
}
