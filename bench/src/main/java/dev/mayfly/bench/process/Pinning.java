package dev.mayfly.bench.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps processes on a core each, so that none of them waits for the other's. */
public final class Pinning {
  /** Cores counted from 0; this one is the client's. */
  private static final int CLIENT = 0;

  private static final int SERVER = 1;

  /** Found out once: a client that is pinned sees one core only. */
  private static final boolean POSSIBLE =
      Runtime.getRuntime().availableProcessors() > 1 && run("taskset", "-p", pid());

  private Pinning() {}

  /** False if there is one core only, or nothing that can pin. */
  public static boolean isPossible() {
    return POSSIBLE;
  }

  /** All threads that this process has and will have. */
  public static void pinClient() {
    require(run("taskset", "-a", "-c", "-p", Integer.toString(CLIENT), pid()));
  }

  /**
   * A command whose process stays on one core from the start, not the client's, so that what it
   * starts knows how many cores it has; the command as it is where nothing can be pinned.
   */
  public static List<String> onOneCore(List<String> command) {
    if (!isPossible()) {
      return command;
    }
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", Integer.toString(SERVER)));
    pinned.addAll(command);
    return pinned;
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
