package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $bucket}: groups by given boundaries. */
public record BucketStage(
    Expression groupBy,
    List<BsonValue> boundaries,
    BsonValue otherwise,
    Map<String, AccumulationStatement> output,
    BsonOrder order)
    implements Stage {
  private static final Set<String> OPTIONS = Set.of("groupBy", "boundaries", "default", "output");

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(
          40201,
          "Argument to $bucket stage must be an object, but found type: %s."
              .formatted(TypeNames.of(specification)));
    }
    BsonDocument options = specification.asDocument();
    for (String option : options.keySet()) {
      if (!OPTIONS.contains(option)) {
        throw new MongoException(40197, "Unrecognized option to $bucket: " + option + ".");
      }
    }
    if (!options.containsKey("groupBy") || !options.containsKey("boundaries")) {
      throw new MongoException(
          40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
    }
    ParseContext context = scope.context();
    List<BsonValue> boundaries = boundaries(options.get("boundaries"), context);
    return new BucketStage(
        groupBy(options.get("groupBy"), context),
        boundaries,
        otherwise(options.get("default"), boundaries, context),
        output(options.get("output"), context),
        context.order());
  }

  private static Expression groupBy(BsonValue written, ParseContext context) {
    boolean isPath = written.isString() && written.asString().getValue().startsWith("$");
    if (!isPath && !written.isDocument()) {
      throw new MongoException(
          40202,
          ("The $bucket 'groupBy' field must be defined as a $-prefixed path or an "
                  + "expression, but found: %s.")
              .formatted(BsonText.of(written)));
    }
    return ExpressionParser.parse(written, context);
  }

  private static List<BsonValue> boundaries(BsonValue written, ParseContext context) {
    if (!written.isArray()) {
      throw new MongoException(
          40200,
          "The $bucket 'boundaries' field must be an array, but found type: %s."
              .formatted(TypeNames.of(written)));
    }
    List<BsonValue> boundaries = new ArrayList<>();
    for (BsonValue each : written.asArray()) {
      BsonValue constant = ExpressionParser.parse(each, context).constant();
      if (constant == null) {
        throw new MongoException(
            40191,
            ("The $bucket 'boundaries' field must be an array of constant values, but "
                    + "found value: %s.")
                .formatted(BsonText.of(each)));
      }
      boundaries.add(constant);
    }
    if (boundaries.size() < 2) {
      throw new MongoException(
          40192,
          "The $bucket 'boundaries' field must have at least 2 values, but found "
              + boundaries.size()
              + " value(s).");
    }
    for (int i = 1; i < boundaries.size(); i++) {
      checkPair(boundaries, i, context.order());
    }
    return boundaries;
  }

  private static void checkPair(List<BsonValue> boundaries, int i, BsonOrder order) {
    BsonValue lower = boundaries.get(i - 1);
    BsonValue upper = boundaries.get(i);
    if (BsonOrder.rank(lower) != BsonOrder.rank(upper)) {
      throw new MongoException(
          40193,
          ("All values in the the 'boundaries' option to $bucket must have the same "
                  + "type. Found conflicting types %s and %s.")
              .formatted(TypeNames.of(lower), TypeNames.of(upper)));
    }
    if (order.compare(lower, upper) >= 0) {
      throw new MongoException(
          40194,
          ("The 'boundaries' option to $bucket must be sorted, but elements %s and %s "
                  + "are not in ascending order (%s is not less than %s).")
              .formatted((i - 1), i, BsonText.of(lower), BsonText.of(upper)));
    }
  }

  private static BsonValue otherwise(
      BsonValue written, List<BsonValue> boundaries, ParseContext context) {
    if (written == null) {
      return null;
    }
    BsonValue constant = ExpressionParser.parse(written, context).constant();
    if (constant == null) {
      throw new MongoException(
          40195,
          "The $bucket 'default' field must be a constant expression, but found: %s."
              .formatted(BsonText.of(written)));
    }
    BsonOrder order = context.order();
    if (order.compare(constant, boundaries.get(0)) >= 0
        && order.compare(constant, boundaries.get(boundaries.size() - 1)) < 0) {
      throw new MongoException(
          40199,
          "The $bucket 'default' field must be less than the lowest boundary or greater than or"
              + " equal to the highest boundary.");
    }
    return constant;
  }

  private static Map<String, AccumulationStatement> output(
      BsonValue written, ParseContext context) {
    if (written != null && !written.isDocument()) {
      throw new MongoException(
          40196,
          "The $bucket 'output' field must be an object, but found type: %s."
              .formatted(TypeNames.of(written)));
    }
    return OutputFields.parse(written, context);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    Stage grouped = new GroupStage(this::bucket, BsonNull.VALUE, output, order);
    return SortStage.by("_id", order)
        .over(grouped.over(source, variables, context), variables, context);
  }

  /** The lower boundary of the document's bucket. */
  private BsonValue bucket(Variables variables) {
    BsonValue value = groupBy.evaluate(variables);
    if (order.compare(value, boundaries.get(0)) >= 0) {
      for (int i = 1; i < boundaries.size(); i++) {
        if (order.compare(value, boundaries.get(i)) < 0) {
          return boundaries.get(i - 1);
        }
      }
    }
    if (otherwise == null) {
      throw new MongoException(
          40066,
          "$switch could not find a matching branch for an input, and no default was"
              + " specified.");
    }
    return otherwise;
  }
}
