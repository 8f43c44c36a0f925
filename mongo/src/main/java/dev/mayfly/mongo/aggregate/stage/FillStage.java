package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code $fill}: replaces missing and null values by a constant or from neighbouring documents.
 *
 * @param fromNeighbours null if no field is filled from other documents
 * @param withValues null if no field is filled with a constant
 */
public record FillStage(Stage fromNeighbours, Stage withValues) implements Stage {
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
      throw FieldErrors.missing("$fill.output");
    }
    if (options.getDocument("output").isEmpty()) {
      throw new MongoException(
          6050203, "The output field in '$fill' must contain an object with at least one element");
    }
    if (options.containsKey("partitionBy") && options.containsKey("partitionByFields")) {
      throw new MongoException(
          6050204,
          "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'");
    }
    BsonDocument windows = new BsonDocument();
    BsonDocument values = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : options.getDocument("output").entrySet()) {
      addOutput(field.getKey(), field.getValue(), windows, values);
    }
    return new FillStage(
        windows.isEmpty() ? null : fromNeighbours(options, windows, scope),
        values.isEmpty() ? null : AddFieldsStage.parse(values, scope));
  }

  private static void addOutput(
      String field, BsonValue written, BsonDocument windows, BsonDocument values) {
    if (!written.isDocument()) {
      throw new MongoException(
          6050200, "Each fill output specification must be an object with exactly one field");
    }
    BsonDocument how = written.asDocument();
    StageOptions.checkKnown("$fill", how, List.of("method", "value"));
    BsonString path = new BsonString("$" + field);
    BsonValue method = how.get("method");
    if (method != null) {
      if (how.containsKey("value")) {
        throw new MongoException(
            6050201,
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
      default -> throw new MongoException(6050202, "Method must be either locf or linear");
    };
  }

  private static Stage fromNeighbours(
      BsonDocument options, BsonDocument windows, PipelineScope scope) {
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
        fromNeighbours == null ? source : fromNeighbours.over(source, variables, context);
    return withValues == null ? stream : withValues.over(stream, variables, context);
  }
}
