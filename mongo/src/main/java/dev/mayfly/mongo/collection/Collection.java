package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.mongo.aggregate.PipelineContext.View;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.collation.Collations;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.TextScope;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.plan.ReadableIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A collection or view with its parsed options, as of one moment. */
public final class Collection {
  private final Namespace namespace;
  private final Container container;
  private final ContainerDefinition definition;
  private final CollectionSpec spec;
  private final TtlReading ttlReading;
  private final ParseContext parsing;
  private final Validator validator;
  private final View view;
  private final TimeSeries timeSeries;
  private final ReentrantLock upserts;
  private final IndexUsage uses;
  private final List<ReadableIndex> readable;
  private final ReadableIndex text;
  private final boolean computesKeys;

  /**
   * @param upserts lock of upserts without a match, so that two of them do not insert twice
   */
  Collection(
      Namespace namespace,
      Container container,
      CollectionSpec spec,
      TtlReading ttlReading,
      ReentrantLock upserts,
      IndexUsage uses) {
    this.namespace = requireNonNull(namespace, "namespace");
    this.container = requireNonNull(container, "container");
    this.definition = container.definition();
    this.spec = requireNonNull(spec, "spec");
    this.ttlReading = requireNonNull(ttlReading, "ttlReading");
    this.upserts = requireNonNull(upserts, "upserts");
    this.uses = requireNonNull(uses, "uses");
    BsonDocument options = spec.options();
    BsonOrder order =
        options.containsKey("collation")
            ? Collations.order(options.getDocument("collation"))
            : BsonOrder.SIMPLE;
    this.text = ReadableIndex.text(spec.indexes());
    this.parsing =
        Expressions.PLAIN
            .ordered(order)
            .with(TextScope.of(text == null ? null : text.spec().textDefinition()));
    this.validator = Validator.of(options, parsing);
    this.readable = ReadableIndex.among(spec.indexes());
    this.computesKeys =
        spec.indexes().stream().anyMatch(IndexSpec::isText)
            || readable.stream().anyMatch(each -> each.index().function() != null);
    this.timeSeries = TimeSeries.of(options);
    this.view = spec.isView() ? view(namespace, options) : null;
  }

  private static View view(Namespace namespace, BsonDocument options) {
    List<BsonDocument> pipeline = new ArrayList<>();
    for (BsonValue stage : options.getArray("pipeline")) {
      pipeline.add(stage.asDocument());
    }
    Namespace on = new Namespace(namespace.database(), options.getString("viewOn").getValue());
    return new View(on, pipeline);
  }

  /** Whether the definition is still current. */
  boolean isOf(Container found) {
    return found.definition() == definition && found.state().number() == container.state().number();
  }

  public Namespace namespace() {
    return namespace;
  }

  public Container container() {
    return container;
  }

  public CollectionSpec spec() {
    return spec;
  }

  /** The default parsing context, with the collection's collation. */
  public ParseContext parsing() {
    return parsing;
  }

  /** Whether writes compute keys of texts or geometries, which may take long. */
  public boolean computesKeys() {
    return computesKeys;
  }

  /** Null if there is no validation. */
  public Validator validator() {
    return validator;
  }

  /** Null if this is not a view. */
  public View view() {
    return view;
  }

  /** Null if this is not a time-series collection. */
  public TimeSeries timeSeries() {
    return timeSeries;
  }

  /** The indexes that queries may use once they are built. */
  List<ReadableIndex> readable() {
    return readable;
  }

  /** The text index; null if there is none. */
  ReadableIndex text() {
    return text;
  }

  public IndexUsage uses() {
    return uses;
  }

  public TtlReading ttlReading() {
    return ttlReading;
  }

  ReentrantLock upserts() {
    return upserts;
  }

  public static ItemKey key(BsonValue id) {
    return new ItemKey(PartitionKey.NONE, ItemId.of(id));
  }
}
