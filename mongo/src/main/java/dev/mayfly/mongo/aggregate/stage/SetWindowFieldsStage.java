package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.BufferedDocuments;
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
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.sort.SortPattern;
import java.util.ArrayList;
import java.util.Collection;
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
    MemoryUse memory = MemoryUse.of("$setWindowFields", context);
    InterruptCheck steps = new InterruptCheck(context);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        BufferedDocuments input = BufferedDocuments.all(source, memory, steps);
        List<BsonDocument> results = new ArrayList<>();
        for (List<BsonDocument> each : partitions(input.documents(), variables)) {
          for (BsonDocument result :
              computed(new Partition(each, sortBy, variables, memory, steps))) {
            memory.add(HeapSize.shell(result));
            results.add(result);
          }
        }
        input.documents().clear();
        input.documents().addAll(results);
        return input.stream();
      }
    };
  }

  private Collection<List<BsonDocument>> partitions(
      List<BsonDocument> documents, Variables variables) {
    Partitions partitions = new Partitions(order);
    for (BsonDocument document : documents) {
      BsonValue key = partitionBy.evaluate(variables.on(document));
      if (key != null && key.isArray()) {
        throw new MongoException(
            5397900, "An expression used to partition cannot evaluate to value of type array");
      }
      partitions.add(key == null ? BsonNull.VALUE : key, document);
    }
    return partitions.sorted(sortBy);
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
