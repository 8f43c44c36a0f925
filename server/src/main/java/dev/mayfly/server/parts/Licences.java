package dev.mayfly.server.parts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Under which licence each library is shipped, by its group. */
public final class Licences {
  private static final String LIST = "/META-INF/mayfly/licences.txt";

  private final Map<String, String> byGroup = new TreeMap<>();

  private Licences() {}

  /** Those that are written down. */
  public static Licences read() throws IOException {
    Licences licences = new Licences();
    try (InputStream list = Licences.class.getResourceAsStream(LIST)) {
      new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", 2))
          .forEach(words -> licences.byGroup.put(words[0], words[1]));
    }
    return licences;
  }

  /** An SPDX expression. */
  public String of(Part part) throws IOException {
    String licence = byGroup.get(part.group());
    if (licence == null) {
      throw new IOException(part.name() + " has no licence in " + LIST + ": add a line");
    }
    return licence;
  }

  /** The groups that are written down. */
  Iterable<String> groups() {
    return byGroup.keySet();
  }
}
