package dev.mayfly.mongo.command.stats;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.IndexUsage;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The results of the stages that report on the server. */
public final class Reports {
  private Reports() {}

  public static List<BsonDocument> of(
      Backend backend, Namespace namespace, String stage, BsonDocument specification) {
    return switch (stage) {
      case "$collStats" -> List.of(collStats(backend, namespace, specification));
      case "$indexStats" -> indexStats(backend, namespace);
      case "$listSearchIndexes" -> SearchIndexReports.of(backend, namespace, specification);
      default -> List.of();
    };
  }

  private static BsonDocument collStats(
      Backend backend, Namespace namespace, BsonDocument specification) {
    Collection collection = backend.collections().find(namespace);
    if (collection == null
        && (specification.containsKey("storageStats") || specification.containsKey("count"))) {
      throw new MongoException(
          ErrorCodes.NAMESPACE_NOT_FOUND,
          "Unable to retrieve storageStats in $collStats stage :: caused by :: Collection ["
              + namespace
              + "] not found.");
    }
    BsonDocument report =
        new BsonDocument("ns", new BsonString(namespace.toString()))
            .append("host", new BsonString("localhost"))
            .append("localTime", new BsonDateTime(backend.variables().nowMillis()));
    if (specification.containsKey("latencyStats")) {
      BsonDocument none =
          new BsonDocument("latency", new BsonInt64(0)).append("ops", new BsonInt64(0));
      report.append(
          "latencyStats",
          new BsonDocument("reads", none)
              .append("writes", none)
              .append("commands", none)
              .append("transactions", none));
    }
    BsonValue storage = specification.get("storageStats");
    if (storage != null) {
      BsonValue scale = storage.isDocument() ? storage.asDocument().get("scale") : null;
      report.append("storageStats", CollectionStats.of(collection, scale(scale)));
    }
    if (specification.containsKey("count")) {
      report.append("count", Numbers.integer(collection.container().live().items()));
    }
    return report;
  }

  static long scale(BsonValue sent) {
    if (sent == null || sent.isNull()) {
      return 1;
    }
    if (!Numbers.isNumber(sent)) {
      throw new MongoException(ErrorCodes.TYPE_MISMATCH, "scale has to be a number > 0");
    }
    long scale = (long) Numbers.toDouble(sent);
    if (scale <= 0) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "scale has to be > 0");
    }
    return scale;
  }

  private static List<BsonDocument> indexStats(Backend backend, Namespace namespace) {
    Collection collection = backend.collections().find(namespace);
    List<BsonDocument> report = new ArrayList<>();
    if (collection != null) {
      for (IndexSpec index : collection.spec().allIndexes()) {
        IndexUsage.Use use = collection.uses().of(index);
        report.add(
            new BsonDocument("name", new BsonString(index.name()))
                .append("key", index.key())
                .append("host", new BsonString("localhost"))
                .append(
                    "accesses",
                    new BsonDocument("ops", new BsonInt64(use.operations().sum()))
                        .append("since", new BsonDateTime(use.sinceMillis())))
                .append("spec", index.document()));
      }
    }
    return report;
  }
}
