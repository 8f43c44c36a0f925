package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The collection that {@code $out} and {@code $merge} name, in their or another database. */
record TargetNames(String database, String collection) {

  /**
   * A name, or a document of the names db and coll.
   *
   * @param refusal what to throw if it is neither
   */
  static TargetNames parse(String stage, BsonValue value, MongoException refusal) {
    if (value.isString()) {
      return checked(stage, null, value.asString().getValue());
    }
    if (!value.isDocument()) {
      throw refusal;
    }
    BsonDocument names = value.asDocument();
    StageOptions.checkKnown(stage, names, List.of("db", "coll"));
    BsonValue collection = names.get("coll");
    BsonValue database = names.get("db");
    if (collection == null || !collection.isString() || database != null && !database.isString()) {
      throw refusal;
    }
    return checked(
        stage,
        database == null ? null : database.asString().getValue(),
        collection.asString().getValue());
  }

  private static TargetNames checked(String stage, String database, String collection) {
    if (collection.isEmpty()) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE, "Invalid " + stage + " target namespace: it is empty");
    }
    if (collection.startsWith("system.")) {
      throw new MongoException(17385, "Can't " + stage + " to special collection: " + collection);
    }
    return new TargetNames(database, collection);
  }

  Namespace in(PipelineContext context) {
    return new Namespace(database == null ? context.namespace().database() : database, collection);
  }
}
