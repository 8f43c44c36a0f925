package dev.mayfly.bench.attacker;

/** One way to harm a server. */
@FunctionalInterface
interface Attack {
  /** Starts it; its threads end when the arena's time is over. */
  void start(Arena arena) throws Exception;
}
