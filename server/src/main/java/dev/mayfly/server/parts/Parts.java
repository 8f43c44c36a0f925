package dev.mayfly.server.parts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** All jars that this build ships beside its own; the build wrote them down. */
public final class Parts {
  private static final List<String> LISTS =
      List.of("/META-INF/mayfly/parts.txt", "/META-INF/mayfly/javascript-parts.txt");

  private Parts() {}

  /** With those of the add-on for scripts, in a fixed order. */
  public static List<Part> shipped() throws IOException {
    List<Part> parts = new ArrayList<>();
    for (String list : LISTS) {
      try (InputStream in = Parts.class.getResourceAsStream(list)) {
        if (in == null) {
          throw new IOException("there is no " + list + "; build with Maven");
        }
        parts.addAll(parse(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))));
      }
    }
    return parts;
  }

  /** Reads what {@code dependency:list} writes: a headline, and coordinates with a remark each. */
  static List<Part> parse(BufferedReader list) {
    return list.lines()
        .map(String::strip)
        .filter(line -> line.contains(":jar:"))
        .map(line -> Part.parse(line.split(" ", 2)[0]))
        .toList();
  }
}
