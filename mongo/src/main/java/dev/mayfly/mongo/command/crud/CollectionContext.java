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
import dev.mayfly.mongo.collection.VectorAccess;
import dev.mayfly.mongo.collection.ViewDepth;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.info.Operations;
import dev.mayfly.mongo.command.stats.Reports;
import dev.mayfly.mongo.command.stats.SessionReports;
import dev.mayfly.mongo.cursor.FindStream;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.TextScope;
import dev.mayfly.mongo.expression.TransientMemory;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.index.GeoFields;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.plan.TextPlacement;
import dev.mayfly.mongo.vector.VectorSearch;
import dev.mayfly.query.memory.HeapAccount;
import dev.mayfly.query.spill.RequestSpill;
import dev.mayfly.query.spill.SpillCounts;
import dev.mayfly.text.TextDefinition;
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

  /** Of the views around it. */
  private final int depth;

  CollectionContext(
      Backend backend, Namespace namespace, Reader reader, Variables variables, boolean validated) {
    this.backend = backend;
    this.namespace = namespace;
    this.reader = reader;
    this.variables = variables;
    this.validated = validated;
    this.spilled = new SpillCounts();
    this.depth = 0;
  }

  private CollectionContext(CollectionContext outer, Namespace view) {
    this(outer, view, outer.depth + 1);
  }

  private CollectionContext(CollectionContext outer, Namespace collection, int depth) {
    this.backend = outer.backend;
    this.namespace = collection;
    this.reader = outer.reader;
    this.variables = outer.variables;
    this.validated = outer.validated;
    this.spilled = outer.spilled;
    this.depth = depth;
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
      if (view.pipeline().isEmpty()) {
        return inner.documents(view.on(), selection);
      }
      if (selection.near() != null) {
        throw new MongoException(40602, "$geoNear is only valid as the first stage in a pipeline.");
      }
      DocumentStream shown = shown(view, collection, inner);
      return selection.filter() == null ? shown : filtered(shown, selection.filter());
    }
    Query query = query(selection);
    ItemStream candidates =
        selection.sort() == null
            ? Candidates.of(collection, query, reader, Long.MAX_VALUE)
            : Candidates.sorted(collection, query, reader, selection.limit(), selection.limit());
    return found(candidates, query);
  }

  private DocumentStream shown(View view, Collection named, CollectionContext inner) {
    TextScope texts = texts(backend, view.on());
    return Pipeline.parse(
            view.pipeline(), TextPlacement.searching(view.pipeline(), texts, named.parsing()))
        .openOn(view.on(), variables, inner);
  }

  /** What pipelines over a collection need to know of text indexes. */
  static TextScope texts(Backend backend, Namespace from) {
    Collection collection = backend.collections().find(from);
    return (collection == null ? TextScope.NONE : collection.parsing().text())
        .among(name -> textOf(backend, new Namespace(from.database(), name)));
  }

  /** Through a view only if it shows the collection as it is. */
  private static TextDefinition textOf(Backend backend, Namespace name) {
    Collection collection = backend.collections().find(name);
    for (int depth = 0; collection != null && collection.view() != null; depth++) {
      ViewDepth.check(depth);
      collection =
          collection.view().pipeline().isEmpty()
              ? backend.collections().find(collection.view().on())
              : null;
    }
    return collection == null ? null : collection.parsing().text().index();
  }

  @Override
  public PipelineContext on(Namespace collection) {
    return collection.equals(namespace) ? this : new CollectionContext(this, collection, depth);
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
            selection.sort(),
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
    if (collection != null && collection.view() != null) {
      ViewDepth.check(depth);
      return new CollectionContext(this, from).geoField(collection.view().on());
    }
    return collection == null ? null : GeoFields.only(from, collection.spec().indexes());
  }

  @Override
  public DocumentStream nearest(Namespace from, VectorSearch search) {
    Collection collection = backend.collections().find(from);
    if (collection != null && collection.view() != null) {
      ViewDepth.check(depth);
      if (!collection.view().pipeline().isEmpty()) {
        throw new MongoException(
            40602, "$vectorSearch is only valid as the first stage in a pipeline.");
      }
      return new CollectionContext(this, from).nearest(collection.view().on(), search);
    }
    VectorAccess access =
        collection == null ? null : VectorAccess.of(collection, search, reader, variables);
    return access == null
        ? DocumentStreams.EMPTY
        : new FindStream(access.open(backend.vectors()), access.query(), null, 0, search.limit());
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
