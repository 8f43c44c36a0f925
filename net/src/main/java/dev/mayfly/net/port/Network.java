package dev.mayfly.net.port;

import dev.mayfly.net.work.WorkLimits;
import dev.mayfly.net.work.Workers;

/**
 * The threads that the ports of a server share: event loops for what does not block, workers for
 * everything else. Because there is one set of workers, users and connections take turns whichever
 * port they use.
 */
public final class Network implements AutoCloseable {
  private static final int WORKER_THREADS_MIN = 4;

  private final EventLoops loops;
  private final Workers workers;

  private Network(int networkThreads, int workerThreads) {
    loops = new EventLoops("mayfly-network", networkThreads);
    workers = new Workers("mayfly-worker", WorkLimits.of(workerThreads));
  }

  /** As many threads of either kind as there are processors, but at least four workers. */
  public static Network ofMachine() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new Network(processors, Math.max(WORKER_THREADS_MIN, processors));
  }

  public EventLoops loops() {
    return loops;
  }

  public Workers workers() {
    return workers;
  }

  /** Ends what still runs, within a few seconds. The ports are closed before. */
  @Override
  public void close() {
    workers.close();
    loops.close();
  }
}
