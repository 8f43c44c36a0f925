package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.Stages;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.variable.FieldPath;
import dev.mayfly.mongo.expression.variable.NamedVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What was written in a {@code $merge}.
 *
 * @param whenMatched one of the modes, or "pipeline"
 * @param pipeline null unless whenMatched is one
 */
record MergeOptions(
    TargetNames into,
    List<String> on,
    BsonDocument let,
    String whenMatched,
    BsonArray pipeline,
    String whenNotMatched) {
  private static final int UNSUPPORTED_PAIR = 51181;
  private static final int BAD_TYPE = 51182;
  private static final int BAD_INTO = 51178;
  private static final int BAD_ON = 51186;
  private static final int NO_ON = 51187;
  private static final int BAD_ON_ELEMENT = 51134;
  private static final int ON_TWICE = 31465;
  private static final int LET_WITHOUT_PIPELINE = 51199;

  private static final Set<String> MATCHED = Set.of("replace", "keepExisting", "merge", "fail");
  private static final Set<String> NOT_MATCHED = Set.of("insert", "discard", "fail");

  /** The pipelines that an update may be made of. */
  private static final Set<String> UPDATE_STAGES =
      Set.of("$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith");

  static MergeOptions parse(BsonValue specification) {
    if (specification.isString()) {
      return parse(new BsonDocument("into", specification));
    }
    if (!specification.isDocument()) {
      throw new MongoException(
          BAD_TYPE,
          "$merge only supports a string or object argument, but found "
              + TypeNames.of(specification));
    }
    BsonDocument options = specification.asDocument();
    BsonValue into = null;
    List<String> on = List.of("_id");
    BsonDocument let = new BsonDocument();
    BsonValue matched = new BsonString("merge");
    String notMatched = "insert";
    for (Map.Entry<String, BsonValue> option : options.entrySet()) {
      BsonValue value = option.getValue();
      switch (option.getKey()) {
        case "into" -> into = value;
        case "on" -> on = on(value);
        case "let" -> let = let(value);
        case "whenMatched" -> matched = value;
        case "whenNotMatched" -> notMatched = mode("whenNotMatched", value, NOT_MATCHED);
        default ->
            throw new MongoException(
                ErrorCodes.IDL_UNKNOWN_FIELD,
                "BSON field '$merge." + option.getKey() + "' is an unknown field.");
      }
    }
    BsonArray pipeline = matched.isArray() ? pipeline(matched.asArray()) : null;
    String whenMatched = pipeline != null ? "pipeline" : mode("whenMatched", matched, MATCHED);
    check(whenMatched, notMatched, options.containsKey("let"));
    return new MergeOptions(into(into), on, let, whenMatched, pipeline, notMatched);
  }

  private static void check(String whenMatched, String notMatched, boolean hasLet) {
    boolean needsInsert = whenMatched.equals("fail") || whenMatched.equals("keepExisting");
    if (needsInsert && !notMatched.equals("insert")) {
      throw new MongoException(
          UNSUPPORTED_PAIR,
          "Combination of 'whenMatched: "
              + whenMatched
              + "' and 'whenNotMatched: "
              + notMatched
              + "' is not supported");
    }
    if (hasLet && !whenMatched.equals("pipeline")) {
      throw new MongoException(
          LET_WITHOUT_PIPELINE,
          "Cannot use 'let' variables with 'whenMatched: " + whenMatched + "' mode");
    }
  }

  private static TargetNames into(BsonValue value) {
    if (value == null) {
      throw new MongoException(
          ErrorCodes.IDL_FAILED_TO_PARSE,
          "BSON field '$merge.into' is missing but a required field");
    }
    return TargetNames.parse(
        "$merge",
        value,
        new MongoException(
            BAD_INTO,
            "$merge 'into' field  must be either a string or an object, but found "
                + TypeNames.of(value)));
  }

  private static List<String> on(BsonValue value) {
    List<String> fields = new ArrayList<>();
    if (value.isString()) {
      fields.add(value.asString().getValue());
    } else if (value.isArray()) {
      for (BsonValue each : value.asArray()) {
        if (!each.isString()) {
          throw new MongoException(
              BAD_ON_ELEMENT,
              "$merge 'on' array elements must be strings, but found " + TypeNames.of(each));
        }
        String field = each.asString().getValue();
        if (fields.contains(field)) {
          throw new MongoException(ON_TWICE, "Found a duplicate field '" + field + "'");
        }
        fields.add(field);
      }
    } else {
      throw new MongoException(
          BAD_ON,
          "$merge 'on' field  must be either a string or an array of strings, but found "
              + TypeNames.of(value));
    }
    if (fields.isEmpty()) {
      throw new MongoException(
          NO_ON, "If explicitly specifying $merge 'on', must include at least one field");
    }
    fields.forEach(FieldPath::split);
    return fields;
  }

  private static BsonDocument let(BsonValue value) {
    if (!value.isDocument()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "BSON field '$merge.let' is the wrong type '"
              + TypeNames.of(value)
              + "', expected type 'object'");
    }
    value.asDocument().keySet().forEach(NamedVariable::checkDefinable);
    return value.asDocument();
  }

  private static BsonArray pipeline(BsonArray stages) {
    for (BsonValue stage : stages) {
      if (stage.isDocument()
          && stage.asDocument().size() == 1
          && !UPDATE_STAGES.contains(stage.asDocument().getFirstKey())) {
        Stages.checkKnown(stage.asDocument().getFirstKey());
        throw new MongoException(
            ErrorCodes.INVALID_OPTIONS,
            stage.asDocument().getFirstKey() + " is not allowed to be used within an update");
      }
    }
    return stages;
  }

  private static String mode(String field, BsonValue value, Set<String> modes) {
    String mode = value.isString() ? value.asString().getValue() : TypeNames.of(value);
    if (!value.isString() || !modes.contains(mode)) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Enumeration value '" + mode + "' for field '" + field + "' is not a valid value.");
    }
    return mode;
  }
}
