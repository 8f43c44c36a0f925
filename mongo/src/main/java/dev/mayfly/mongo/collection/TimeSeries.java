package dev.mayfly.mongo.collection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * What makes a collection one of time series. Each measurement is a document of its own: there are
 * no buckets.
 *
 * @param metaField null if there is none
 */
public record TimeSeries(String timeField, String metaField) {
  /** The option of create and of listCollections. */
  public static final String OPTION = "timeseries";

  public TimeSeries {
    requireNonNull(timeField, "timeField");
  }

  /** Null if options are not those of a time-series collection. */
  public static TimeSeries of(BsonDocument options) {
    if (!(options.get(OPTION) instanceof BsonDocument series)) {
      return null;
    }
    return new TimeSeries(
        series.getString("timeField").getValue(),
        series.containsKey("metaField") ? series.getString("metaField").getValue() : null);
  }

  /** The index that a new collection has. */
  public List<IndexSpec> indexes() {
    if (metaField == null) {
      return List.of();
    }
    BsonDocument key =
        new BsonDocument(metaField, new BsonInt32(1)).append(timeField, new BsonInt32(1));
    return List.of(
        new IndexSpec(
            new BsonDocument("v", new BsonInt32(2))
                .append("key", key)
                .append("name", new BsonString(metaField + "_1_" + timeField + "_1"))));
  }

  /** Rejects a measurement without its time. */
  public void check(byte[] body) {
    RawValue time = RawBson.findRoot(body, timeField.getBytes(UTF_8));
    if (time == null || time.type() != RawType.DATE) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "'" + timeField + "' must be present and contain a valid BSON UTC datetime value");
    }
  }
}
