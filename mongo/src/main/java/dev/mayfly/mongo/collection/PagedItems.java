package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.List;
import org.bson.BsonDocument;

/**
 * Documents that are read page by page. What a page holds for a later batch is read anew.
 *
 * @param <E> what a page holds of a document
 */
abstract class PagedItems<E> implements ItemStream {
  private static final int ITEMS_MAX = 1000;
  private static final int ITEMS_MIN = 16;
  private static final int GROWTH = 4;

  private final Reader reader;
  private List<E> page = List.of();
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
  PagedItems(Reader reader, long expected) {
    this.reader = requireNonNull(reader, "reader");
    this.batch = reader.batch();
    this.items = (int) Math.max(ITEMS_MIN, Math.min(expected, ITEMS_MAX));
  }

  /**
   * A page.
   *
   * @param from where to go on; null to begin
   */
  abstract Page<E> read(byte[] from, ReadLimits limits);

  /** Where to go on after what a page holds. */
  abstract byte[] after(E entry);

  abstract Item item(E entry);

  /** Goes to the next part after the end of one; false if there is none. */
  boolean nextPart() {
    return false;
  }

  @Override
  public boolean next() {
    document = null;
    if (batch != reader.batch()) {
      judgeAnew();
    }
    position++;
    while (position >= page.size()) {
      if (atEnd && !nextPart()) {
        return false;
      }
      readPage();
    }
    return true;
  }

  /** What was read for an earlier batch may have died since. */
  private void judgeAnew() {
    batch = reader.batch();
    if (isInPage()) {
      continuation = position < 0 ? before : after(page.get(position));
      atEnd = false;
      page = List.of();
      position = -1;
    }
  }

  private void readPage() {
    before = continuation;
    Page<E> read =
        read(
            continuation,
            new ReadLimits(items, ReadLimits.DEFAULT.bytes(), ReadLimits.DEFAULT.rows()));
    page = read.entries();
    position = 0;
    wentOn(read.continuation());
    items = Math.min(items * GROWTH, ITEMS_MAX);
  }

  /** Whether a page has documents left, or had them for an earlier batch. */
  final boolean hasPage() {
    return isInPage() || batch != reader.batch();
  }

  private boolean isInPage() {
    return position + 1 < page.size();
  }

  final byte[] continuation() {
    return continuation;
  }

  final boolean isAtEnd() {
    return atEnd;
  }

  /** Something was read without a page, up to there; null at the end. */
  final void wentOn(byte[] next) {
    continuation = next;
    atEnd = next == null;
  }

  @Override
  public final BsonDocument document() {
    if (document == null) {
      document = new LazyDocument(item().document());
    }
    return document;
  }

  @Override
  public final Item item() {
    return item(page.get(position));
  }

  @Override
  public final void back() {
    position--;
  }
}
