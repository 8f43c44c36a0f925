package dev.mayfly.mongo.call;

import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.bson.BsonValue;

/**
 * Records the statements that a retryable write executes, durably, so that a retry does not execute
 * them again.
 */
public interface StatementRecorder {
  /** For calls that are not retryable. */
  StatementRecorder NONE = new StatementRecorder() {};

  /** Sets the index of the current statement. */
  default void begin(int statement) {}

  /** Sets which image of a findAndModify is recorded. */
  default void showing(Function<WriteOutcome, Item> image) {}

  /**
   * Attaches the record of the current statement to a write.
   *
   * @param modified whether it changed the document; evaluated at commit
   */
  default WriteRequest of(WriteRequest request, BooleanSupplier modified) {
    return request;
  }

  /** As {@link #of} for an upsert. */
  default WriteRequest upsert(WriteRequest request, BsonValue id) {
    return request;
  }

  /**
   * As {@link #of} for the documents of several statements.
   *
   * @param last the last write of their commit
   */
  default WriteRequest inserts(int firstStatement, int count, WriteRequest last) {
    return last;
  }
}
