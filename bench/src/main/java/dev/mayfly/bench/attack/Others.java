package dev.mayfly.bench.attack;

import dev.mayfly.bench.process.ProcessView;
import java.io.IOException;

/** What other programs take of the machine while a run is measured. */
final class Others {
  private final Watch server;
  private final ProcessView self = new ProcessView(ProcessHandle.current().pid());
  private final double busyBefore;
  private final double oursBefore;
  private final long startNanos = System.nanoTime();

  Others(Watch server) throws IOException {
    this.server = server;
    this.busyBefore = Machine.busySeconds();
    this.oursBefore = ours();
  }

  /** Processors that they took since this was made; attackers that have ended are ours. */
  double cores() throws IOException {
    double busy = Machine.busySeconds() - busyBefore;
    double ours = ours() - oursBefore;
    return Math.max(0, (busy - ours) * 1e9 / (System.nanoTime() - startNanos));
  }

  private double ours() throws IOException {
    return server.processorSeconds() + self.processorSeconds() + self.endedChildrenSeconds();
  }
}
