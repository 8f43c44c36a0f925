package dev.mayfly.mongo.collection;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/**
 * A scan of a capped collection in insertion order. At the end it can be polled for further
 * documents.
 */
final class CappedScan implements ItemStream {
  private final Reader reader;
  private final Container container;
  private FeedStart before = FeedStart.beginning();
  private FeedStart following = FeedStart.beginning();
  private byte[] continuation;
  private List<Item> page = List.of();
  private int position = -1;
  private int batch;
  private long delivered = -1;

  CappedScan(Reader reader, Container container) {
    this.reader = reader;
    this.container = container;
    this.batch = reader.batch();
  }

  @Override
  public boolean next() {
    if (batch != reader.batch()) {
      recheck();
    }
    position++;
    while (true) {
      while (position < page.size() && page.get(position).lsn() <= delivered) {
        position++;
      }
      if (position < page.size()) {
        delivered = item().lsn();
        return true;
      }
      if (!readPage()) {
        return false;
      }
    }
  }

  /** Documents read ahead for the previous batch may have expired. */
  private void recheck() {
    batch = reader.batch();
    if (position + 1 < page.size()) {
      following = before;
      page = List.of();
      position = -1;
    }
  }

  private boolean readPage() {
    Page<Item> read = reader.changes(container, following, ReadLimits.DEFAULT);
    boolean progress = !read.entries().isEmpty();
    before = following;
    continuation = read.continuation();
    following = FeedStart.after(continuation);
    page = read.entries();
    position = progress ? 0 : -1;
    return progress;
  }

  @Override
  public BsonDocument document() {
    return new LazyDocument(item().document(), item().remainingSeconds());
  }

  @Override
  public Item item() {
    return page.get(position);
  }

  @Override
  public void back() {
    delivered = item().lsn() - 1;
    position--;
  }

  @Override
  public CompletableFuture<Void> change() {
    return continuation == null ? null : container.awaitChange(continuation);
  }
}
