package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.MadeValues;
import dev.mayfly.mongo.plan.IndexPlan;
import dev.mayfly.query.memory.RequestMemory;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads for the batches of one cursor. All that a batch holds is judged at one instant: streams ask
 * which batch it is, and read anew what they had read for the one before (B4). Used by one thread
 * at a time.
 */
public final class Reader {
  /** After so long without a document to deliver, a step asks whether it should go on. */
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** In more ranges keys are not counted. */
  private static final int COUNTED_RANGES = 50;

  private final Map<Container, Reading> readings = new IdentityHashMap<>(2);
  private CommandCall call;
  private MadeValues made;
  private RequestMemory memory;
  private boolean ownsMemory;
  private int batch;
  private volatile boolean killed;

  public Reader(CommandCall call) {
    this.call = requireNonNull(call, "call");
  }

  /** Begins another batch, for another call. */
  public void next(CommandCall nextCall) {
    call = requireNonNull(nextCall, "nextCall");
    readings.clear();
    batch++;
  }

  /** Which batch it is; more each time. */
  public int batch() {
    return batch;
  }

  /** The call that the batch is for. */
  public CommandCall call() {
    return call;
  }

  /**
   * Counts heap bytes that are held for this batch or later ones.
   *
   * @param bytes negative for what is let go
   * @throws MongoException 146 if they are too many
   */
  public void hold(long bytes) {
    if (memory == null) {
      memory = call.heap();
    }
    memory.charge(bytes);
  }

  /** What is reserved for later batches: nothing unless {@link #keepMemory} was called. */
  public long keptBytes() {
    return ownsMemory ? memory.reservedBytes() : 0;
  }

  /** Counts what expressions make. */
  public MadeValues made() {
    if (made == null) {
      made = new MadeValues(this::hold);
    }
    return made;
  }

  /**
   * Takes what is held out of the account of the call, which will be over before this reader is.
   *
   * @param batchBytes what the call itself holds
   */
  public void keepMemory(long batchBytes) {
    if (!ownsMemory) {
      RequestMemory shared = call.heap();
      memory = shared.split(Math.max(0, shared.usedBytes() - batchBytes));
      ownsMemory = true;
    }
  }

  /** Gives back what was kept. */
  public void releaseMemory() {
    if (ownsMemory) {
      memory.close();
    }
  }

  /** Makes the next check fail: nobody wants what is read. */
  public void kill() {
    killed = true;
  }

  public void check() {
    if (killed) {
      throw new MongoException(ErrorCodes.CURSOR_KILLED, "cursor was killed");
    }
    call.check();
  }

  private Reading reading(Container container) {
    check();
    long until = System.nanoTime() + STEP_NANOS;
    Reading reading = readings.get(container);
    if (reading == null) {
      reading = container.beginQuery(until);
      readings.put(container, reading);
    } else {
      reading.extendTo(until);
    }
    return reading;
  }

  Page<Item> scan(Container container, IdRange ids, byte[] continuation, ReadLimits limits) {
    Page<Item> page = reading(container).scan(ids, continuation, limits);
    call.charge(page.chargeCentiRu());
    return page;
  }

  /** The indexes of a container as this batch sees them. */
  OpenIndexes indexes(Container container) {
    return reading(container).indexes();
  }

  /** About how many keys a plan reads, up to a limit. */
  long keys(Container container, IndexPlan plan, long limit) {
    List<IndexRange> ranges = plan.ranges();
    if (ranges.size() > COUNTED_RANGES) {
      return limit;
    }
    List<IndexQuery> queries = new ArrayList<>(ranges.size());
    for (IndexRange range : ranges) {
      queries.add(new IndexQuery(plan.name(), range, false, EpkRange.FULL));
    }
    return reading(container).indexRows(queries, limit);
  }

  /** A page of an index; it must be the very one that was planned with, not one made anew. */
  Page<IndexEntry> scanIndex(
      Container container, int id, IndexQuery query, byte[] continuation, ReadLimits limits) {
    Reading reading = reading(container);
    OpenIndex index = reading.indexes().named(query.index());
    if (index == null || index.id() != id) {
      throw new EngineException(
          ErrorCode.INDEX_NOT_FOUND, "The index '" + query.index() + "' was dropped.");
    }
    Page<IndexEntry> page = reading.scanIndex(query, continuation, limits);
    call.charge(page.chargeCentiRu());
    return page;
  }

  /**
   * Shows a page of items, each of which may be written over when the look is over.
   *
   * @return where to go on; null at the end
   */
  byte[] look(Container container, IdRange ids, byte[] continuation, Consumer<Item> look) {
    Page<Item> none =
        reading(container)
            .scan(
                ids,
                continuation,
                ReadLimits.DEFAULT,
                item -> {
                  look.accept(item);
                  return false;
                });
    call.charge(none.chargeCentiRu());
    return none.continuation();
  }

  /** In the order in which they were written last. */
  Page<Item> changes(Container container, FeedStart start, ReadLimits limits) {
    Page<Item> page = reading(container).changes(start, EpkRange.FULL, limits);
    call.charge(page.chargeCentiRu());
    return page;
  }

  Item read(Container container, ItemKey key) {
    Container.ReadOutcome outcome = container.readCharged(key);
    call.charge(outcome.chargeCentiRu());
    return outcome.item();
  }

  List<Item> readMany(Container container, List<ItemKey> keys) {
    Page<Item> page = reading(container).readMany(keys);
    call.charge(page.chargeCentiRu());
    return page.entries();
  }
}
