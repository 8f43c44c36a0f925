package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentSelection;
import dev.mayfly.mongo.aggregate.DocumentSizeCheck;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.OutputStage;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.ScoredStream;
import dev.mayfly.mongo.aggregate.SourceStage;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.StageStream;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.text.DocumentSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A compiled pipeline. */
public record Pipeline(List<Stage> stages) {
  private static final int MAX_STAGES = 1000;

  /** Stages that leave documents as they are. */
  private static final Set<String> KEEPING = Set.of("$match", "$skip", "$limit");

  private static final int MAX_DEPTH = 20;
  private static final int TOO_DEEP = 232;

  public static Pipeline parse(List<BsonDocument> stages, ParseContext context) {
    return parse(stages, PipelineScope.outermost(context));
  }

  /** Parses a sub-pipeline of a stage. */
  public static Pipeline parse(BsonValue stages, PipelineScope scope) {
    List<BsonDocument> documents = documents(stages);
    return parse(documents, scope.owner().equals("$facet") ? scope : scope.searching(documents));
  }

  /** The stages of an array, which must all be documents. */
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
          7749501, "Pipeline length must be no longer than " + MAX_STAGES + " stages");
    }
    if (scope.depth() > MAX_DEPTH) {
      throw new MongoException(
          TOO_DEEP, "Maximum number of nested sub-pipelines exceeded. Limit is " + MAX_DEPTH);
    }
    List<Stage> parsed = new ArrayList<>();
    PipelineScope here = scope;
    for (BsonDocument stage : stages) {
      // What a search has found is sorted where it is read: by the scores of the documents.
      boolean sortsFound =
          parsed.size() == 1
              && scope.context().text().search() != null
              && stage.containsKey("$sort");
      Stage next = Stages.parse(stage, sortsFound ? scope : here);
      parsed.add(next);
      here = here.behind(stage.getFirstKey());
      if (next instanceof VectorSearchStage search) {
        here = here.behind(search.search());
      }
      if (next instanceof SortStage sort) {
        here = here.sortedBy(sort.key());
      } else if (!KEEPING.contains(stage.getFirstKey())) {
        here = here.sortedBy(null);
      }
    }
    StageConstraints.check(stages, parsed, scope);
    return new Pipeline(PipelineOptimizer.fuse(parsed));
  }

  /** Runs the pipeline over a source. Closing the result closes the source. */
  public DocumentStream open(DocumentStream source, Variables variables, PipelineContext context) {
    DocumentStream stream = openUnchecked(source, variables, context);
    return stages.isEmpty() ? stream : new DocumentSizeCheck(stream);
  }

  /** As {@link #open}, for documents that may be larger than others. */
  public DocumentStream openUnchecked(
      DocumentStream source, Variables variables, PipelineContext context) {
    DocumentStream stream = source;
    for (Stage stage : stages) {
      stream = new StageStream(stage.over(stream, variables, context), context.made());
    }
    return stream;
  }

  /** Runs the pipeline over a collection or view, which reads what its first stages select. */
  public DocumentStream openOn(Namespace from, Variables variables, PipelineContext context) {
    PipelineContext there = context.on(from);
    if (hasOwnSource()) {
      return open(DocumentStreams.EMPTY, variables, there);
    }
    DocumentSelection selection = selection(variables);
    DocumentStream documents = there.documents(from, selection);
    DocumentSearch search = selection.search();
    int done = !beginsWithMatch() ? 0 : selection.sort() == null ? 1 : 2;
    return new Pipeline(stages.subList(done, stages.size()))
        .open(search == null ? documents : new ScoredStream(documents, search), variables, there);
  }

  private boolean beginsWithMatch() {
    return !stages.isEmpty() && stages.get(0) instanceof MatchStage;
  }

  /**
   * The condition of a leading {@code $match}; everything if there is none. What a search has found
   * is sorted where it is read, as scores are known there.
   */
  public DocumentSelection selection(Variables variables) {
    if (!beginsWithMatch()) {
      return DocumentSelection.ALL;
    }
    DocumentSelection selection = ((MatchStage) stages.get(0)).selection(variables);
    return selection.search() != null
            && stages.size() > 1
            && stages.get(1) instanceof SortStage sort
        ? selection.sortedBy(sort.pattern(), sort.limit())
        : selection;
  }

  public boolean isEmpty() {
    return stages.isEmpty();
  }

  /** Whether it begins with {@code $documents}, so that it needs no collection. */
  boolean hasDocuments() {
    return !stages.isEmpty() && stages.get(0) instanceof DocumentsStage;
  }

  /** Whether it begins with a search. */
  boolean hasSearch() {
    return beginsWithMatch() && ((MatchStage) stages.get(0)).search() != null;
  }

  /** Whether it begins with a vector search. */
  public boolean hasVectorSearch() {
    return !stages.isEmpty() && stages.get(0) instanceof VectorSearchStage;
  }

  /** Whether it begins with a source stage, which reads what it needs itself. */
  public boolean hasOwnSource() {
    return !stages.isEmpty() && stages.get(0) instanceof SourceStage;
  }

  /** The source stage alone, of a pipeline that begins with one. */
  Pipeline source() {
    return new Pipeline(stages.subList(0, 1));
  }

  /** This pipeline without its source stage, if it begins with one. */
  Pipeline afterSource() {
    return hasOwnSource() ? new Pipeline(stages.subList(1, stages.size())) : this;
  }

  /** The context behind this pipeline, of which the only stage may be a vector search. */
  public ParseContext behind(ParseContext context) {
    return stages.size() == 1 && stages.get(0) instanceof VectorSearchStage search
        ? context.with(search.search().scope())
        : context;
  }

  /** Whether it ends in {@code $out} or {@code $merge}. */
  public boolean writes() {
    return !stages.isEmpty() && stages.get(stages.size() - 1) instanceof OutputStage;
  }

  /** Whether it only counts the documents of the collection: see {@link #counted}. */
  public boolean isPlainCount() {
    return stages.size() == 1
        && (stages.get(0) instanceof CountStage
            || stages.get(0) instanceof GroupStage group && group.isPlainCount());
  }

  /** The output of a plain count. */
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
