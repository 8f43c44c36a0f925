package dev.mayfly.mongo.command;

import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.bson.BsonValue;

/** Lets what a call writes be known, also after a crash, to whoever repeats the call. */
public interface WriteMemory {
  /** For calls that can't be told from others. */
  WriteMemory NONE = new WriteMemory() {};

  /** Says which of its statements the call runs next. */
  default void begin(int statement) {}

  /** Says which document the answer shows of what becomes of a write. */
  default void showing(Function<WriteOutcome, Item> image) {}

  /**
   * The request, so that it is remembered as the statement's.
   *
   * @param modified whether it changed the document; asked when it is being committed
   */
  default WriteRequest of(WriteRequest request, BooleanSupplier modified) {
    return request;
  }

  /** The same for the document that an upsert makes. */
  default WriteRequest upsert(WriteRequest request, BsonValue id) {
    return request;
  }

  /**
   * The same for the documents of several statements.
   *
   * @param last the last request of the commit that has them all
   */
  default WriteRequest inserts(int firstStatement, int count, WriteRequest last) {
    return last;
  }
}
