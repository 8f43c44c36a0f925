package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.aggregate.stage.CountStage;
import dev.mayfly.mongo.aggregate.stage.GroupStage;
import dev.mayfly.mongo.aggregate.stage.MatchStage;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Stages one after the other, compiled once. */
public final class Pipeline {
  private static final int MAX_STAGES = 1000;
  private static final int MAX_DEPTH = 20;
  private static final int TOO_LONG = 7749501;
  private static final int TOO_DEEP = 232;

  private final List<Stage> stages;

  private Pipeline(List<Stage> stages) {
    this.stages = stages;
  }

  public static Pipeline parse(List<BsonDocument> stages, ParseContext context) {
    return parse(stages, PipelineScope.outermost(context));
  }

  /** The pipeline that stands as an array in a stage. */
  public static Pipeline parse(BsonValue stages, PipelineScope scope) {
    return parse(documents(stages), scope);
  }

  /** The stages of an array, each of which must be a document. */
  public static List<BsonDocument> documents(BsonValue stages) {
    if (!stages.isArray()) {
      throw new MongoException(ErrorCodes.TYPE_MISMATCH, "A pipeline must be an array of objects");
    }
    List<BsonDocument> documents = new ArrayList<>();
    for (BsonValue stage : stages.asArray()) {
      if (!stage.isDocument()) {
        throw new MongoException(
            ErrorCodes.TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object");
      }
      documents.add(stage.asDocument());
    }
    return documents;
  }

  private static Pipeline parse(List<BsonDocument> stages, PipelineScope scope) {
    if (stages.size() > MAX_STAGES) {
      throw new MongoException(
          TOO_LONG, "Pipeline length must be no longer than " + MAX_STAGES + " stages");
    }
    if (scope.depth() > MAX_DEPTH) {
      throw new MongoException(
          TOO_DEEP, "Maximum number of nested sub-pipelines exceeded. Limit is " + MAX_DEPTH);
    }
    List<Stage> parsed = new ArrayList<>();
    for (BsonDocument stage : stages) {
      parsed.add(Stages.parse(stage, scope));
    }
    StagePositions.check(stages, parsed, scope);
    return new Pipeline(StageFusion.fuse(parsed));
  }

  /** Lets documents flow through all stages. Close what comes out: it closes the source. */
  public DocumentStream open(DocumentStream source, Variables variables, PipelineContext context) {
    DocumentStream stream = source;
    for (Stage stage : stages) {
      stream = new StageStream(stage.over(stream, variables, context), context.made());
    }
    return stages.isEmpty() ? stream : new BoundedDocuments(stream);
  }

  /** The same without stages that a source has already done: its first {@code $match}. */
  public Pipeline afterLeadingFilter() {
    return beginsWithMatch() ? new Pipeline(stages.subList(1, stages.size())) : this;
  }

  private boolean beginsWithMatch() {
    return !stages.isEmpty() && stages.get(0) instanceof MatchStage;
  }

  /** What a first {@code $match} lets through; all if there is none. */
  public Wanted wanted(Variables variables) {
    return beginsWithMatch() ? ((MatchStage) stages.get(0)).wanted(variables) : Wanted.ALL;
  }

  public boolean isEmpty() {
    return stages.isEmpty();
  }

  /** Whether the first stage makes its documents itself, so that no collection is read. */
  public boolean hasOwnSource() {
    return !stages.isEmpty() && stages.get(0) instanceof SourceStage;
  }

  /** Whether it ends in {@code $out} or {@code $merge}, and so returns nothing. */
  public boolean writes() {
    return !stages.isEmpty() && stages.get(stages.size() - 1) instanceof WritingStage;
  }

  /** Whether it only counts the documents of the collection: see {@link #counted}. */
  public boolean isPlainCount() {
    return stages.size() == 1
        && (stages.get(0) instanceof CountStage
            || stages.get(0) instanceof GroupStage group && group.isPlainCount());
  }

  /** What a plain count gives for that many documents. */
  public List<BsonDocument> counted(long documents) {
    if (documents == 0) {
      return List.of();
    }
    return List.of(
        stages.get(0) instanceof CountStage count
            ? count.counted(documents)
            : ((GroupStage) stages.get(0)).counted(documents));
  }
}
