package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.window.Partition;
import dev.mayfly.mongo.aggregate.window.WindowFunction;
import dev.mayfly.mongo.aggregate.window.WindowFunctions;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.mongo.sort.SortRow;
import dev.mayfly.mongo.sort.SortRowCodec;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.buffer.SortBuffer;
import dev.mayfly.query.spill.SpillCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $setWindowFields}: window functions over partitions. */
public record SetWindowFieldsStage(
    Expression partitionBy,
    SortPattern sortBy,
    Map<PathSetter, WindowFunction> output,
    BsonOrder order)
    implements Stage {
  private static final BsonValue[] NO_KEYS = {};

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "the $setWindowFields stage specification must be an object, found "
              + TypeNames.of(specification));
    }
    BsonDocument options = specification.asDocument();
    StageOptions.checkKnown(
        "$setWindowFields", options, List.of("partitionBy", "sortBy", "output"));
    BsonValue written = options.get("output");
    if (written == null || !written.isDocument()) {
      throw FieldErrors.missing("$setWindowFields.output");
    }
    BsonOrder order = scope.context().order();
    SortPattern sortBy =
        options.containsKey("sortBy") ? SortPattern.parse(options.get("sortBy"), order) : null;
    Map<PathSetter, WindowFunction> output = new LinkedHashMap<>();
    for (Map.Entry<String, BsonValue> field : written.asDocument().entrySet()) {
      output.put(
          PathSetter.parse(field.getKey()),
          WindowFunctions.parse(field.getKey(), field.getValue(), sortBy, scope.context()));
    }
    BsonValue partitionBy =
        options.containsKey("partitionBy") ? options.get("partitionBy") : BsonNull.VALUE;
    return new SetWindowFieldsStage(
        ExpressionParser.parse(partitionBy, scope.context()), sortBy, output, order);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    SpillCounts counts = new SpillCounts(context.spilled(), context.limits().sorts());
    SortBuffer<SortRow<BsonDocument>> rows =
        SortBuffer.of(
            Checkpoint.within(SortRow.order(this::compare)),
            Long.MAX_VALUE,
            row -> row.heapBytes(HeapSize.of(row.value())),
            MemoryUse.of("$setWindowFields", context),
            context.spill(),
            SortRowCodec.ofDocuments(each -> key(each, variables)),
            counts);
    MemoryUse memory = MemoryUse.ofFixed("$setWindowFields", context);
    InterruptCheck steps = new InterruptCheck(context);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        long arrival = 0;
        for (BsonDocument each = source.next(); each != null; each = source.next()) {
          steps.next();
          rows.add(new SortRow<>(key(each, variables), arrival++, Detached.of(each)));
        }
        Iterator<SortRow<BsonDocument>> sorted = rows.sorted();
        // Documents from disk are held by their partition, others by the buffer.
        boolean held = counts.spills() == 0;
        return new WindowPartitions(
            sorted,
            order,
            memory,
            held,
            documents -> computed(new Partition(documents, sortBy, variables, memory, steps)));
      }

      @Override
      public void close() {
        super.close();
        rows.close();
        memory.close();
      }
    };
  }

  /** The key of the partition, and the keys by which it is sorted. */
  private BsonValue[] key(BsonDocument document, Variables variables) {
    BsonValue partition = partitionBy.evaluate(variables.on(document));
    if (partition != null && partition.isArray()) {
      throw new MongoException(
          5397900, "An expression used to partition cannot evaluate to value of type array");
    }
    BsonValue[] within = sortBy == null ? NO_KEYS : sortBy.key(document);
    BsonValue[] key = new BsonValue[1 + within.length];
    key[0] = partition == null ? BsonNull.VALUE : Detached.of(partition);
    System.arraycopy(within, 0, key, 1, within.length);
    return key;
  }

  private int compare(BsonValue[] first, BsonValue[] second) {
    int byPartition = order.compare(first[0], second[0]);
    return byPartition != 0 || sortBy == null
        ? byPartition
        : sortBy.compare(
            Arrays.copyOfRange(first, 1, first.length),
            Arrays.copyOfRange(second, 1, second.length));
  }

  private List<BsonDocument> computed(Partition partition) {
    List<BsonDocument> results = new ArrayList<>(partition.documents());
    output.forEach(
        (path, function) -> {
          BsonValue[] values = function.over(partition);
          for (int i = 0; i < values.length; i++) {
            BsonDocument before = results.get(i);
            results.set(i, values[i] == null ? path.remove(before) : path.set(before, values[i]));
          }
        });
    return results;
  }
}
