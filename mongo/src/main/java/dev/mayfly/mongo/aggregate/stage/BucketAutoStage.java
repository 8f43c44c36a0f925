package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Variables;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $bucketAuto}: groups into ranges with about equal numbers of documents. */
public record BucketAutoStage(
    Expression groupBy,
    int buckets,
    Map<String, AccumulationStatement> output,
    Granularity granularity,
    BsonOrder order)
    implements Stage {
  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(
          40240,
          "The argument to $bucketAuto must be an object, but found type: "
              + TypeNames.of(specification));
    }
    Expression groupBy = null;
    int buckets = 0;
    BsonValue output = null;
    Granularity granularity = null;
    for (Map.Entry<String, BsonValue> option : specification.asDocument().entrySet()) {
      BsonValue value = option.getValue();
      switch (option.getKey()) {
        case "groupBy" -> groupBy = groupBy(value, scope);
        case "buckets" -> buckets = buckets(value);
        case "output" -> output = output(value);
        case "granularity" -> granularity = granularity(value);
        default ->
            throw new MongoException(
                40245, "Unrecognized option to $bucketAuto: " + option.getKey());
      }
    }
    if (groupBy == null || buckets == 0) {
      throw new MongoException(
          40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified");
    }
    return new BucketAutoStage(
        groupBy,
        buckets,
        OutputFields.parse(output, scope.context()),
        granularity,
        scope.context().order());
  }

  private static Expression groupBy(BsonValue written, PipelineScope scope) {
    boolean isPath = written.isString() && written.asString().getValue().startsWith("$");
    if (!isPath && !written.isDocument()) {
      throw new MongoException(
          40239,
          "The $bucketAuto 'groupBy' field must be defined as a $-prefixed path or an"
              + " expression object, but found: "
              + BsonText.of(written));
    }
    return ExpressionParser.parse(written, scope.context());
  }

  private static int buckets(BsonValue written) {
    if (!Numbers.isNumber(written)) {
      throw new MongoException(
          40241,
          "The $bucketAuto 'buckets' field must be a numeric value, but found type: "
              + TypeNames.of(written));
    }
    Long number = Numbers.exactLong(written);
    if (number == null || number != (int) (long) number) {
      throw new MongoException(
          40242,
          "The $bucketAuto 'buckets' field must be representable as a 32-bit integer, but found "
              + BsonText.of(written));
    }
    if (number <= 0) {
      throw new MongoException(
          40243, "The $bucketAuto 'buckets' field must be greater than 0, but found: " + number);
    }
    return (int) (long) number;
  }

  private static BsonValue output(BsonValue written) {
    if (!written.isDocument()) {
      throw new MongoException(
          40244,
          "The $bucketAuto 'output' field must be an object, but found type: "
              + TypeNames.of(written));
    }
    return written;
  }

  private static Granularity granularity(BsonValue written) {
    if (!written.isString()) {
      throw new MongoException(
          40261,
          "The $bucketAuto 'granularity' field must be a string, but found type: "
              + TypeNames.of(written));
    }
    return Granularity.named(written.asString().getValue());
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    MemoryUse memory = MemoryUse.of("$bucketAuto", context);
    InterruptCheck steps = new InterruptCheck(context);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        Buckets rows = new Buckets(buckets, output, granularity, order, variables, memory);
        for (BsonDocument each = source.next(); each != null; each = source.next()) {
          steps.next();
          rows.add(groupBy.evaluate(variables.on(each)), each);
        }
        return rows.results();
      }

      @Override
      public void close() {
        super.close();
        memory.close();
      }
    };
  }
}
