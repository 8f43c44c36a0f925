package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.plan.TextPlacement;
import dev.mayfly.query.spill.SpillCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * Explains a pipeline: the read of its collection, and the stages that follow it. With statistics
 * it is run, except for a stage that writes.
 */
final class PipelineExplanation {
  /** The stages that use the disk when they have to. */
  private static final Set<String> SPILLING =
      Set.of("$sort", "$group", "$sortByCount", "$bucket", "$bucketAuto", "$setWindowFields");

  private final Backend backend;
  private final Namespace namespace;
  private final Reader reader;
  private final Variables variables;
  private final ParseContext parsing;
  private final PipelineSource source;
  private final Pipeline whole;

  PipelineExplanation(
      Backend backend, CommandCall call, Namespace namespace, CommandArguments arguments) {
    this.backend = backend;
    this.namespace = namespace;
    this.reader = backend.reader(call, arguments);
    Collection collection = backend.collections().find(namespace);
    BsonDocument let = arguments.document("let");
    List<BsonDocument> stages = AggregateCommand.stages(arguments);
    this.parsing =
        TextPlacement.searching(
            stages,
            CollectionContext.texts(backend, namespace),
            QueryOptions.parsing(collection, arguments.document("collation"), let));
    this.variables =
        QueryOptions.variables(backend.variables(), let).watchedBy(reader::check, reader.made());
    this.whole = Pipeline.parse(stages, parsing);
    this.source =
        PipelineSource.of(stages, collection, parsing, variables, arguments.value("hint"));
  }

  BsonDocument plan(boolean statistics) {
    BsonArray shown = new BsonArray();
    if (!whole.hasVectorSearch()) {
      BsonDocument read = Explanations.read(namespace, Explained.of(source), reader, statistics);
      if (source.rest().isEmpty()) {
        return read;
      }
      shown.add(new BsonDocument("$cursor", read));
    }
    List<Counted> counted = statistics ? run() : List.of();
    for (int i = 0; i < source.rest().size(); i++) {
      BsonDocument stage = new BsonDocument();
      stage.putAll(source.rest().get(i));
      if (i < counted.size()) {
        stage
            .append("nReturned", Numbers.integer(counted.get(i).documents))
            .append("executionTimeMillisEstimate", new BsonInt64(counted.get(i).nanos / 1_000_000));
        if (SPILLING.contains(source.rest().get(i).getFirstKey())) {
          PlanStages.addSpilled(stage, counted.get(i).spilled);
        }
      }
      shown.add(stage);
    }
    return new BsonDocument("stages", shown);
  }

  /** Runs all stages that do not write; what came out of each. */
  private List<Counted> run() {
    List<BsonDocument> stages = source.rest();
    int last = whole.writes() ? stages.size() - 1 : stages.size();
    List<Counted> counted = new ArrayList<>();
    DocumentStream stream = whole.hasOwnSource() ? DocumentStreams.EMPTY : source.open(reader);
    ParseContext behind = source.sorted(parsing);
    for (BsonDocument stage : stages.subList(0, last)) {
      Pipeline one = Pipeline.parse(List.of(stage), behind);
      behind = one.behind(behind);
      CollectionContext context =
          new CollectionContext(backend, namespace, reader, variables, false);
      Counted next = new Counted(one.open(stream, variables, context), context.spilled());
      counted.add(next);
      stream = next;
    }
    while (stream.next() != null) {
      reader.check();
    }
    stream.close();
    return counted;
  }

  /** Counts the documents of a stage, and the time until they came, that of its input included. */
  private static final class Counted extends DerivedStream {
    private final SpillCounts spilled;
    private long documents;
    private long nanos;

    private Counted(DocumentStream source, SpillCounts spilled) {
      super(source);
      this.spilled = spilled;
    }

    @Override
    public BsonDocument next() {
      long started = System.nanoTime();
      BsonDocument next = source.next();
      nanos += System.nanoTime() - started;
      documents += next == null ? 0 : 1;
      return next;
    }
  }
}
