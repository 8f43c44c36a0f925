package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.collection.TimeSeries;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The options of clustered collections: {@code clusteredIndex}, and {@code expireAfterSeconds}, by
 * which documents expire so long after the date in their {@code _id}, and measurements of time
 * series after their time. All collections are in the order of {@code _id}; the option says how the
 * index is listed.
 */
final class ClusteredOptions {
  private static final String OFF = "off";

  private ClusteredOptions() {}

  /** Parses the options of create. */
  static void parse(CommandArguments create, BsonDocument options) {
    BsonValue sent = create.value("clusteredIndex");
    boolean series = create.has(TimeSeries.OPTION);
    boolean clustered = create.has("clusteredIndex");
    if (clustered && !series) {
      options.append("clusteredIndex", index(sent));
    }
    if (!create.has(CollectionSpec.EXPIRES)) {
      return;
    }
    if (!clustered && !series) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          "'expireAfterSeconds' is only supported on time-series collections or when the"
              + " 'clusteredIndex' option is specified");
    }
    options.append(CollectionSpec.EXPIRES, seconds(create.value(CollectionSpec.EXPIRES)));
  }

  private static BsonDocument index(BsonValue sent) {
    if (sent.isBoolean()) {
      throw new MongoException(
          5979703,
          "The legacy clusteredIndex option is only supported for time-series collections: name the"
              + " key and unique");
    }
    if (!sent.isDocument()) {
      throw FieldErrors.wrongType("create.clusteredIndex", TypeNames.of(sent), "object");
    }
    CommandArguments index =
        CommandArguments.of(
            "create.clusteredIndex", sent.asDocument(), Set.of("v", "key", "name", "unique"));
    BsonDocument key = index.requiredDocument("key");
    index.require("unique");
    if (key.size() != 1 || !key.containsKey("_id") || !isOne(key.get("_id"))) {
      throw new MongoException(
          ErrorCodes.INVALID_INDEX_SPECIFICATION_OPTION,
          "The clusteredIndex option supports only {_id: 1} as its key, not " + BsonText.of(key));
    }
    if (!index.flag("unique", false)) {
      throw new MongoException(
          5979700, "The clusteredIndex option requires unique: true to be specified");
    }
    String name = index.text("name");
    return new BsonDocument("v", new BsonInt32(2))
        .append("key", new BsonDocument("_id", new BsonInt32(1)))
        .append("name", new BsonString(name == null ? "_id_" : name))
        .append("unique", BsonBoolean.TRUE);
  }

  private static boolean isOne(BsonValue direction) {
    return Numbers.isNumber(direction) && Numbers.toDouble(direction) == 1;
  }

  /** Changes the time by collMod; "off" ends it. */
  static void change(CommandArguments collMod, BsonDocument options) {
    BsonValue sent = collMod.value(CollectionSpec.EXPIRES);
    if (sent == null) {
      return;
    }
    if (!options.containsKey("clusteredIndex") && !options.containsKey(TimeSeries.OPTION)) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          "option only supported on time-series or clustered collections: expireAfterSeconds");
    }
    if (sent.isString() && sent.asString().getValue().equals(OFF)) {
      options.remove(CollectionSpec.EXPIRES);
    } else {
      options.put(CollectionSpec.EXPIRES, seconds(sent));
    }
  }

  private static BsonInt64 seconds(BsonValue sent) {
    Long number = Numbers.isNumber(sent) ? Numbers.exactLong(sent) : null;
    if (number == null || number < 0 || number > Integer.MAX_VALUE) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          "'expireAfterSeconds' must be a whole number from 0 to %s, not %s"
              .formatted(Integer.MAX_VALUE, BsonText.of(sent)));
    }
    return new BsonInt64(number);
  }
}
