package dev.mayfly.engine.item;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.Timekeeper;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.PageMeter;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Writes over several partitions and containers in one commit, reading as of its beginning; of two
 * transactions that write the same item, the first to commit wins. Each statement judges expiry at
 * its own instant; a write to an item that has died by the commit is a conflict (D6). Not thread
 * safe; must be closed.
 */
public final class ItemTransaction implements AutoCloseable {
  private static final int WRITES_MAX = 100_000;
  private static final long BYTES_MAX = 128L << 20;

  private final Committer committer;
  private final Timekeeper timekeeper;
  private final Items items;
  private final ItemWriter writer;
  private final long incarnation;
  private final ReadView view;
  private final Map<Target, Pending> pending = new LinkedHashMap<>();
  private long bytes;
  private boolean ended;

  private record Target(int container, ByteBuffer suffix) {}

  /** What is to be written to one item: its body, or null to delete it. */
  private static final class Pending {
    private final OpenContainer container;
    private final ItemKey key;
    private final Address address;
    private final ItemHeader seen;
    private byte[] body;
    private TtlReading reading = TtlReading.LENIENT;

    private Pending(OpenContainer container, ItemKey key, Address address, ItemHeader seen) {
      this.container = container;
      this.key = key;
      this.address = address;
      this.seen = seen;
    }
  }

  ItemTransaction(
      Storage storage,
      Committer committer,
      Timekeeper timekeeper,
      Items items,
      ItemWriter writer,
      long incarnation) {
    this.committer = committer;
    this.timekeeper = timekeeper;
    this.items = items;
    this.writer = writer;
    this.incarnation = incarnation;
    this.view = storage.snapshot();
  }

  /** The body of the item as this transaction sees it, or null. */
  public byte[] read(OpenContainer container, ItemKey key) {
    requireOpen();
    long now = timekeeper.nowSecond();
    Face face = container.face();
    Address address = Address.of(container.number(), face.definition().partitionKey(), key);
    Pending own = pending.get(target(container, address));
    if (own != null) {
      return own.body == null ? null : own.body.clone();
    }
    Item item = items.read(view, face.at(now), key);
    return item == null ? null : item.body();
  }

  /** A page of a range as of the transaction's beginning, without its own writes. */
  public Page<Item> scan(
      OpenContainer container, EpkRange range, byte[] continuation, ReadLimits limits) {
    requireOpen();
    long now = timekeeper.nowSecond();
    Page<Item> page =
        new Scanner(view, container.face().at(now), incarnation)
            .page(range, continuation, new PageMeter(limits));
    return page.at(Charges.queryPage(page.chargeCentiRu()));
  }

  /** As {@link #scan}, through an index that was there when the transaction began. */
  public Page<IndexEntry> scanIndex(
      OpenContainer container, IndexQuery query, byte[] continuation, ReadLimits limits) {
    requireOpen();
    long now = timekeeper.nowSecond();
    Page<IndexEntry> page =
        new IndexScanner(view, container.face().at(now), incarnation, query)
            .page(continuation, new PageMeter(limits));
    return page.at(Charges.queryPage(page.chargeCentiRu()));
  }

  /** Notes a write; whether the item exists is judged now, as this transaction sees it. */
  public void write(OpenContainer container, WriteRequest request) {
    requireOpen();
    long now = timekeeper.nowSecond();
    Face face = container.face();
    ItemWriter.Prepared prepared = ItemWriter.prepare(container, request);
    Address address = prepared.address();
    Pending own = pending.get(target(container, address));
    if (own == null) {
      Visibility visibility = face.at(now);
      ItemHeader seen = visibility.see(view.get(Table.ITEMS, address.itemKey()), address.suffix());
      own = new Pending(container, request.key(), address, seen);
      own.body = seen == null ? null : seen.body();
    }
    if (request instanceof WriteRequest.Read) {
      requireExists(own);
      return;
    }
    int bytesBefore = own.body == null ? 0 : own.body.length;
    apply(face, own, request);
    bytes += own.body == null ? 0 : Math.max(0, own.body.length - bytesBefore);
    if (pending.size() >= WRITES_MAX || bytes > BYTES_MAX) {
      throw new EngineException(
          ErrorCode.TOO_LARGE,
          "A transaction writes at most " + WRITES_MAX + " items and " + BYTES_MAX + " bytes.");
    }
    pending.put(target(container, address), own);
  }

  private void apply(Face face, Pending own, WriteRequest request) {
    boolean exists = own.body != null;
    if (request instanceof WriteRequest.Create create) {
      if (exists) {
        throw new EngineException(ErrorCode.ALREADY_EXISTS, "An item with this id exists already.");
      }
      set(own, create.body(), create.reading());
    } else if (request instanceof WriteRequest.Upsert upsert) {
      check(own, upsert.ifMatch());
      set(own, upsert.body(), upsert.reading());
    } else if (request instanceof WriteRequest.Import
        || request instanceof WriteRequest.Receipted) {
      throw new EngineException(
          ErrorCode.NOT_SUPPORTED, "Imports and receipts are not possible in a transaction.");
    } else {
      requireExists(own);
      if (request instanceof WriteRequest.Replace replace) {
        check(own, replace.ifMatch());
        set(own, replace.body(), replace.reading());
      } else if (request instanceof WriteRequest.Patch patch) {
        check(own, patch.ifMatch());
        refuseCondition(patch.condition());
        byte[] body = patch.change().apply(own.body.clone());
        Draft.of(face, patch.key(), body, patch.reading());
        set(own, body, patch.reading());
      } else if (request instanceof WriteRequest.Delete delete) {
        check(own, delete.ifMatch());
        refuseCondition(delete.condition());
        set(own, null, TtlReading.LENIENT);
      }
    }
  }

  private static void refuseCondition(Predicate<Item> condition) {
    if (condition != null) {
      throw new EngineException(
          ErrorCode.NOT_SUPPORTED, "Conditions are not possible in a transaction.");
    }
  }

  private static void requireExists(Pending own) {
    if (own.body == null) {
      throw new EngineException(ErrorCode.ITEM_NOT_FOUND, "There is no item with this id.");
    }
  }

  private static void set(Pending own, byte[] body, TtlReading reading) {
    own.body = body;
    own.reading = reading;
  }

  private void check(Pending own, Etag ifMatch) {
    boolean matches =
        ifMatch == null
            || own.seen != null && ifMatch.equals(new Etag(incarnation, own.seen.lsn()));
    if (!matches) {
      throw new EngineException(
          ErrorCode.PRECONDITION_FAILED, "The item does not have the etag asked for.");
    }
  }

  /** Commits all writes, or none with WRITE_CONFLICT. */
  public List<WriteOutcome> commit() {
    requireOpen();
    ended = true;
    view.close();
    if (pending.isEmpty()) {
      return List.of();
    }
    return committer.execute(this::commit);
  }

  private List<WriteOutcome> commit(WriteTransaction transaction) {
    List<WriteOutcome> outcomes = new ArrayList<>(pending.size());
    for (Pending each : pending.values()) {
      requireUnchanged(transaction, each);
    }
    for (Pending each : pending.values()) {
      if (each.body == null && each.seen == null) {
        continue;
      }
      WriteRequest request =
          each.body == null
              ? WriteRequest.delete(each.key)
              : new WriteRequest.Upsert(each.key, each.body, null, each.reading);
      outcomes.add(
          writer.apply(transaction, each.container, ItemWriter.prepare(each.container, request)));
    }
    return outcomes;
  }

  private static void requireUnchanged(WriteTransaction transaction, Pending each) {
    Visibility visibility = each.container.face().at(transaction.nowSecond());
    byte[] row = transaction.get(Table.ITEMS, each.address.itemKey());
    ItemHeader now = visibility.see(row, each.address.suffix());
    boolean same = each.seen == null ? now == null : now != null && now.lsn() == each.seen.lsn();
    if (!same) {
      throw new EngineException(
          ErrorCode.WRITE_CONFLICT,
          "An item of this transaction was changed or expired before it committed: try again.");
    }
  }

  private static Target target(OpenContainer container, Address address) {
    return new Target(container.number(), ByteBuffer.wrap(address.suffix()));
  }

  private void requireOpen() {
    if (ended) {
      throw new EngineException(ErrorCode.CLOSED, "The transaction has ended.");
    }
  }

  @Override
  public void close() {
    if (!ended) {
      ended = true;
      view.close();
    }
  }
}
