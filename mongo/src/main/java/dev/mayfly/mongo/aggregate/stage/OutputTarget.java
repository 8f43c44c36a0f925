package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The target namespace of {@code $out} and {@code $merge}. */
record OutputTarget(String database, String collection) {

  /**
   * Parses a collection name, or {@code {db: .., coll: ..}}.
   *
   * @param refusal thrown if it is neither
   */
  static OutputTarget parse(String stage, BsonValue value, MongoException refusal) {
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

  private static OutputTarget checked(String stage, String database, String collection) {
    if (collection.isEmpty()) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE, "Invalid " + stage + " target namespace: it is empty");
    }
    if (collection.startsWith("system.")) {
      throw new MongoException(17385, "Can't " + stage + " to special collection: " + collection);
    }
    return new OutputTarget(database, collection);
  }

  Namespace in(PipelineContext context) {
    return new Namespace(database == null ? context.namespace().database() : database, collection);
  }
}
