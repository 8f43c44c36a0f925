package dev.mayfly.net.port;

import dev.mayfly.net.measure.OperationMeter;
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
  private final OperationMeter meter = new OperationMeter();

  private Network(int networkThreads, int workerThreads, boolean keepsPorts) {
    loops = new EventLoops("mayfly-network", networkThreads, keepsPorts);
    workers = new Workers("mayfly-worker", WorkLimits.of(workerThreads));
  }

  /** As many threads of either kind as there are processors, but at least four workers. */
  public static Network ofMachine() {
    return ofMachine(false);
  }

  /**
   * The same for front ends that replace each other on the same ports: a server socket stays bound
   * when its port is closed, and the next port at the same address takes it over.
   */
  public static Network keepingPorts() {
    return ofMachine(true);
  }

  private static Network ofMachine(boolean keepsPorts) {
    int processors = Runtime.getRuntime().availableProcessors();
    return new Network(processors, Math.max(WORKER_THREADS_MIN, processors), keepsPorts);
  }

  public EventLoops loops() {
    return loops;
  }

  public Workers workers() {
    return workers;
  }

  /** What the requests of all ports are measured by. */
  public OperationMeter meter() {
    return meter;
  }

  /** Ends what still runs, within a few seconds. The ports are closed before. */
  @Override
  public void close() {
    workers.close();
    loops.close();
  }
}
