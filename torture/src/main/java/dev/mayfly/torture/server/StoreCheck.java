package dev.mayfly.torture.server;

import dev.mayfly.torture.ledger.Violation;
import dev.mayfly.torture.process.Command;
import dev.mayfly.torture.round.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** The command check, which must leave everything as it is and say what it finds. */
final class StoreCheck {
  private StoreCheck() {}

  /** True if it finds nothing. */
  static boolean isClean(Path directory) throws IOException {
    Map<String, String> before = Scratch.digests(directory);
    Command check = Command.check(directory);
    Map<String, String> after = Scratch.digests(directory);
    if (!before.equals(after)) {
      throw new Violation("check changed the directory: " + check);
    }
    if (check.exitCode() != 0 && check.output().isBlank()) {
      throw new Violation("check fails and says nothing");
    }
    return check.exitCode() == 0;
  }

  /** Fails if it finds anything. */
  static void requireClean(Path directory, String when) throws IOException {
    if (!isClean(directory)) {
      throw new Violation("check " + when + ": " + Command.check(directory));
    }
  }
}
