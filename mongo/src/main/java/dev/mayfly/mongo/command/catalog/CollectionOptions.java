package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.bson.BsonCopies;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.collation.Collations;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.collection.TimeSeries;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Parses and validates the options of {@code create}. */
final class CollectionOptions {
  static final long CAPPED_BYTES_MAX = 1L << 50;
  private static final Set<String> LEVELS = Set.of("off", "strict", "moderate");
  private static final Set<String> ACTIONS = Set.of("error", "warn", "errorAndLog");

  private CollectionOptions() {}

  static BsonDocument parse(CommandArguments arguments, Namespace namespace) {
    BsonDocument options = new BsonDocument();
    if (arguments.has(TimeSeries.OPTION)) {
      ClusteredOptions.parse(arguments, options);
      TimeSeriesOptions.parse(arguments, namespace, options);
      collation(arguments, options);
      keepOthers(arguments, options);
      return options;
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
    keepOthers(arguments, options);
    images(arguments, options);
    ClusteredOptions.parse(arguments, options);
    return options;
  }

  private static BsonDocument view(CommandArguments arguments, BsonDocument options) {
    for (String other :
        List.of(
            "capped",
            "size",
            "max",
            "validator",
            "idIndex",
            "autoIndexId",
            CollectionSpec.IMAGES)) {
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

  private static void capped(CommandArguments arguments, BsonDocument options) {
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

  /** Parses the validation options, also those of collMod. */
  static void validator(CommandArguments arguments, BsonDocument options, Namespace namespace) {
    BsonDocument validator = arguments.document("validator");
    if (validator != null) {
      boolean reserved =
          namespace.collection().startsWith("system.")
              || Set.of("admin", "local", "config").contains(namespace.database());
      if (reserved && !validator.isEmpty()) {
        throw new MongoException(
            ErrorCodes.INVALID_OPTIONS,
            "Document validators are not allowed on collection %s in the %s database"
                .formatted(namespace, namespace.database()));
      }
      FilterParser.parse(validator, Expressions.PLAIN);
      options.put("validator", BsonCopies.of(validator));
    }
    oneOf(arguments, "validationLevel", LEVELS, options);
    oneOf(arguments, "validationAction", ACTIONS, options);
  }

  private static void oneOf(
      CommandArguments arguments, String name, Set<String> allowed, BsonDocument options) {
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

  private static void collation(CommandArguments arguments, BsonDocument options) {
    BsonDocument collation = arguments.document("collation");
    if (collation == null || collation.isEmpty()) {
      return;
    }
    BsonDocument whole = Collations.order(collation).collation();
    if (whole != null) {
      options.append("collation", BsonCopies.of(whole));
    }
  }

  /** Parses whether pre- and post-images are kept, also for collMod. */
  static void images(CommandArguments arguments, BsonDocument options) {
    BsonDocument images = arguments.document(CollectionSpec.IMAGES);
    if (images == null) {
      return;
    }
    CommandArguments fields = CommandArguments.of(CollectionSpec.IMAGES, images, Set.of("enabled"));
    fields.require("enabled");
    if (!images.get("enabled").isBoolean()) {
      throw FieldErrors.wrongType(
          CollectionSpec.IMAGES + ".enabled", TypeNames.of(images.get("enabled")), "bool");
    }
    if (fields.flag("enabled", false)) {
      options.put(CollectionSpec.IMAGES, new BsonDocument("enabled", BsonBoolean.TRUE));
    } else {
      options.remove(CollectionSpec.IMAGES);
    }
  }

  private static void keepOthers(CommandArguments arguments, BsonDocument options) {
    for (String kept : List.of("storageEngine", "indexOptionDefaults")) {
      keep(arguments, kept, options);
    }
  }

  private static void keep(CommandArguments arguments, String name, BsonDocument options) {
    BsonValue value = arguments.value(name);
    if (value != null && value.isDocument()) {
      options.append(name, BsonCopies.of(value.asDocument()));
    }
  }
}
