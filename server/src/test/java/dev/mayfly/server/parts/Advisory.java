package dev.mayfly.server.parts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A published vulnerability of a library.
 *
 * @param name {@code group:artifact}
 * @param since the first version that has it
 * @param fixed the first later version that does not
 */
record Advisory(String name, PartVersion since, PartVersion fixed, String id, String what) {
  private static final String LIST = "advisories.txt";

  /** A line of the list: five columns, two blanks or more between them. */
  static Advisory parse(String line) {
    List<String> columns = List.of(line.strip().split(" {2,}", 5));
    if (columns.size() != 5) {
      throw new IllegalArgumentException("not five columns: " + line);
    }
    PartVersion since = new PartVersion(columns.get(1));
    PartVersion fixed = new PartVersion(columns.get(2));
    if (since.compareTo(fixed) >= 0) {
      throw new IllegalArgumentException("it would affect no version: " + line);
    }
    return new Advisory(columns.get(0), since, fixed, columns.get(3), columns.get(4));
  }

  /** All of the list that comes with the sources. */
  static List<Advisory> known() throws IOException {
    try (InputStream list = Advisory.class.getResourceAsStream(LIST)) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(Advisory::parse)
          .toList();
    }
  }

  boolean affects(Part part) {
    PartVersion version = new PartVersion(part.version());
    return name.equals(part.name())
        && version.compareTo(since) >= 0
        && version.compareTo(fixed) < 0;
  }

  /** What to do about it. */
  String say(Part part) {
    return "%s %s has %s (%s): use %s or later"
        .formatted(part.name(), part.version(), id, what, fixed.text());
  }

  /** What is to be done about parts, one line for each vulnerability. */
  static List<String> against(List<Part> parts, List<Advisory> advisories) {
    return parts.stream()
        .flatMap(
            part ->
                advisories.stream()
                    .filter(advisory -> advisory.affects(part))
                    .map(advisory -> advisory.say(part)))
        .toList();
  }
}
