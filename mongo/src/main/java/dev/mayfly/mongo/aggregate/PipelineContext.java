package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.expression.MadeValues;
import java.util.List;
import org.bson.BsonDocument;

/** What stages reach beyond the documents that flow through them. */
public interface PipelineContext {
  /** The collection that the pipeline runs on. */
  Namespace namespace();

  /** The living documents of a collection or view that are wanted; none if it does not exist. */
  DocumentStream documents(Namespace from, Wanted wanted);

  /** The same, if an index or their ids lead to them; null if all would have to be looked at. */
  DocumentStream indexed(Namespace from, Wanted wanted);

  /** The pipeline of a view and the collection below it, or null if this is not a view. */
  View view(Namespace name);

  /** A view: a pipeline over a collection. */
  record View(Namespace on, List<BsonDocument> pipeline) {}

  /** Replaces a collection by documents, all at once ({@code $out}). */
  Output replacing(Namespace target);

  /** Takes documents, one after the other; nothing shows before {@link #finish}. */
  interface Output extends AutoCloseable {
    void write(BsonDocument document);

    void finish();

    /** Without finish, nothing has happened. */
    @Override
    void close();
  }

  /** Writes single documents into a collection ({@code $merge}). */
  MergeTarget merging(Namespace target);

  /** A collection that a pipeline merges into. */
  interface MergeTarget {
    /** Fields that a unique index covers, so that documents can be told apart by them. */
    boolean isUnique(List<String> fields);

    /** The living document that has these values, or null. */
    BsonDocument find(BsonDocument values);

    void insert(BsonDocument document);

    /** Replaces the document that was found last; false if it has changed or gone since. */
    boolean replace(BsonDocument document);
  }

  /** What {@code $collStats}, {@code $indexStats}, {@code $currentOp} and the like tell. */
  List<BsonDocument> report(String stage, BsonDocument specification);

  /**
   * Counts heap bytes that a stage holds; throws 146 when they are too many.
   *
   * @param bytes negative for what it lets go
   */
  void hold(long bytes);

  /** Counts what expressions and stages make of the document that they work on. */
  MadeValues made();

  /** Throws if the command's time is over or it was killed; called now and then. */
  void check();
}
