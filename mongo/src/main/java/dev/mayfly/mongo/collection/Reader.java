package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.aggregate.StageLimits;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.TransientMemory;
import dev.mayfly.query.memory.HeapAccount;
import dev.mayfly.query.memory.RequestMemory;
import dev.mayfly.query.spill.RequestSpill;
import dev.mayfly.query.spill.SpillCounts;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Reads for the batches of one cursor. A batch is evaluated at one instant: what was read ahead for
 * the previous batch is checked again (B4). Used by one thread at a time.
 */
public final class Reader implements HeapAccount {
  /** Time without a result after which a read yields and checks for interruption. */
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final StageLimits DEFAULTS = new StageLimits();

  private final Map<Container, Reading> readings = new IdentityHashMap<>(2);
  private final StageLimits limits;
  private final boolean diskUse;
  private final SpillCounts spilled;
  private CommandCall call;
  private TransientMemory made;
  private RequestMemory memory;
  private boolean ownsMemory;
  private int batch;
  private volatile boolean killed;

  /** For reads that hold little. */
  public Reader(CommandCall call) {
    this(call, DEFAULTS, false);
  }

  /**
   * @param limits of the memory of sorts and stages
   * @param diskUse whether these may use the disk
   */
  public Reader(CommandCall call, StageLimits limits, boolean diskUse) {
    this.call = requireNonNull(call, "call");
    this.limits = requireNonNull(limits, "limits");
    this.diskUse = diskUse;
    this.spilled = new SpillCounts(limits.sorts());
  }

  /** Starts a batch for a call. */
  public void next(CommandCall nextCall) {
    call = requireNonNull(nextCall, "nextCall");
    readings.clear();
    batch++;
  }

  /** The number of the batch, increasing. */
  public int batch() {
    return batch;
  }

  /** The call of the current batch. */
  public CommandCall call() {
    return call;
  }

  /**
   * Charges heap bytes held for this batch or later ones.
   *
   * @throws MongoException 146 above the limit
   */
  @Override
  public void charge(long bytes) {
    memory().charge(bytes);
  }

  @Override
  public boolean tryCharge(long bytes) {
    return memory().tryCharge(bytes);
  }

  @Override
  public boolean hasRoom(long bytes) {
    return memory().hasRoom(bytes);
  }

  private RequestMemory memory() {
    if (memory == null) {
      memory = call.heap();
    }
    return memory;
  }

  /** The temporary files of the cursor; null if it may not use the disk. */
  public RequestSpill spill() {
    return diskUse ? memory().spill() : null;
  }

  public StageLimits limits() {
    return limits;
  }

  /** Counts what its sort moves to disk. */
  public SpillCounts spilled() {
    return spilled;
  }

  /** Bytes reserved across batches: 0 unless {@link #keepMemory} was called. */
  public long keptBytes() {
    return ownsMemory ? memory.reservedBytes() : 0;
  }

  /** Bytes of disk held across batches: 0 unless {@link #keepMemory} was called. */
  public long keptDiskBytes() {
    return ownsMemory ? memory.spilledBytes() : 0;
  }

  /** Accounting of transient values. */
  public TransientMemory made() {
    if (made == null) {
      made = new TransientMemory(this::charge);
    }
    return made;
  }

  /**
   * Transfers held memory from the account of the call to this reader, which outlives the call.
   *
   * @param batchBytes bytes that stay with the call
   */
  public void keepMemory(long batchBytes) {
    if (!ownsMemory) {
      RequestMemory shared = call.heap();
      memory = shared.split(Math.max(0, shared.usedBytes() - batchBytes));
      ownsMemory = true;
    }
  }

  /** Releases the transferred memory. */
  public void releaseMemory() {
    if (ownsMemory) {
      memory.close();
    }
  }

  /** Interrupts the read at its next check. */
  public void kill() {
    killed = true;
  }

  public void check() {
    if (killed) {
      throw new MongoException(ErrorCodes.CURSOR_KILLED, "cursor was killed");
    }
    call.check();
  }

  /** The read options of this batch, with a fresh time slice. */
  Reading reading(Container container) {
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

  /** A page of the change feed. */
  Page<Item> changes(Container container, FeedStart start, ReadLimits limits) {
    Page<Item> page = reading(container).changes(start, EpkRange.FULL, limits);
    call.charge(page.chargeCentiRu());
    return page;
  }

  List<Item> readMany(Container container, List<ItemKey> keys) {
    Page<Item> page = reading(container).readMany(keys);
    call.charge(page.chargeCentiRu());
    return page.entries();
  }
}
