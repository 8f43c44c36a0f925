package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.Accumulation;
import dev.mayfly.mongo.accumulator.Accumulators;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DrainedStream;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Variables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code $group}: one document for each key. */
public final class GroupStage implements Stage {
  private static final int NOT_AN_OBJECT = 15947;
  private static final int NO_ID = 15955;

  /** Accumulators that count when they are given a one for each document. */
  private static final Set<String> COUNTING = Set.of("$sum", "$count");

  private final Expression id;
  private final BsonValue writtenId;
  private final List<String> names;
  private final List<Accumulation> accumulations;
  private final BsonOrder order;

  private GroupStage(
      Expression id,
      BsonValue writtenId,
      Map<String, Accumulation> accumulations,
      BsonOrder order) {
    this.id = id;
    this.writtenId = writtenId;
    this.names = List.copyOf(accumulations.keySet());
    this.accumulations = List.copyOf(accumulations.values());
    this.order = order;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(NOT_AN_OBJECT, "a group's fields must be specified in an object");
    }
    Expression id = null;
    Map<String, Accumulation> accumulations = new LinkedHashMap<>();
    for (Map.Entry<String, BsonValue> field : specification.asDocument().entrySet()) {
      if (field.getKey().equals("_id")) {
        id = ExpressionParser.parse(field.getValue(), scope.context());
      } else {
        accumulations.put(
            field.getKey(), Accumulators.parse(field.getKey(), field.getValue(), scope.context()));
      }
    }
    if (id == null) {
      throw new MongoException(NO_ID, "a group specification must include an _id");
    }
    return new GroupStage(
        id, specification.asDocument().get("_id"), accumulations, scope.context().order());
  }

  /** Whether all that it does is to count the documents. */
  public boolean isPlainCount() {
    return id.constant() != null
        && accumulations.size() == 1
        && COUNTING.contains(accumulations.get(0).name())
        && accumulations.get(0).written().equals(new BsonInt32(1));
  }

  /** What comes out of a plain count of that many documents. */
  public BsonDocument counted(long documents) {
    return new BsonDocument("_id", id.constant()).append(names.get(0), Numbers.integer(documents));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    MemoryUse memory = MemoryUse.of("$group", context);
    Steps steps = new Steps(context);
    Grouping grouping = new Grouping(id, writtenId, accumulations, order, variables, memory);
    return new DrainedStream(source) {
      @Override
      protected DocumentStream drain() {
        source.showAll(
            each -> {
              steps.next();
              grouping.look(each);
            });
        return grouping.results(names);
      }
    };
  }
}
