package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code $fill}: values where there are none, constant or from the documents around. */
public final class FillStage implements Stage {
  private static final int BAD_METHOD = 6050202;
  private static final int TWO_PARTITIONS = 6050204;
  private static final int NOT_AN_OBJECT = 6050200;
  private static final int BOTH = 6050201;
  private static final int NO_FIELDS = 6050203;

  /** Null if nothing comes from documents around. */
  private final Stage fromOthers;

  /** Null if nothing is filled with a value. */
  private final Stage withValues;

  private FillStage(Stage fromOthers, Stage withValues) {
    this.fromOthers = fromOthers;
    this.withValues = withValues;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "The $fill stage specification must be an object, found " + TypeNames.of(specification));
    }
    BsonDocument options = specification.asDocument();
    StageOptions.checkKnown(
        "$fill", options, List.of("partitionBy", "partitionByFields", "sortBy", "output"));
    if (!options.containsKey("output") || !options.get("output").isDocument()) {
      throw new MongoException(
          ErrorCodes.IDL_FAILED_TO_PARSE,
          "BSON field '$fill.output' is missing but a required field");
    }
    if (options.getDocument("output").isEmpty()) {
      throw new MongoException(
          NO_FIELDS,
          "The output field in '$fill' must contain an object with at least one element");
    }
    if (options.containsKey("partitionBy") && options.containsKey("partitionByFields")) {
      throw new MongoException(
          TWO_PARTITIONS,
          "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'");
    }
    BsonDocument windows = new BsonDocument();
    BsonDocument values = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : options.getDocument("output").entrySet()) {
      sortOut(field.getKey(), field.getValue(), windows, values);
    }
    return new FillStage(
        windows.isEmpty() ? null : fromOthers(options, windows, scope),
        values.isEmpty() ? null : AddFieldsStage.parse(values, scope));
  }

  private static void sortOut(
      String field, BsonValue written, BsonDocument windows, BsonDocument values) {
    if (!written.isDocument()) {
      throw new MongoException(
          NOT_AN_OBJECT, "Each fill output specification must be an object with exactly one field");
    }
    BsonDocument how = written.asDocument();
    StageOptions.checkKnown("$fill", how, List.of("method", "value"));
    BsonString path = new BsonString("$" + field);
    BsonValue method = how.get("method");
    if (method != null) {
      if (how.containsKey("value")) {
        throw new MongoException(
            BOTH,
            "Each fill output specification must have exactly one of 'method' or 'value' fields,"
                + " not both");
      }
      windows.put(field, new BsonDocument(function(method), path));
    } else if (how.containsKey("value")) {
      BsonArray operands = new BsonArray(List.of(path, how.get("value")));
      values.put(field, new BsonDocument("$ifNull", operands));
    }
  }

  private static String function(BsonValue method) {
    return switch (method.isString() ? method.asString().getValue() : "") {
      case "locf" -> "$locf";
      case "linear" -> "$linearFill";
      default -> throw new MongoException(BAD_METHOD, "Method must be either locf or linear");
    };
  }

  private static Stage fromOthers(BsonDocument options, BsonDocument windows, PipelineScope scope) {
    BsonDocument window = new BsonDocument();
    List<String> fields = PartitionFields.parse("$fill", options);
    if (!fields.isEmpty()) {
      BsonDocument key = new BsonDocument();
      fields.forEach(name -> key.put(name.replace('.', '_'), new BsonString("$" + name)));
      window.put("partitionBy", key);
    } else if (options.containsKey("partitionBy")) {
      window.put("partitionBy", options.get("partitionBy"));
    }
    if (options.containsKey("sortBy")) {
      window.put("sortBy", options.get("sortBy"));
    }
    window.put("output", windows);
    return SetWindowFieldsStage.parse(window, scope);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    DocumentStream stream =
        fromOthers == null ? source : fromOthers.over(source, variables, context);
    return withValues == null ? stream : withValues.over(stream, variables, context);
  }
}
