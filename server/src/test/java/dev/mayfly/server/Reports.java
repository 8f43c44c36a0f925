package dev.mayfly.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** What tests measure: printed, and for {@code ./mayfly bench} written to a file. */
final class Reports {
  private Reports() {}

  static void add(String format, Object... figures) {
    String line = String.format(Locale.ROOT, format, figures);
    System.out.println(line);
    String file = System.getProperty("mayfly.report");
    if (file != null) {
      try {
        Files.writeString(
            Path.of(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
