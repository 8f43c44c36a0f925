package dev.mayfly.bench.load;

import dev.mayfly.bench.measure.Statistics;
import dev.mayfly.bench.measure.Workers;
import dev.mayfly.bench.process.ProcessorTime;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Lets workers send one request after the other for a while, and samples the server meanwhile. */
public final class Meter {
  private static final int LATENCIES_FIRST = 1 << 16;

  private Meter() {}

  /** What a worker sends. */
  public interface Request {
    /**
     * @param number a random one
     */
    void send(int worker, int number) throws Exception;
  }

  /** Measures a load that leaves nothing behind. */
  public static Load measure(
      ProcessorTime server, int workers, long millis, int numbers, Request request)
      throws Exception {
    return measure(server, workers, millis, numbers, request, false);
  }

  /**
   * @param numbers how many different random numbers requests use
   * @param settles whether the server continues to work when the load is over: that is counted too
   */
  public static Load measure(
      ProcessorTime server, int workers, long millis, int numbers, Request request, boolean settles)
      throws Exception {
    long[][] latencies = new long[workers][];
    double before = server.processorSeconds();
    double perSecond =
        Workers.rateOf(
            workers,
            millis,
            (worker, deadline) -> {
              latencies[worker] = run(worker, numbers, request, deadline);
              return latencies[worker].length;
            });
    if (settles) {
      Settling.await(server);
    }
    double seconds = server.processorSeconds() - before;
    long[] all = Arrays.stream(latencies).flatMapToLong(Arrays::stream).toArray();
    return new Load(
        perSecond,
        seconds * 1e6 / all.length,
        Statistics.percentile(all, 0.5) / 1e3,
        Statistics.percentile(all, 0.99) / 1e3);
  }

  private static long[] run(int worker, int numbers, Request request, Workers.Deadline deadline)
      throws Exception {
    SplittableRandom random = new SplittableRandom();
    long[] nanos = new long[LATENCIES_FIRST];
    int done = 0;
    while (!deadline.isOver()) {
      int number = random.nextInt(numbers);
      long start = System.nanoTime();
      request.send(worker, number);
      long took = System.nanoTime() - start;
      if (done == nanos.length) {
        nanos = Arrays.copyOf(nanos, done * 2);
      }
      nanos[done++] = took;
    }
    return Arrays.copyOf(nanos, done);
  }
}
