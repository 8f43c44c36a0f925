package dev.mayfly.storage.ratis;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A replica with an engine on it, as a server runs them. */
final class EngineNode implements RoleListener, AutoCloseable {
  private final Supplier<TtlClock> clocks;
  private final EngineOptions options;
  private final Replica replica;
  private volatile Engine leading;
  private volatile Engine following;
  private volatile Throwable refused;
  private final List<Long> secondsFollowed = new CopyOnWriteArrayList<>();

  EngineNode(ReplicaOptions replicaOptions, Supplier<TtlClock> clocks, EngineOptions options) {
    this.clocks = clocks;
    this.options = options;
    this.replica = Replica.start(replicaOptions, this);
  }

  Replica replica() {
    return replica;
  }

  boolean leads() {
    return leading != null && replica.cluster().state().isLeader();
  }

  /** The engine of a node that leads, or null. */
  Engine leading() {
    return leading;
  }

  /** The engine of a node that follows, once there is one. */
  Engine following() {
    Await.until("it follows", () -> following != null);
    return following;
  }

  boolean hasFollowed() {
    return !secondsFollowed.isEmpty();
  }

  /** The seconds that its followers' engines showed when they were opened. */
  List<Long> secondsFollowed() {
    return secondsFollowed;
  }

  /** Why it could not lead. */
  Throwable refused() {
    return refused;
  }

  @Override
  public synchronized void leading(Storage storage, long term) {
    end();
    try {
      leading = Engine.lead(storage, clocks.get(), options);
    } catch (RuntimeException e) {
      refused = e;
    }
  }

  @Override
  public synchronized void following(Storage readOnlyStorage) {
    end();
    Engine engine = Engine.follow(readOnlyStorage, options);
    secondsFollowed.add(engine.clock().epochSecond());
    following = engine;
  }

  @Override
  public synchronized void stopped(Throwable reason) {
    end();
  }

  private void end() {
    if (leading != null) {
      leading.close();
    }
    if (following != null) {
      following.close();
    }
    leading = null;
    following = null;
  }

  @Override
  public void close() {
    replica.abort();
    end();
  }
}
