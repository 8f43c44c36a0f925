package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.aggregate.DocumentSelection;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.StageLimits;
import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.collection.Access;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.collection.ViewDepth;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.info.Operations;
import dev.mayfly.mongo.command.stats.Reports;
import dev.mayfly.mongo.command.stats.SessionReports;
import dev.mayfly.mongo.cursor.FindStream;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.TransientMemory;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.index.GeoFields;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.query.memory.HeapAccount;
import dev.mayfly.query.spill.RequestSpill;
import dev.mayfly.query.spill.SpillCounts;
import java.util.List;
import org.bson.BsonDocument;

/** The context of a pipeline that runs for a command. */
final class CollectionContext implements PipelineContext {
  private final Backend backend;
  private final Namespace namespace;
  private final Reader reader;
  private final Variables variables;
  private final boolean validated;
  private final SpillCounts spilled;

  /** The context of the enclosing view; null if there is none. */
  private final CollectionContext outer;

  private final int depth;

  CollectionContext(
      Backend backend, Namespace namespace, Reader reader, Variables variables, boolean validated) {
    this.backend = backend;
    this.namespace = namespace;
    this.reader = reader;
    this.variables = variables;
    this.validated = validated;
    this.spilled = new SpillCounts();
    this.outer = null;
    this.depth = 0;
  }

  private CollectionContext(CollectionContext outer, Namespace view) {
    this.backend = outer.backend;
    this.namespace = view;
    this.reader = outer.reader;
    this.variables = outer.variables;
    this.validated = outer.validated;
    this.spilled = outer.spilled;
    this.outer = outer;
    this.depth = outer.depth + 1;
  }

  @Override
  public Namespace namespace() {
    return namespace;
  }

  @Override
  public DocumentStream documents(Namespace from, DocumentSelection selection) {
    Collection collection = backend.collections().find(from);
    if (collection == null) {
      return DocumentStreams.EMPTY;
    }
    if (collection.view() != null) {
      ViewDepth.check(depth);
      View view = collection.view();
      CollectionContext inner = new CollectionContext(this, from);
      DocumentStream below = inner.documents(view.on(), DocumentSelection.ALL);
      DocumentStream shown =
          Pipeline.parse(view.pipeline(), collection.parsing()).open(below, variables, inner);
      return selection.filter() == null ? shown : filtered(shown, selection.filter());
    }
    Query query = query(selection);
    return found(Candidates.of(collection, query, reader, Long.MAX_VALUE), query);
  }

  private static DocumentStream found(ItemStream candidates, Query query) {
    return new FindStream(candidates, query, null, 0, Long.MAX_VALUE);
  }

  private Query query(DocumentSelection selection) {
    return selection.filter() == null
        ? Query.of(new BsonDocument(), null, Expressions.PLAIN, variables)
        : new Query(
            selection.query(),
            selection.filter(),
            null,
            selection.parse(),
            variables,
            selection.near() != null
                ? null
                : Candidates.idOf(selection.query(), selection.parse().order()),
            null,
            selection.near());
  }

  @Override
  public String geoField(Namespace from) {
    Collection collection = backend.collections().find(from);
    return collection == null || collection.view() != null
        ? null
        : GeoFields.only(from, collection.spec().indexes());
  }

  @Override
  public DocumentStream indexed(Namespace from, DocumentSelection selection) {
    Collection collection = backend.collections().find(from);
    if (collection == null || collection.view() != null) {
      return null;
    }
    Query query = query(selection);
    Access access = Candidates.access(collection, query, reader);
    return access.isByIndex() ? found(access.open(reader, Long.MAX_VALUE), query) : null;
  }

  private DocumentStream filtered(DocumentStream documents, Filter filter) {
    return new DocumentStream() {
      @Override
      public BsonDocument next() {
        BsonDocument next = documents.next();
        while (next != null && !filter.matches(next, variables, null)) {
          next = documents.next();
        }
        return next;
      }

      @Override
      public void close() {
        documents.close();
      }
    };
  }

  @Override
  public View view(Namespace name) {
    Collection collection = backend.collections().find(name);
    return collection == null ? null : collection.view();
  }

  @Override
  public Output replacing(Namespace target) {
    return new OutTarget(backend, reader, target, validated, variables);
  }

  @Override
  public MergeTarget merging(Namespace target) {
    return new CollectionMergeTarget(backend, reader, target, validated, variables);
  }

  @Override
  public List<BsonDocument> report(String stage, BsonDocument specification) {
    return switch (stage) {
      case "$currentOp" -> Operations.report(reader.call(), specification);
      case "$listSessions", "$listLocalSessions" ->
          SessionReports.of(backend, reader.call().client(), specification);
      default -> Reports.of(backend, namespace, stage, specification);
    };
  }

  @Override
  public HeapAccount heap() {
    return reader;
  }

  @Override
  public RequestSpill spill() {
    return reader.spill();
  }

  @Override
  public StageLimits limits() {
    return reader.limits();
  }

  @Override
  public SpillCounts spilled() {
    return spilled;
  }

  @Override
  public TransientMemory made() {
    return reader.made();
  }

  @Override
  public void check() {
    reader.check();
  }
}
