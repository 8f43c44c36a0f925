package dev.mayfly.engine.clock;

/** Real time for budgets and timeouts; never moved by the movable clock. */
@FunctionalInterface
public interface RealTime {
  RealTime SYSTEM = System::nanoTime;

  /** Nanoseconds since some origin; never runs backwards. */
  long nanoTime();
}
