package dev.mayfly.bench.attacker;

import dev.mayfly.bench.process.Pinning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs one attack, prints what became of its requests, and ends with all its connections. */
public final class AttackerProgram {
  /** Later than everybody else, but not starved: the server gets what it needs to be fair. */
  private static final String NICENESS = "5";

  private AttackerProgram() {}

  /**
   * Starts it in a process of its own, on one core and at a low priority: an attacker on the same
   * machine must not win by taking the processor away.
   */
  public static Process start(String attack, int seconds, Target target) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "nice",
                "-n",
                NICENESS,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:ActiveProcessorCount=1",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AttackerProgram.class.getName(),
                attack,
                Integer.toString(seconds)));
    command.addAll(target.toArguments());
    return new ProcessBuilder(Pinning.onOneCore(command))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  public static void main(String[] args) throws Exception {
    List<String> arguments = List.of(args);
    Arena arena =
        new Arena(
            Target.ofArguments(arguments.subList(2, arguments.size())),
            Integer.parseInt(arguments.get(1)));
    Attacks.ALL.get(arguments.get(0)).start(arena);
    arena.awaitEnd();
    arena.tally().lines().forEach(System.out::println);
    System.out.flush();
    // The threads are in reads and writes that may never end.
    Runtime.getRuntime().halt(0);
  }
}
