package dev.mayfly.scripts;

import java.time.Duration;

/**
 * What scripts may use.
 *
 * @param time for one execution, at most
 * @param heapMegabytes of the process that runs it
 * @param processes that run scripts at a time
 * @param waiting executions that wait for a process
 * @param patience how long one of them waits at most
 * @param idle after how long without work a process ends
 */
public record ScriptLimits(
    Duration time,
    int heapMegabytes,
    int processes,
    int waiting,
    Duration patience,
    Duration idle) {
  /** As many processes as the machine has processors, and at least two. */
  public static ScriptLimits ofMachine() {
    return new ScriptLimits(
        Duration.ofSeconds(5),
        192,
        Math.max(2, Math.min(8, Runtime.getRuntime().availableProcessors())),
        64,
        Duration.ofSeconds(20),
        Duration.ofMinutes(10));
  }
}
