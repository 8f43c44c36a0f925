package dev.mayfly.testkit.storage;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes any storage fail or wait at a chosen commit or call. Numbers count from now: 1 is the next
 * one. A commit is a group that wrote something; a call is one of get, snapshot, submit, execute.
 */
public final class FaultyStorage implements Storage {
  private final Storage storage;
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong commits = new AtomicLong();
  private final Map<Long, EngineException> callFailures = new ConcurrentHashMap<>();
  private final Map<Long, Hold> callHolds = new ConcurrentHashMap<>();
  private final Map<Long, EngineException> commitFailures = new ConcurrentHashMap<>();
  private final Map<Long, Hold> commitHolds = new ConcurrentHashMap<>();
  private final Map<Long, EngineException> lostAcknowledgements = new ConcurrentHashMap<>();
  private volatile Group group;

  public FaultyStorage(Storage storage) {
    this.storage = requireNonNull(storage, "storage");
  }

  /** The n-th commit from now fails before anything is written. */
  public void failCommit(long n, EngineException failure) {
    commitFailures.put(commits.get() + n, failure);
  }

  /** The n-th commit from now is done, yet its callers are told that it failed. */
  public void loseAcknowledgement(long n, EngineException failure) {
    lostAcknowledgements.put(commits.get() + n, failure);
  }

  /** The n-th commit from now waits, before anything is written, until released. */
  public Hold holdCommit(long n) {
    return commitHolds.computeIfAbsent(commits.get() + n, key -> new Hold());
  }

  /** The n-th call from now fails and does not reach the storage. */
  public void failCall(long n, EngineException failure) {
    callFailures.put(calls.get() + n, failure);
  }

  /** The n-th call from now waits, before it reaches the storage, until released. */
  public Hold holdCall(long n) {
    return callHolds.computeIfAbsent(calls.get() + n, key -> new Hold());
  }

  /** Calls so far, failed ones included. */
  public long calls() {
    return calls.get();
  }

  /** Commits so far, failed ones included. */
  public long commits() {
    return commits.get();
  }

  @Override
  public Set<Capability> capabilities() {
    return storage.capabilities();
  }

  @Override
  public void start(GroupListener listener) {
    storage.start(new FaultyListener(listener));
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    passCall();
    return storage.get(table, key);
  }

  @Override
  public ReadView snapshot() {
    passCall();
    return storage.snapshot();
  }

  @Override
  public <R> void submit(Decision<R> decision, Completion<R> completion) {
    try {
      passCall();
    } catch (EngineException failure) {
      completion.complete(null, failure);
      return;
    }
    Traced<R> traced = new Traced<>(decision);
    storage.submit(
        traced,
        (result, failure) -> {
          EngineException lost = failure == null ? traced.lostAcknowledgement() : null;
          if (lost != null) {
            completion.complete(null, lost);
          } else {
            completion.complete(result, failure);
          }
        });
  }

  @Override
  public <R> R execute(Decision<R> decision) {
    passCall();
    Traced<R> traced = new Traced<>(decision);
    R result = storage.execute(traced);
    EngineException lost = traced.lostAcknowledgement();
    if (lost != null) {
      throw lost;
    }
    return result;
  }

  @Override
  public int waiting() {
    return storage.waiting();
  }

  @Override
  public long sizeOnDiskBytes() {
    return storage.sizeOnDiskBytes();
  }

  @Override
  public void backup(Path directory) {
    storage.backup(directory);
  }

  @Override
  public void close() {
    storage.close();
  }

  private void passCall() {
    pass(calls.incrementAndGet(), callHolds, callFailures);
  }

  private static void pass(
      long number, Map<Long, Hold> holds, Map<Long, EngineException> failures) {
    Hold hold = holds.remove(number);
    if (hold != null) {
      hold.pass();
    }
    EngineException failure = failures.remove(number);
    if (failure != null) {
      throw failure;
    }
  }

  /** The decisions that commit together. */
  private static final class Group {
    volatile EngineException lostAcknowledgement;
  }

  /** Remembers in which group a decision ran last. */
  private final class Traced<R> implements Decision<R> {
    private final Decision<R> decision;
    private volatile Group ranIn;

    Traced(Decision<R> decision) {
      this.decision = requireNonNull(decision, "decision");
    }

    @Override
    public R decide(WriteView view) {
      ranIn = group;
      return decision.decide(view);
    }

    @Override
    public boolean exclusive() {
      return decision.exclusive();
    }

    EngineException lostAcknowledgement() {
      return ranIn.lostAcknowledgement;
    }
  }

  /** Throwing from end makes the storage give the group up whole, as a failed commit would. */
  private final class FaultyListener implements GroupListener {
    private final GroupListener listener;

    FaultyListener(GroupListener listener) {
      this.listener = requireNonNull(listener, "listener");
    }

    @Override
    public void begin(WriteView view) {
      group = new Group();
      listener.begin(view);
    }

    @Override
    public void end(WriteView view) {
      listener.end(view);
      pass(commits.incrementAndGet(), commitHolds, commitFailures);
    }

    @Override
    public void committed() {
      listener.committed();
      group.lostAcknowledgement = lostAcknowledgements.remove(commits.get());
    }

    @Override
    public void abandoned() {
      listener.abandoned();
    }
  }
}
