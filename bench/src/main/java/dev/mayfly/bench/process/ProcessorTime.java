package dev.mayfly.bench.process;

import java.io.IOException;

/** What a server, be it one process or several, has taken of the processors. */
public interface ProcessorTime {
  /** Processor time that it has used, in itself and in the kernel. */
  double processorSeconds() throws IOException;
}
