package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The parsed options of {@code $graphLookup}.
 *
 * @param depthField null if the depth is not returned
 * @param restriction null for no restriction
 */
record GraphLookupOptions(
    String from,
    String as,
    BsonValue startWith,
    String connectFromField,
    String connectToField,
    String depthField,
    long maxDepth,
    BsonDocument restriction) {
  static GraphLookupOptions parse(BsonValue specification) {
    if (!specification.isDocument()) {
      throw new MongoException(
          40327,
          "the $graphLookup stage specification must be an object, but found "
              + TypeNames.of(specification));
    }
    BsonDocument options = specification.asDocument();
    long maxDepth = Long.MAX_VALUE;
    BsonDocument restriction = null;
    for (Map.Entry<String, BsonValue> option : options.entrySet()) {
      String name = option.getKey();
      BsonValue value = option.getValue();
      switch (name) {
        case "startWith" -> {
          // Any expression.
        }
        case "maxDepth" -> maxDepth = maxDepth(value);
        case "restrictSearchWithMatch" -> restriction = restriction(value);
        case "from", "as", "connectFromField", "connectToField", "depthField" -> check(name, value);
        default -> throw new MongoException(40104, "unknown argument to $graphLookup: " + name);
      }
    }
    for (String name :
        new String[] {"from", "as", "startWith", "connectFromField", "connectToField"}) {
      if (!options.containsKey(name)) {
        throw new MongoException(
            40105,
            "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and"
                + " 'connectToField' to be specified.");
      }
    }
    return new GraphLookupOptions(
        ForeignName.checked("$graphLookup", text(options, "from")),
        text(options, "as"),
        options.get("startWith"),
        text(options, "connectFromField"),
        text(options, "connectToField"),
        text(options, "depthField"),
        maxDepth,
        restriction);
  }

  private static void check(String name, BsonValue value) {
    if (name.equals("from") && !value.isString()) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "$graphLookup argument 'from' must be a string, but found " + TypeNames.of(value));
    }
    if (!value.isString()) {
      throw new MongoException(
          40103, "expected string as argument for " + name + ", found: " + BsonText.of(value));
    }
  }

  private static String text(BsonDocument options, String name) {
    return options.containsKey(name) ? options.get(name).asString().getValue() : null;
  }

  private static BsonDocument restriction(BsonValue value) {
    if (!value.isDocument()) {
      throw new MongoException(
          40185, "restrictSearchWithMatch must be an object, found " + TypeNames.of(value));
    }
    return value.asDocument();
  }

  private static long maxDepth(BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          40100, "maxDepth must be numeric, found type: " + TypeNames.of(value));
    }
    if (Numbers.toDouble(value) < 0) {
      throw new MongoException(
          40101, "maxDepth requires a nonnegative argument, found: " + BsonText.of(value));
    }
    Long depth = Numbers.exactLong(value);
    if (depth == null) {
      throw new MongoException(
          40102, "maxDepth could not be represented as a long long: " + BsonText.of(value));
    }
    return depth;
  }
}
