package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.NamedVariable;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The parsed options of {@code $lookup}.
 *
 * @param from null if the pipeline has a source stage
 * @param localField null, as foreignField, for a join by pipeline only
 * @param pipeline empty if there is none
 */
record LookupOptions(
    String from,
    String as,
    String localField,
    String foreignField,
    BsonDocument let,
    BsonArray pipeline) {

  static LookupOptions parse(BsonValue specification) {
    if (!specification.isDocument()) {
      throw bad(
          "the $lookup stage specification must be an object, but found "
              + TypeNames.of(specification));
    }
    BsonDocument options = specification.asDocument();
    String from = null;
    BsonDocument let = new BsonDocument();
    BsonArray pipeline = null;
    for (Map.Entry<String, BsonValue> option : options.entrySet()) {
      BsonValue value = option.getValue();
      switch (option.getKey()) {
        case "from" -> from = ForeignName.checked("$lookup", text("from", value));
        case "let" -> let = object(value);
        case "pipeline" -> pipeline = array(value);
        case "as", "localField", "foreignField" -> text(option.getKey(), value);
        default -> throw bad("unknown argument to $lookup: " + option.getKey());
      }
    }
    if (!options.containsKey("as")) {
      throw bad("must specify 'as' field for a $lookup");
    }
    checkFields(options, pipeline);
    return new LookupOptions(
        from,
        text("as", options.get("as")),
        optional(options, "localField"),
        optional(options, "foreignField"),
        let,
        pipeline == null ? new BsonArray() : pipeline);
  }

  private static void checkFields(BsonDocument options, BsonArray pipeline) {
    boolean isLocal = options.containsKey("localField");
    boolean isForeign = options.containsKey("foreignField");
    if (pipeline == null && (!isLocal || !isForeign)) {
      throw bad(
          "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be"
              + " specified");
    }
    if (isLocal != isForeign) {
      throw bad(
          "$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
    }
    if (pipeline == null && options.containsKey("let")) {
      throw bad("$lookup with a 'let' argument must also specify 'pipeline'");
    }
  }

  void checkSource(Pipeline parsed) {
    if (from == null && !parsed.hasDocuments()) {
      throw bad("must specify 'pipeline' when 'from' is empty");
    }
    // The condition on both fields comes before the pipeline, but behind $documents.
    if (localField != null && parsed.hasOwnSource() && !parsed.hasDocuments()) {
      throw StageConstraints.notFirst(pipeline.get(0).asDocument().getFirstKey());
    }
    if (localField != null && parsed.hasSearch()) {
      throw MatchStage.searchNotFirst();
    }
  }

  private static String optional(BsonDocument options, String name) {
    return options.containsKey(name) ? options.get(name).asString().getValue() : null;
  }

  private static String text(String name, BsonValue value) {
    if (!value.isString()) {
      throw bad(
          "$lookup argument '"
              + name
              + ": "
              + BsonText.of(value)
              + "' must be a string, is type "
              + TypeNames.of(value));
    }
    return value.asString().getValue();
  }

  private static BsonDocument object(BsonValue value) {
    if (!value.isDocument()) {
      throw bad(
          "$lookup argument 'let: "
              + BsonText.of(value)
              + "' must be an object, is type "
              + TypeNames.of(value));
    }
    value.asDocument().keySet().forEach(NamedVariable::checkDefinable);
    return value.asDocument();
  }

  private static BsonArray array(BsonValue value) {
    if (!value.isArray()) {
      throw new MongoException(ErrorCodes.TYPE_MISMATCH, "A pipeline must be an array of objects");
    }
    return value.asArray();
  }

  private static MongoException bad(String text) {
    return new MongoException(ErrorCodes.FAILED_TO_PARSE, text);
  }
}
