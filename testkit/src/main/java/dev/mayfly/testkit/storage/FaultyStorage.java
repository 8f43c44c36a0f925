package dev.mayfly.testkit.storage;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes any storage fail or wait at a chosen commit or call. Numbers count from now: 1 is the next
 * one. A commit is a group that wrote something; a call is one of get, snapshot, submit, execute.
 */
public final class FaultyStorage extends ForwardingStorage {
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong commits = new AtomicLong();
  private final Map<Long, EngineException> callFailures = new ConcurrentHashMap<>();
  private final Map<Long, Hold> callHolds = new ConcurrentHashMap<>();
  private final Map<Long, EngineException> commitFailures = new ConcurrentHashMap<>();
  private final Map<Long, Hold> commitHolds = new ConcurrentHashMap<>();
  private final Map<Long, EngineException> lostAcknowledgements = new ConcurrentHashMap<>();
  private volatile Group group;

  public FaultyStorage(Storage storage) {
    super(storage);
  }

  /** The n-th commit from now fails before anything is written. */
  public void failCommit(long n, EngineException failure) {
    commitFailures.put(commits.get() + n, failure);
  }

  /** The n-th commit from now is done, yet its callers get a failure. */
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
  public void start(GroupListener listener) {
    super.start(new FaultyListener(listener));
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    passCall();
    return super.get(table, key);
  }

  @Override
  public ReadView snapshot() {
    passCall();
    return super.snapshot();
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
    inner()
        .submit(
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
    R result = inner().execute(traced);
    EngineException lost = traced.lostAcknowledgement();
    if (lost != null) {
      throw lost;
    }
    return result;
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
  private final class Traced<R> extends ForwardingDecision<R> {
    private volatile Group ranIn;

    Traced(Decision<R> decision) {
      super(decision);
    }

    @Override
    public R decide(WriteView view) {
      ranIn = group;
      return super.decide(view);
    }

    EngineException lostAcknowledgement() {
      return ranIn.lostAcknowledgement;
    }
  }

  /** Throwing from end makes the storage give the group up whole, as a failed commit would. */
  private final class FaultyListener extends ForwardingListener {
    FaultyListener(GroupListener listener) {
      super(listener);
    }

    @Override
    public void begin(WriteView view) {
      group = new Group();
      super.begin(view);
    }

    @Override
    public void end(WriteView view) {
      super.end(view);
      pass(commits.incrementAndGet(), commitHolds, commitFailures);
    }

    @Override
    public void committed() {
      super.committed();
      group.lostAcknowledgement = lostAcknowledgements.remove(commits.get());
    }
  }
}
