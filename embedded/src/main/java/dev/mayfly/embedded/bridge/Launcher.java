package dev.mayfly.embedded.bridge;

import java.util.Map;

/** Starts servers; its implementation is loaded by the isolating class loader. */
public interface Launcher {
  /**
   * Starts a server.
   *
   * @param settings those of {@code mayfly serve}, by name
   * @throws IllegalArgumentException if a setting is wrong or a port is taken; the message says
   *     what to do
   * @throws IllegalStateException if the store can't be opened
   */
  Server start(Map<String, String> settings);
}
