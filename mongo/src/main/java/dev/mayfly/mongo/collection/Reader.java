package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.command.CommandCall;
import java.util.List;

/**
 * Reads for the batches of one cursor. What a batch holds is judged for that batch: streams ask
 * which batch it is, and read anew what they had read for the one before (B4). Used by one thread
 * at a time.
 */
public final class Reader {
  private CommandCall call;
  private int batch;

  public Reader(CommandCall call) {
    this.call = requireNonNull(call, "call");
  }

  /** Begins another batch, for another call. */
  public void next(CommandCall nextCall) {
    call = requireNonNull(nextCall, "nextCall");
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

  public void check() {
    call.check();
  }

  Page<Item> scan(Container container, byte[] continuation, ReadLimits limits) {
    call.check();
    Page<Item> page = container.scan(EpkRange.FULL, continuation, limits);
    call.charge(page.chargeCentiRu());
    return page;
  }

  Item read(Container container, ItemKey key) {
    Container.ReadOutcome outcome = container.readCharged(key);
    call.charge(outcome.chargeCentiRu());
    return outcome.item();
  }

  List<Item> readMany(Container container, List<ItemKey> keys) {
    call.check();
    Page<Item> page = container.readMany(keys);
    call.charge(page.chargeCentiRu());
    return page.entries();
  }
}
