package dev.mayfly.bench.process;

import java.io.IOException;

/** Keeps processes on a core each, so that none of them waits for the other's. */
public final class Pinning {
  /** Cores counted from 0; this one is the client's. */
  private static final int CLIENT = 0;

  private static final int SERVER = 1;

  private Pinning() {}

  /** False if there is one core only, or nothing that can pin. */
  public static boolean isPossible() {
    return Runtime.getRuntime().availableProcessors() > 1 && run("taskset", "-p", pid());
  }

  /** All threads that this process has and will have. */
  public static void pinClient() {
    require(run("taskset", "-a", "-c", "-p", Integer.toString(CLIENT), pid()));
  }

  /**
   * All threads of a server that runs already: it was started as users start it, and chose its
   * threads and its collector for the whole machine.
   */
  public static void pinServer(ChildServer server) {
    String pid = Long.toString(server.pid());
    require(run("taskset", "-a", "-c", "-p", Integer.toString(SERVER), pid));
  }

  private static String pid() {
    return Long.toString(ProcessHandle.current().pid());
  }

  private static void require(boolean pinned) {
    if (!pinned) {
      throw new IllegalStateException("taskset could not pin a process");
    }
  }

  private static boolean run(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
