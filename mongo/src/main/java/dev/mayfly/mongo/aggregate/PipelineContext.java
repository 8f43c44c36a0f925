package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.TransientMemory;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.vector.VectorSearch;
import dev.mayfly.query.memory.HeapAccount;
import dev.mayfly.query.spill.RequestSpill;
import dev.mayfly.query.spill.SpillCounts;
import java.util.List;
import org.bson.BsonDocument;

/** What stages can access besides the documents that flow through them. */
public interface PipelineContext {
  /** The collection of the pipeline. */
  Namespace namespace();

  /** The context of a sub-pipeline over another collection. */
  PipelineContext on(Namespace collection);

  /** The live documents of a collection or view that match; none if it does not exist. */
  DocumentStream documents(Namespace from, DocumentSelection selection);

  /** As {@link #documents}, but null if no index on the condition is available. */
  DocumentStream indexed(Namespace from, DocumentSelection selection);

  /**
   * The field by which {@code $geoNear} measures distances if it is given none: that of the only
   * index on geometries. Null if the collection does not exist.
   *
   * @throws MongoException 27 if there is no such index, or more than one
   */
  String geoField(Namespace from);

  /** The documents of a collection that a vector search finds, the nearest first. */
  DocumentStream nearest(Namespace from, VectorSearch search);

  /** The definition of a view; null if the name is no view. */
  View view(Namespace name);

  record View(Namespace on, List<BsonDocument> pipeline) {}

  /** The target of {@code $out}, which replaces a collection atomically. */
  Output replacing(Namespace target);

  /** Collects documents, which become visible with {@link #finish}. */
  interface Output extends AutoCloseable {
    void write(BsonDocument document);

    void finish();

    /** Discards the documents unless {@link #finish} was called. */
    @Override
    void close();
  }

  /** The target of {@code $merge}. */
  MergeTarget merging(Namespace target);

  interface MergeTarget {
    /** Of which documents the fields are unique. */
    Uniqueness uniqueness(List<String> fields);

    enum Uniqueness {
      NONE,
      /** Of documents that have one of the fields. */
      SPARSE,
      ALL
    }

    /** The error for a document that exists with these values. */
    MongoException duplicate(BsonDocument values);

    /** The live document with these values, or null. */
    BsonDocument find(BsonDocument values);

    void insert(BsonDocument document);

    /** Replaces the document found last; false if it was modified or deleted concurrently. */
    boolean replace(BsonDocument document);
  }

  /** The results of {@code $collStats}, {@code $indexStats}, {@code $currentOp} and the like. */
  List<BsonDocument> report(String stage, BsonDocument specification);

  /** Charged with heap bytes of stages; throws 146 (ExceededMemoryLimit) above the limit. */
  HeapAccount heap();

  /** The temporary files of the request; null if it may not use the disk. */
  RequestSpill spill();

  StageLimits limits();

  /** Counts what the stages move to disk. */
  SpillCounts spilled();

  /** Accounting of transient values. */
  TransientMemory made();

  /** Throws if the command has timed out or was killed; called periodically. */
  void check();
}
