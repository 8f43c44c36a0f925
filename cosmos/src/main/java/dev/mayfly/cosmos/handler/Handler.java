package dev.mayfly.cosmos.handler;

/** Answers calls for one type of resource. */
@FunctionalInterface
public interface Handler {
  /**
   * Answers a call, now or later, from any thread. What it throws is answered as a failure.
   *
   * @throws RuntimeException a CosmosException or EngineException to refuse
   */
  void handle(Call call);
}
