package dev.mayfly.vector;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.BuildProgress;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.spill.SpillSpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The approximate indexes of a server. One is built when it is first asked for, by the one thread
 * that lets all of them follow their containers, and dropped when it was not used for long. Until
 * it is there, and wherever there is none, an exact search answers. Thread safe.
 */
public final class VectorIndexes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(VectorIndexes.class);

  private static final int INDEXES_MAX = 64;
  private static final long FOLLOW_MILLIS = 200;
  private static final long IDLE_NANOS = TimeUnit.HOURS.toNanos(1);

  /** After so long another attempt is made to build one that could not be. */
  private static final long FAILED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final long CLOSE_SECONDS = 5;

  /** Without a directory they take this part of the memory of requests. */
  private static final int HEAP_DIVISOR = 4;

  private final VectorSpace space;
  private final Map<Key, VectorIndex> indexes = new HashMap<>();
  private final Map<Key, Long> failed = new HashMap<>();
  private Runnable afterClose = () -> {};
  private ScheduledExecutorService follower;
  private boolean closed;

  private record Key(long incarnation, int container, VectorField field) {
    static Key of(Container container, VectorField field) {
      return new Key(container.incarnation(), container.state().number(), field);
    }

    boolean isOf(Container other) {
      return incarnation == other.incarnation() && container == other.state().number();
    }
  }

  public VectorIndexes(VectorSpace space) {
    this.space = requireNonNull(space, "space");
  }

  /**
   * The indexes of an engine, which shows their builds. They are beside what requests spill, and
   * take at most as much; a part of the heap if requests may not spill.
   */
  public static VectorIndexes of(Engine engine, MemoryPool memory) throws IOException {
    SpillSpace spill = memory.spillSpace();
    VectorIndexes indexes =
        new VectorIndexes(
            spill.isAvailable()
                ? VectorSpace.in(spill.directory(), spill.bytesMax())
                : VectorSpace.onHeap(memory.capacityBytes() / HEAP_DIVISOR));
    indexes.afterClose = engine.background().derivedBuilds().add(indexes::builds);
    return indexes;
  }

  /**
   * An index as it is now, which the caller closes; null if there is none. Then it is built, unless
   * it can't be.
   */
  public VectorSnapshot open(Container container, VectorField field) {
    VectorIndex index;
    synchronized (this) {
      Key key = Key.of(container, field);
      index = indexes.get(key);
      if (index == null && mayBuild(key)) {
        index = new VectorIndex(container, field, space);
        indexes.put(key, index);
        start();
        VectorIndex built = index;
        follower.execute(() -> follow(key, built));
      }
    }
    return index == null ? null : index.open();
  }

  private boolean mayBuild(Key key) {
    Long at = failed.get(key);
    boolean again = at == null || System.nanoTime() - at >= FAILED_NANOS;
    return !closed && again && indexes.size() < INDEXES_MAX;
  }

  private void start() {
    if (follower == null) {
      follower =
          Executors.newSingleThreadScheduledExecutor(
              work -> {
                Thread thread = new Thread(work, "mayfly-vectors");
                thread.setDaemon(true);
                return thread;
              });
      follower.scheduleWithFixedDelay(
          this::followAll, FOLLOW_MILLIS, FOLLOW_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Counts items that a search looked up, and those of them that were gone. */
  public void searched(Container container, VectorField field, long count, long gone) {
    VectorIndex index;
    synchronized (this) {
      index = indexes.get(Key.of(container, field));
    }
    if (index != null) {
      index.searched(count, gone);
    }
  }

  /** The indexes of a container that are being built. */
  public List<BuildProgress> builds(Container container) {
    List<BuildProgress> builds = new ArrayList<>();
    synchronized (this) {
      indexes.forEach(
          (key, index) -> {
            if (key.isOf(container) && index.isBuilding()) {
              builds.add(
                  new BuildProgress(
                      key.field().path().toString(),
                      BuildProgress.Kind.VECTORS,
                      index.seenItems(),
                      container.live().items()));
            }
          });
    }
    return builds;
  }

  /** Ends an index that is not asked for any more, if there is one. */
  public void drop(Container container, VectorField field) {
    synchronized (this) {
      Key key = Key.of(container, field);
      VectorIndex index = indexes.get(key);
      if (index != null && !closed) {
        index.stop();
        follower.execute(() -> drop(key, index));
      }
    }
  }

  private void followAll() {
    Map<Key, VectorIndex> all;
    synchronized (this) {
      all = Map.copyOf(indexes);
      failed.values().removeIf(at -> System.nanoTime() - at >= FAILED_NANOS);
    }
    all.forEach(
        (key, index) -> {
          if (index.idleNanos() >= IDLE_NANOS) {
            drop(key, index);
          } else {
            follow(key, index);
          }
        });
  }

  private void follow(Key key, VectorIndex index) {
    try {
      index.work();
    } catch (VectorIndex.TooLargeException e) {
      LOG.warn("no vector index of {}: {}", key.field().path(), e.getMessage());
      fail(key, index);
    } catch (IOException | RuntimeException e) {
      // The container may be gone, which a build notices when it reads.
      LOG.debug("vector index of {} dropped", key.field().path(), e);
      fail(key, index);
    }
  }

  private void fail(Key key, VectorIndex index) {
    synchronized (this) {
      failed.put(key, System.nanoTime());
    }
    drop(key, index);
  }

  private void drop(Key key, VectorIndex index) {
    synchronized (this) {
      indexes.remove(key, index);
    }
    try {
      index.close();
    } catch (IOException | RuntimeException e) {
      LOG.debug("vector index not closed", e);
    }
  }

  /** Whether an index is there that has followed all that was committed. */
  public boolean isCurrent(Container container, VectorField field) {
    VectorIndex index;
    synchronized (this) {
      index = indexes.get(Key.of(container, field));
    }
    return index != null && !index.isBehind();
  }

  /**
   * Ends all work; nothing may be searched any more. A graph that is being merged is left to its
   * thread, which reads no container then.
   */
  @Override
  public void close() {
    afterClose.run();
    Map<Key, VectorIndex> all;
    ScheduledExecutorService ending;
    synchronized (this) {
      closed = true;
      all = Map.copyOf(indexes);
      ending = follower;
    }
    if (ending == null) {
      return;
    }
    all.values().forEach(VectorIndex::stop);
    ending.execute(() -> all.forEach(this::drop));
    ending.shutdown();
    try {
      ending.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
