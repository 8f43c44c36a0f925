package dev.mayfly.torture.process;

import dev.mayfly.server.Main;
import dev.mayfly.testkit.cluster.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command of the program that ends by itself, and what it said. */
public record Command(int exitCode, String output) {
  /** Runs it in this process, which is quick. */
  public static Command here(String... arguments) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    int exitCode = Main.run(out, out, arguments);
    return new Command(exitCode, said.toString());
  }

  public static Command check(Path directory) {
    return here("check", directory.toString());
  }

  /** Begins to restore a backup in a process of its own and kills it after some time. */
  public static void killedRestore(Path backup, Path data, long afterMillis)
      throws IOException, InterruptedException {
    Process process =
        Program.start(List.of("restore", backup.toString(), "--data", data.toString()));
    try {
      process.waitFor(afterMillis, TimeUnit.MILLISECONDS);
    } finally {
      process.toHandle().destroyForcibly();
      process.waitFor();
      process.getInputStream().readAllBytes();
    }
  }

  /** The same as a process of its own, as users run it. */
  public static Command process(String... arguments) throws IOException, InterruptedException {
    Process process = Program.start(List.of(arguments));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Command(process.waitFor(), output);
  }
}
