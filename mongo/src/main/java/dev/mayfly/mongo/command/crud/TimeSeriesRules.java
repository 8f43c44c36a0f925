package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.TimeSeries;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What can't be done to a time-series collection, as in MongoDB 7.0. */
final class TimeSeriesRules {
  private static final Set<String> LOGICAL = Set.of("$and", "$or", "$nor");
  private static final String UPDATE = "Cannot perform an update on a time-series collection";

  private TimeSeriesRules() {}

  /**
   * Rejects updates of anything but the field that describes a series.
   *
   * @param collection null if it does not exist
   */
  static void checkUpdate(UpdateOpEntry update, Collection collection) {
    TimeSeries series = collection == null ? null : collection.timeSeries();
    if (series == null) {
      return;
    }
    if (update.upsert()) {
      throw invalid("Cannot perform an upsert on a time-series collection");
    }
    if (!update.multi()) {
      throw invalid("Cannot perform a non-multi update on a time-series collection");
    }
    if (!update.change().isDocument()) {
      throw invalid(UPDATE + " using a pipeline update");
    }
    if (series.metaField() == null) {
      throw invalid(UPDATE + " that does not have a metaField");
    }
    checkQuery(update.query(), series.metaField());
    for (Map.Entry<String, BsonValue> each : update.change().asDocument().entrySet()) {
      if (!each.getKey().startsWith("$")) {
        throw invalid(UPDATE + " using a replacement document");
      }
      checkFields(each, series.metaField());
    }
  }

  private static void checkQuery(BsonDocument query, String meta) {
    for (Map.Entry<String, BsonValue> each : query.entrySet()) {
      if (LOGICAL.contains(each.getKey()) && each.getValue().isArray()) {
        for (BsonValue part : each.getValue().asArray()) {
          checkQuery(part.isDocument() ? part.asDocument() : new BsonDocument(), meta);
        }
      } else if (!each.getKey().equals("$comment") && !isIn(each.getKey(), meta)) {
        throw invalid(
            UPDATE + " when querying on a field that is not the metaField '" + meta + "'");
      }
    }
  }

  private static void checkFields(Map.Entry<String, BsonValue> operator, String meta) {
    if (!operator.getValue().isDocument()) {
      return;
    }
    for (Map.Entry<String, BsonValue> each : operator.getValue().asDocument().entrySet()) {
      boolean renamedAway =
          operator.getKey().equals("$rename")
              && each.getValue().isString()
              && !isIn(each.getValue().asString().getValue(), meta);
      if (!isIn(each.getKey(), meta) || renamedAway) {
        throw invalid(UPDATE + " when updating a field that is not the metaField '" + meta + "'");
      }
    }
  }

  private static boolean isIn(String path, String field) {
    return path.equals(field) || path.startsWith(field + ".");
  }

  /**
   * Rejects an operation that time-series collections do not have.
   *
   * @param collection null if it does not exist
   */
  static void refuse(Collection collection, String operation) {
    if (collection != null && collection.timeSeries() != null) {
      throw invalid(
          operation + " is not supported on the time-series collection " + collection.namespace());
    }
  }

  private static MongoException invalid(String text) {
    return new MongoException(ErrorCodes.INVALID_OPTIONS, text);
  }
}
