package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.FieldPath;
import dev.mayfly.mongo.expression.NamedVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The parsed options of {@code $merge}.
 *
 * @param whenMatched one of the modes, or "pipeline"
 * @param pipeline null unless whenMatched is a pipeline
 */
record MergeOptions(
    OutputTarget into,
    List<String> on,
    BsonDocument let,
    String whenMatched,
    BsonArray pipeline,
    String whenNotMatched) {
  private static final Set<String> MATCHED = Set.of("replace", "keepExisting", "merge", "fail");
  private static final Set<String> NOT_MATCHED = Set.of("insert", "discard", "fail");

  /** The stages that are allowed in a pipeline update. */
  private static final Set<String> UPDATE_STAGES =
      Set.of("$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith");

  static MergeOptions parse(BsonValue specification) {
    if (specification.isString()) {
      return parse(new BsonDocument("into", specification));
    }
    if (!specification.isDocument()) {
      throw new MongoException(
          51182,
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
        default -> throw FieldErrors.unknown("$merge." + option.getKey());
      }
    }
    if (!matched.isArray() && !matched.isString()) {
      throw new MongoException(
          51191,
          "$merge 'whenMatched' field  must be either a string or an array of objects, but found "
              + TypeNames.of(matched));
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
          51181,
          "Combination of $merge modes 'whenMatched: %s' and 'whenNotMatched: %s' is not supported"
              .formatted(whenMatched, notMatched));
    }
    if (hasLet && !whenMatched.equals("pipeline")) {
      throw new MongoException(
          51199, "Cannot use 'let' variables with 'whenMatched: " + whenMatched + "' mode");
    }
  }

  private static OutputTarget into(BsonValue value) {
    if (value == null) {
      throw FieldErrors.missing("$merge.into");
    }
    return OutputTarget.parse(
        "$merge",
        value,
        new MongoException(
            51178,
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
              51134, "$merge 'on' array elements must be strings, but found " + TypeNames.of(each));
        }
        String field = each.asString().getValue();
        if (fields.contains(field)) {
          throw new MongoException(31465, "Found a duplicate field '" + field + "'");
        }
        fields.add(field);
      }
    } else {
      throw new MongoException(
          51186,
          "$merge 'on' field  must be either a string or an array of strings, but found "
              + TypeNames.of(value));
    }
    if (fields.isEmpty()) {
      throw new MongoException(
          51187, "If explicitly specifying $merge 'on', must include at least one field");
    }
    fields.forEach(FieldPath::split);
    return fields;
  }

  private static BsonDocument let(BsonValue value) {
    if (!value.isDocument()) {
      throw FieldErrors.wrongType("$merge.let", TypeNames.of(value), "object");
    }
    value.asDocument().keySet().forEach(NamedVariable::checkDefinable);
    BsonValue reserved = value.asDocument().get("new");
    if (reserved != null && !reserved.equals(new BsonString("$$ROOT"))) {
      throw new MongoException(
          51273,
          "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'");
    }
    return value.asDocument();
  }

  private static BsonArray pipeline(BsonArray stages) {
    for (BsonValue stage : stages) {
      if (!stage.isDocument()) {
        throw new MongoException(
            ErrorCodes.TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object");
      }
      if (stage.asDocument().size() == 1
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
    if (!value.isString()) {
      throw FieldErrors.wrongType("$merge." + field, TypeNames.of(value), "string");
    }
    String mode = value.asString().getValue();
    if (!modes.contains(mode)) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Enumeration value '" + mode + "' for field '" + field + "' is not a valid value.");
    }
    return mode;
  }
}
