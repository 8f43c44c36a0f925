package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** All documents of a collection, in the order of their _id. */
final class CollectionScan implements ItemStream {
  private static final int ITEMS_MAX = 1000;
  private static final int ITEMS_MIN = 16;
  private static final int GROWTH = 4;

  private final Reader reader;
  private final Container container;
  private List<Item> page = List.of();
  private int position = -1;
  private byte[] before;
  private byte[] continuation;
  private boolean atEnd;
  private int batch;
  private int items;
  private LazyDocument document;

  /**
   * @param expected how many documents will probably be asked for
   */
  CollectionScan(Reader reader, Container container, long expected) {
    this.reader = requireNonNull(reader, "reader");
    this.container = requireNonNull(container, "container");
    this.batch = reader.batch();
    this.items = (int) Math.max(ITEMS_MIN, Math.min(expected, ITEMS_MAX));
  }

  @Override
  public boolean next() {
    document = null;
    if (batch != reader.batch()) {
      judgeAnew();
    }
    position++;
    while (position >= page.size()) {
      if (atEnd) {
        return false;
      }
      readPage();
    }
    return true;
  }

  /** What was read for an earlier batch may have died since. */
  private void judgeAnew() {
    batch = reader.batch();
    if (position + 1 < page.size()) {
      continuation = position < 0 ? before : container.continuationAfter(page.get(position));
      atEnd = false;
      page = List.of();
      position = -1;
    }
  }

  private void readPage() {
    before = continuation;
    ReadLimits limits =
        new ReadLimits(items, ReadLimits.DEFAULT.bytes(), ReadLimits.DEFAULT.rows());
    Page<Item> read = reader.scan(container, continuation, limits);
    page = read.entries();
    position = 0;
    continuation = read.continuation();
    atEnd = continuation == null;
    items = Math.min(items * GROWTH, ITEMS_MAX);
  }

  /** Without a page: each document is seen where the storage has put it, and none is kept. */
  @Override
  public void showAll(Consumer<BsonDocument> look) {
    while (position + 1 < page.size() || batch != reader.batch()) {
      if (!next()) {
        return;
      }
      look.accept(document());
    }
    page = List.of();
    position = -1;
    while (!atEnd) {
      continuation =
          reader.look(
              container, continuation, item -> look.accept(new LazyDocument(item.document())));
      atEnd = continuation == null;
    }
  }

  @Override
  public BsonDocument document() {
    if (document == null) {
      document = new LazyDocument(item().document());
    }
    return document;
  }

  @Override
  public Item item() {
    return page.get(position);
  }

  @Override
  public void back() {
    position--;
  }
}
