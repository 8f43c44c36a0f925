package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.bson.BsonCopies;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collation.Collations;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.filter.FilterParser;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The options of a collection as they are sent, checked, and kept. */
final class CollectionOptions {
  static final long CAPPED_BYTES_MAX = 1L << 50;
  private static final Set<String> LEVELS = Set.of("off", "strict", "moderate");
  private static final Set<String> ACTIONS = Set.of("error", "warn", "errorAndLog");

  private CollectionOptions() {}

  static BsonDocument parse(Arguments arguments, Namespace namespace) {
    BsonDocument options = new BsonDocument();
    if (arguments.has("timeseries")) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          "Time-series collections are not supported: make an ordinary collection with a TTL index"
              + " on its time field.");
    }
    if (arguments.has("viewOn")) {
      return view(arguments, options);
    }
    if (arguments.has("pipeline")) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "'pipeline' requires 'viewOn' to also be specified");
    }
    capped(arguments, options);
    validator(arguments, options, namespace);
    collation(arguments, options);
    for (String kept : List.of("storageEngine", "indexOptionDefaults", "clusteredIndex")) {
      keep(arguments, kept, options);
    }
    keep(arguments, "changeStreamPreAndPostImages", options);
    if (arguments.has("expireAfterSeconds")) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          arguments.has("clusteredIndex")
              ? "'expireAfterSeconds' of a clustered collection is not supported, as nothing"
                  + " expires by its _id here: make a TTL index on a date field."
              : "'expireAfterSeconds' is only supported on time-series collections or when the"
                  + " 'clusteredIndex' option is specified");
    }
    return options;
  }

  private static BsonDocument view(Arguments arguments, BsonDocument options) {
    for (String other : List.of("capped", "size", "max", "validator", "idIndex", "autoIndexId")) {
      if (arguments.has(other)) {
        throw new MongoException(
            ErrorCodes.INVALID_OPTIONS, "Cannot specify '" + other + "' with 'viewOn'");
      }
    }
    String on = arguments.text("viewOn");
    if (on.isEmpty()) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "'viewOn' cannot be empty");
    }
    options.append("viewOn", new BsonString(on));
    BsonArray pipeline = new BsonArray();
    if (arguments.has("pipeline")) {
      arguments.documents("pipeline").forEach(stage -> pipeline.add(BsonCopies.of(stage)));
    }
    options.append("pipeline", pipeline);
    collation(arguments, options);
    return options;
  }

  private static void capped(Arguments arguments, BsonDocument options) {
    boolean capped = arguments.flag("capped", false);
    long size = arguments.number("size", 0);
    long max = arguments.number("max", 0);
    if (!capped) {
      if (arguments.has("size") || arguments.has("max")) {
        throw new MongoException(
            ErrorCodes.INVALID_OPTIONS,
            "the 'capped' field needs to be true when either the 'size' or 'max' fields are"
                + " present");
      }
      return;
    }
    if (!arguments.has("size")) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "the 'size' field is required when 'capped' is true");
    }
    if (size <= 0 || size > CAPPED_BYTES_MAX) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "BSON field 'size' value must be >= 1, actual value '" + size + "'");
    }
    options.append("capped", BsonBoolean.TRUE).append("size", new BsonInt64(size));
    if (max > 0) {
      options.append("max", Numbers.integer(max));
    }
  }

  /** Takes over what is said about validation, here and in collMod. */
  static void validator(Arguments arguments, BsonDocument options, Namespace namespace) {
    BsonDocument validator = arguments.document("validator");
    if (validator != null) {
      boolean reserved =
          namespace.collection().startsWith("system.")
              || Set.of("admin", "local", "config").contains(namespace.database());
      if (reserved && !validator.isEmpty()) {
        throw new MongoException(
            ErrorCodes.INVALID_OPTIONS,
            "Document validators are not allowed on collection "
                + namespace
                + " in the "
                + namespace.database()
                + " database");
      }
      FilterParser.parse(validator, ParseContext.PLAIN);
      options.put("validator", BsonCopies.of(validator));
    }
    oneOf(arguments, "validationLevel", LEVELS, options);
    oneOf(arguments, "validationAction", ACTIONS, options);
  }

  private static void oneOf(
      Arguments arguments, String name, Set<String> allowed, BsonDocument options) {
    String value = arguments.text(name);
    if (value == null) {
      return;
    }
    if (!allowed.contains(value)) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Enumeration value '" + value + "' for field '" + name + "' is not a valid value.");
    }
    options.put(name, new BsonString(value));
  }

  private static void collation(Arguments arguments, BsonDocument options) {
    BsonDocument collation = arguments.document("collation");
    if (collation == null || collation.isEmpty()) {
      return;
    }
    BsonDocument whole = Collations.order(collation).collation();
    if (whole != null) {
      options.append("collation", BsonCopies.of(whole));
    }
  }

  private static void keep(Arguments arguments, String name, BsonDocument options) {
    BsonValue value = arguments.value(name);
    if (value != null && value.isDocument()) {
      options.append(name, BsonCopies.of(value.asDocument()));
    }
  }
}
