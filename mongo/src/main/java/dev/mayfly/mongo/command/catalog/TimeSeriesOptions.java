package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.bson.BsonCopies;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.collection.TimeSeries;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * The options of time-series collections. How measurements are put into buckets is checked and kept
 * for clients that ask for it, and has no effect.
 */
final class TimeSeriesOptions {
  private static final String SPAN = "bucketMaxSpanSeconds";
  private static final String ROUNDING = "bucketRoundingSeconds";
  private static final String GRANULARITY = "granularity";
  private static final int SPAN_MAX = 31_536_000;

  private static final List<String> GRANULARITIES = List.of("seconds", "minutes", "hours");
  private static final List<Integer> SPANS = List.of(3_600, 86_400, 2_592_000);

  /** Options of create that exclude time series. */
  private static final List<String> EXCLUDED =
      List.of(
          "capped",
          "autoIndexId",
          "idIndex",
          "size",
          "max",
          "validator",
          "validationLevel",
          "validationAction",
          "viewOn",
          "pipeline",
          "recordPreImages",
          "encryptedFields",
          "clusteredIndex",
          "temp",
          CollectionSpec.IMAGES);

  /** Options of collMod that exclude time series. */
  private static final List<String> UNCHANGEABLE =
      List.of(
          "validator",
          "validationLevel",
          "validationAction",
          "viewOn",
          "pipeline",
          "recordPreImages",
          CollectionSpec.IMAGES);

  private TimeSeriesOptions() {}

  /** Parses the option of create. */
  static void parse(CommandArguments create, Namespace namespace, BsonDocument options) {
    for (String other : EXCLUDED) {
      // Drivers send flags that are off.
      if (create.has(other) && !BsonBoolean.FALSE.equals(create.value(other))) {
        throw invalid(namespace + ": 'timeseries' is not allowed with '" + other + "'");
      }
    }
    CommandArguments sent =
        CommandArguments.of(
            "create.timeseries",
            create.document(TimeSeries.OPTION),
            Set.of("timeField", "metaField", GRANULARITY, SPAN, ROUNDING));
    String time = sent.requiredText("timeField");
    checkTopLevel("timeField", time);
    BsonDocument series = new BsonDocument("timeField", new BsonString(time));
    String meta = sent.text("metaField");
    if (meta != null) {
      checkTopLevel("metaField", meta);
      if (meta.equals("_id")) {
        throw invalid("'metaField' cannot be \"_id\"");
      }
      if (meta.equals(time)) {
        throw invalid("'metaField' cannot be the same as 'timeField'");
      }
      series.append("metaField", new BsonString(meta));
    }
    buckets(sent, series, 0, 0);
    options.append(TimeSeries.OPTION, series);
  }

  private static void checkTopLevel(String option, String field) {
    if (field.isEmpty()) {
      throw invalid("'" + option + "' cannot be empty");
    }
    if (field.indexOf('.') >= 0) {
      throw invalid("'" + option + "' must be a top-level field and cannot contain a '.'");
    }
    if (field.indexOf('\0') >= 0) {
      throw invalid("'" + option + "' cannot contain NUL bytes");
    }
  }

  /**
   * @param leastGranularity the place of the one that it was
   * @param leastSpan what it was, if it was given in seconds
   */
  private static void buckets(
      CommandArguments sent, BsonDocument series, int leastGranularity, long leastSpan) {
    String granularity = sent.text(GRANULARITY);
    if (!sent.has(SPAN) && !sent.has(ROUNDING)) {
      int place = granularity == null ? leastGranularity : place(granularity);
      if (place < leastGranularity || SPANS.get(place) < leastSpan) {
        throw invalid(
            "Invalid transition for timeseries.granularity. Can only transition from 'seconds' to"
                + " 'minutes' or 'minutes' to 'hours'.");
      }
      series.remove(ROUNDING);
      series.put(GRANULARITY, new BsonString(GRANULARITIES.get(place)));
      series.put(SPAN, new BsonInt32(SPANS.get(place)));
      return;
    }
    long span = sent.number(SPAN, 0);
    long rounding = sent.number(ROUNDING, 0);
    if (span != rounding) {
      throw invalid(
          "Timeseries 'bucketMaxSpanSeconds' needs to be set alongside 'bucketRoundingSeconds' with"
              + " an equal value");
    }
    if (span < 1 || span > SPAN_MAX) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "BSON field 'timeseries.bucketMaxSpanSeconds' value must be >= 1 and <= "
              + SPAN_MAX
              + ", actual value '"
              + span
              + "'");
    }
    if (granularity != null) {
      throw invalid(
          "Timeseries 'bucketMaxSpanSeconds' is not configurable to a value other than the default"
              + " with 'granularity'");
    }
    if (span < leastSpan) {
      throw invalid(
          "Timeseries 'bucketMaxSpanSeconds' value provided must be at least the old one");
    }
    series.remove(GRANULARITY);
    series.put(SPAN, new BsonInt32((int) span));
    series.put(ROUNDING, new BsonInt32((int) rounding));
  }

  private static int place(String granularity) {
    int place = GRANULARITIES.indexOf(granularity);
    if (place < 0) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Enumeration value '%s' for field 'timeseries.granularity' is not a valid value."
              .formatted(granularity));
    }
    return place;
  }

  /** Changes the option by collMod. */
  static void change(CommandArguments collMod, BsonDocument options) {
    boolean asked = collMod.has(TimeSeries.OPTION);
    if (!(options.get(TimeSeries.OPTION) instanceof BsonDocument before)) {
      if (asked) {
        throw invalid("option only supported on a time-series collection: timeseries");
      }
      return;
    }
    for (String other : UNCHANGEABLE) {
      if (collMod.has(other)) {
        throw invalid("option not supported on a time-series collection: " + other);
      }
    }
    if (!asked) {
      return;
    }
    CommandArguments sent =
        CommandArguments.of(
            "collMod.timeseries",
            collMod.document(TimeSeries.OPTION),
            Set.of(GRANULARITY, SPAN, ROUNDING));
    BsonDocument series = BsonCopies.of(before);
    int granularity =
        before.containsKey(GRANULARITY)
            ? GRANULARITIES.indexOf(before.getString(GRANULARITY).getValue())
            : 0;
    buckets(sent, series, granularity, before.getNumber(SPAN).longValue());
    options.put(TimeSeries.OPTION, series);
  }

  private static MongoException invalid(String text) {
    return new MongoException(ErrorCodes.INVALID_OPTIONS, text);
  }
}
