package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/**
 * Judges documents that were read in one batch of a cursor and are returned in a later one: those
 * that have expired or were deleted meanwhile are omitted (B4).
 */
final class HeldItems {
  private final Reader reader;
  private final Container container;
  private final Set<Long> alive = new HashSet<>();
  private int readBatch;
  private int judgedBatch;

  HeldItems(Reader reader, Container container) {
    this.reader = requireNonNull(reader, "reader");
    this.container = requireNonNull(container, "container");
  }

  /** Notes in which batch the documents were read that are held now. */
  void readIn(int batch) {
    readBatch = batch;
    judgedBatch = batch;
  }

  /**
   * Whether a document that is held may be returned in this batch.
   *
   * @param rid of its item
   * @param waiting it, and those that are held behind it: all of them are looked up at once
   */
  boolean isAlive(long rid, Supplier<Stream<BsonDocument>> waiting) {
    int batch = reader.batch();
    if (batch != readBatch && batch != judgedBatch) {
      judgedBatch = batch;
      alive.clear();
      List<ItemKey> keys = waiting.get().map(Updates::keyOf).toList();
      for (Item item : reader.readMany(container, keys)) {
        alive.add(item.rid());
      }
    }
    return batch == readBatch || alive.contains(rid);
  }
}
