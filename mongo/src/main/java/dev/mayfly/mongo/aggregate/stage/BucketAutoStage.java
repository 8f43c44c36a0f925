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
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.sort.SortRow;
import dev.mayfly.mongo.sort.SortRowCodec;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.buffer.SortBuffer;
import dev.mayfly.query.spill.SpillCounts;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
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
    SortBuffer<SortRow<BsonDocument>> rows =
        SortBuffer.of(
            Checkpoint.within(SortRow.order((one, other) -> order.compare(one[0], other[0]))),
            Long.MAX_VALUE,
            row -> row.heapBytes(HeapSize.of(row.value())),
            MemoryUse.of("$bucketAuto", context),
            context.spill(),
            SortRowCodec.ofDocuments(each -> key(groupBy.evaluate(variables.on(each)))),
            new SpillCounts(context.spilled(), context.limits().sorts()));
    MemoryUse memory = MemoryUse.of("$bucketAuto", context);
    InterruptCheck steps = new InterruptCheck(context);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        long count = 0;
        for (BsonDocument each = source.next(); each != null; each = source.next()) {
          steps.next();
          BsonValue value = groupBy.evaluate(variables.on(each));
          if (granularity != null) {
            Granularity.check(value);
          }
          rows.add(new SortRow<>(key(value), count++, Detached.of(each)));
        }
        return new Buckets(buckets, output, granularity, order, variables, memory)
            .results(rows.sorted(), count);
      }

      @Override
      public void close() {
        super.close();
        rows.close();
        memory.close();
      }
    };
  }

  private static BsonValue[] key(BsonValue value) {
    return new BsonValue[] {value == null ? BsonNull.VALUE : Detached.of(value)};
  }
}
