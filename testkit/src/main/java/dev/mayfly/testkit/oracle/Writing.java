package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.partition.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** Writes, alone and in batches: the engine must do what the model does, or refuse for a reason. */
final class Writing {
  private final World world;
  private final Asks asks;

  Writing(World world) {
    this.world = world;
    this.asks = new Asks(world);
  }

  void one() {
    Subject subject = world.anySubject();
    one(subject, asks.any(subject, subject.shape.keys()));
  }

  void one(Subject subject, Ask ask) {
    one(subject, ask, Locked.NO);
  }

  /** Whether an open transaction is going to write the same. */
  enum Locked {
    NO,
    /** The same unique value, perhaps. */
    MAYBE,
    YES
  }

  void one(Subject subject, Ask ask, Locked locked) {
    Set<ErrorCode> refusals = subject.model.refusals(ask, world.now());
    world.note(subject, ": ", ask, refusals.isEmpty() ? "" : " refused ", refusals, locked);
    WriteOutcome outcome;
    try {
      outcome = write(subject, ask);
    } catch (EngineException e) {
      if (locked == Locked.NO || e.code() != ErrorCode.ITEM_LOCKED) {
        Check.refused(e, refusals);
      }
      return;
    }
    Check.that(refusals.isEmpty() && locked != Locked.YES, "was not refused");
    accept(subject, ask, outcome);
  }

  private WriteOutcome write(Subject subject, Ask ask) {
    if (world.oneIn(4)) {
      try {
        return subject.container.submit(ask.request()).join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof EngineException cause) {
          throw cause;
        }
        throw e;
      }
    }
    return subject.container.write(ask.request());
  }

  /** The engine has done it: so does the model, and learns how the engine calls the result. */
  void accept(Subject subject, Ask ask, WriteOutcome outcome) {
    ModelItem there = subject.model.living(ask.key());
    WriteOutcome.Kind kind =
        switch (ask.kind()) {
          case READ -> WriteOutcome.Kind.READ;
          case DELETE -> WriteOutcome.Kind.DELETED;
          default -> there == null ? WriteOutcome.Kind.CREATED : WriteOutcome.Kind.REPLACED;
        };
    Check.same("outcome", kind, outcome.kind());
    if (ask.kind() == Ask.Kind.READ) {
      Check.sameVersion(there, outcome.item());
    } else if (there != null) {
      Check.sameVersion(there, outcome.before());
    }
    ModelItem next = subject.model.apply(ask, world.now(), world.nextVersion());
    if (next != null) {
      name(subject, next, there, outcome.item());
    }
    subject.intricate |= ask.kind() == Ask.Kind.IMPORT;
  }

  private static void name(Subject subject, ModelItem next, ModelItem before, Item item) {
    next.etag = item.etag();
    next.rid = item.rid();
    if (before == null) {
      Check.that(subject.rids.add(item.rid()), "a new item got a rid that was used before");
    } else {
      Check.same("rid", before.rid, item.rid());
    }
    subject.etags.computeIfAbsent(next.key, key -> new ArrayList<>()).add(item.etag());
    Check.sameVersion(next, item);
  }

  void batch() {
    Subject subject = world.anySubject();
    PartitionKey partition = world.any(subject.shape.partitions());
    List<ItemKey> keys =
        subject.shape.keys().stream().filter(k -> k.partitionKey().equals(partition)).toList();
    List<Ask> batch = new ArrayList<>();
    for (int i = 1 + world.random.nextInt(5); i > 0; i--) {
      batch.add(asks.any(subject, keys));
    }
    int failing = -1;
    Set<ErrorCode> refusals = Set.of();
    Model trial = subject.model.copy();
    for (int i = 0; i < batch.size() && failing < 0; i++) {
      refusals = trial.refusals(batch.get(i), world.now());
      if (refusals.isEmpty()) {
        trial.apply(batch.get(i), world.now(), 0);
      } else {
        failing = i;
      }
    }
    world.note(subject, ": batch ", batch, failing < 0 ? "" : " refused " + failing + refusals);
    List<WriteOutcome> outcomes;
    try {
      outcomes = subject.container.batch(batch.stream().map(Ask::request).toList());
    } catch (BatchRejectedException e) {
      Check.refused(e, refusals);
      Check.same("failed operation", failing, e.failedIndex());
      return;
    }
    Check.that(failing < 0, "was not refused");
    for (int i = 0; i < batch.size(); i++) {
      accept(subject, batch.get(i), outcomes.get(i));
    }
  }

  void deletePartition() {
    Subject subject = world.anySubject();
    PartitionKey partition = world.any(subject.shape.partitions());
    world.note(subject + ": delete partition " + partition);
    subject.container.deletePartition(partition);
    subject.model.deletePartition(partition);
    subject.intricate = true;
  }
}
