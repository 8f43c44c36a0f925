package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * Documents in the order of a sort. They were read for the first batch; those that are delivered
 * with a later one are looked up again then, and left out if they have died or are gone (B4).
 */
final class SortedItems implements ItemStream {
  private static final int AT_ONCE = 100;

  private final Reader reader;
  private final Container container;
  private final List<SortedCandidates.Entry> entries;
  private final int firstBatch;
  private int position = -1;
  private int judgedBatch = -1;
  private int judgedFrom;
  private int judgedTo;
  private final Set<Long> alive = new HashSet<>();

  private SortedItems(Reader reader, Container container, List<SortedCandidates.Entry> entries) {
    this.reader = requireNonNull(reader, "reader");
    this.container = requireNonNull(container, "container");
    this.entries = requireNonNull(entries, "entries");
    this.firstBatch = reader.batch();
  }

  /**
   * Reads and sorts all that match.
   *
   * @param keep how many of the first are wanted
   */
  static SortedItems of(
      Collection collection, Query query, Reader reader, Access access, long keep) {
    ItemStream all = access.open(reader, Long.MAX_VALUE);
    return new SortedItems(
        reader, collection.container(), SortedCandidates.of(all, query, reader, keep));
  }

  /** Reads all that match and delivers the last one first. */
  static SortedItems reversed(Collection collection, Query query, Reader reader) {
    ItemStream all = Candidates.of(collection, query, reader, Long.MAX_VALUE);
    return new SortedItems(
        reader, collection.container(), SortedCandidates.reversed(all, query, reader));
  }

  @Override
  public boolean next() {
    position++;
    while (position < entries.size()) {
      if (isAlive()) {
        return true;
      }
      position++;
    }
    return false;
  }

  private boolean isAlive() {
    if (reader.batch() == firstBatch) {
      return true;
    }
    boolean judged = judgedBatch == reader.batch() && position >= judgedFrom && position < judgedTo;
    if (!judged) {
      judge();
    }
    return alive.contains(item().rid());
  }

  private void judge() {
    judgedBatch = reader.batch();
    judgedFrom = position;
    judgedTo = Math.min(entries.size(), position + AT_ONCE);
    List<ItemKey> keys = new ArrayList<>();
    for (SortedCandidates.Entry each : entries.subList(judgedFrom, judgedTo)) {
      keys.add(Updates.keyOf(each.document()));
    }
    alive.clear();
    for (Item item : reader.readMany(container, keys)) {
      alive.add(item.rid());
    }
  }

  @Override
  public BsonDocument document() {
    return entries.get(position).document();
  }

  @Override
  public Item item() {
    return entries.get(position).item();
  }

  @Override
  public void back() {
    position--;
  }
}
