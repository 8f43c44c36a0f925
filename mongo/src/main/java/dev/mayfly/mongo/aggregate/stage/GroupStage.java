package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.accumulator.Accumulators;
import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.StageLimits;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.query.spill.SpillCounts;
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

  /** Accumulators that count documents when given the constant 1. */
  private static final Set<String> COUNTING = Set.of("$sum", "$count");

  private final Expression id;
  private final BsonValue writtenId;
  private final List<String> names;
  private final List<AccumulationStatement> accumulations;
  private final BsonOrder order;

  GroupStage(
      Expression id,
      BsonValue writtenId,
      Map<String, AccumulationStatement> accumulations,
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
    Map<String, AccumulationStatement> accumulations = new LinkedHashMap<>();
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

  /** Whether it only counts documents. */
  public boolean isPlainCount() {
    return id.constant() != null
        && accumulations.size() == 1
        && COUNTING.contains(accumulations.get(0).name())
        && accumulations.get(0).written().equals(new BsonInt32(1));
  }

  /** The output of a plain count. */
  public BsonDocument counted(long documents) {
    return new BsonDocument("_id", id.constant()).append(names.get(0), Numbers.integer(documents));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    InterruptCheck steps = new InterruptCheck(context);
    GroupTable.Rules rules =
        new GroupTable.Rules(
            accumulations,
            order,
            variables,
            context.spill() == null
                ? MemoryUse.of("$group", context)
                : MemoryUse.ofRequest(context),
            context.limits().bytes(StageLimits.Limit.GROUP),
            context.spill(),
            new SpillCounts(context.spilled(), context.limits().groups()));
    Grouping grouping = new Grouping(id, writtenId, rules);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        source.forEachRemaining(
            each -> {
              steps.next();
              grouping.addTransient(each);
            });
        return grouping.results(names, context);
      }

      @Override
      public void close() {
        super.close();
        rules.memory().close();
      }
    };
  }
}
