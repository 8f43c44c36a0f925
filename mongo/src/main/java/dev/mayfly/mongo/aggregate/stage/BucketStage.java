package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.Accumulation;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.DrainedStream;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
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

/** {@code $bucket}: groups by the range that a value falls into. */
public final class BucketStage implements Stage {
  private static final int NO_MATCH = 40066;
  private static final int NOT_CONSTANT = 40191;
  private static final int TOO_FEW = 40192;
  private static final int MIXED_TYPES = 40193;
  private static final int NOT_SORTED = 40194;
  private static final int DEFAULT_NOT_CONSTANT = 40195;
  private static final int OUTPUT_NOT_AN_OBJECT = 40196;
  private static final int UNKNOWN_OPTION = 40197;
  private static final int INCOMPLETE = 40198;
  private static final int DEFAULT_IN_RANGE = 40199;
  private static final int NOT_AN_ARRAY = 40200;
  private static final int NOT_AN_OBJECT = 40201;
  private static final int BAD_GROUP_BY = 40202;

  private static final Set<String> OPTIONS = Set.of("groupBy", "boundaries", "default", "output");

  private final Expression groupBy;
  private final List<BsonValue> boundaries;
  private final BsonValue otherwise;
  private final Map<String, Accumulation> output;
  private final BsonOrder order;

  private BucketStage(
      Expression groupBy,
      List<BsonValue> boundaries,
      BsonValue otherwise,
      Map<String, Accumulation> output,
      BsonOrder order) {
    this.groupBy = groupBy;
    this.boundaries = boundaries;
    this.otherwise = otherwise;
    this.output = output;
    this.order = order;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(
          NOT_AN_OBJECT,
          "Argument to $bucket stage must be an object, but found type: "
              + TypeNames.of(specification)
              + ".");
    }
    BsonDocument options = specification.asDocument();
    for (String option : options.keySet()) {
      if (!OPTIONS.contains(option)) {
        throw new MongoException(UNKNOWN_OPTION, "Unrecognized option to $bucket: " + option + ".");
      }
    }
    if (!options.containsKey("groupBy") || !options.containsKey("boundaries")) {
      throw new MongoException(
          INCOMPLETE, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
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
          BAD_GROUP_BY,
          "The $bucket 'groupBy' field must be defined as a $-prefixed path or an expression,"
              + " but found: "
              + BsonText.of(written)
              + ".");
    }
    return ExpressionParser.parse(written, context);
  }

  private static List<BsonValue> boundaries(BsonValue written, ParseContext context) {
    if (!written.isArray()) {
      throw new MongoException(
          NOT_AN_ARRAY,
          "The $bucket 'boundaries' field must be an array, but found type: "
              + TypeNames.of(written)
              + ".");
    }
    List<BsonValue> boundaries = new ArrayList<>();
    for (BsonValue each : written.asArray()) {
      BsonValue constant = ExpressionParser.parse(each, context).constant();
      if (constant == null) {
        throw new MongoException(
            NOT_CONSTANT,
            "The $bucket 'boundaries' field must be an array of constant values, but found"
                + " value: "
                + BsonText.of(each)
                + ".");
      }
      boundaries.add(constant);
    }
    if (boundaries.size() < 2) {
      throw new MongoException(
          TOO_FEW,
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
          MIXED_TYPES,
          "All values in the the 'boundaries' option to $bucket must have the same type. Found"
              + " conflicting types "
              + TypeNames.of(lower)
              + " and "
              + TypeNames.of(upper)
              + ".");
    }
    if (order.compare(lower, upper) >= 0) {
      throw new MongoException(
          NOT_SORTED,
          "The 'boundaries' option to $bucket must be sorted, but elements "
              + (i - 1)
              + " and "
              + i
              + " are not in ascending order ("
              + BsonText.of(lower)
              + " is not less than "
              + BsonText.of(upper)
              + ").");
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
          DEFAULT_NOT_CONSTANT,
          "The $bucket 'default' field must be a constant expression, but found: "
              + BsonText.of(written)
              + ".");
    }
    BsonOrder order = context.order();
    if (order.compare(constant, boundaries.get(0)) >= 0
        && order.compare(constant, boundaries.get(boundaries.size() - 1)) < 0) {
      throw new MongoException(
          DEFAULT_IN_RANGE,
          "The $bucket 'default' field must be less than the lowest boundary or greater than or"
              + " equal to the highest boundary.");
    }
    return constant;
  }

  private static Map<String, Accumulation> output(BsonValue written, ParseContext context) {
    if (written != null && !written.isDocument()) {
      throw new MongoException(
          OUTPUT_NOT_AN_OBJECT,
          "The $bucket 'output' field must be an object, but found type: "
              + TypeNames.of(written)
              + ".");
    }
    return OutputFields.parse(written, context);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    MemoryUse memory = MemoryUse.of("$bucket", context);
    Steps steps = new Steps(context);
    Grouping grouping =
        new Grouping(
            this::bucket, BsonNull.VALUE, List.copyOf(output.values()), order, variables, memory);
    return new DrainedStream(source) {
      @Override
      protected DocumentStream drain() {
        for (BsonDocument each = source.next(); each != null; each = source.next()) {
          steps.next();
          grouping.add(each);
        }
        List<BsonDocument> buckets = new ArrayList<>();
        DocumentStream results = grouping.results(List.copyOf(output.keySet()));
        for (BsonDocument each = results.next(); each != null; each = results.next()) {
          buckets.add(each);
        }
        buckets.sort((one, other) -> order.compare(one.get("_id"), other.get("_id")));
        return DocumentStreams.of(buckets);
      }

      @Override
      public void close() {
        super.close();
        memory.close();
      }
    };
  }

  /** The lower end of the range that the document falls into. */
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
          NO_MATCH,
          "$switch could not find a matching branch for an input, and no default was"
              + " specified.");
    }
    return otherwise;
  }
}
