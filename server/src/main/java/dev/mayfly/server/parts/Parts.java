package dev.mayfly.server.parts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** All jars that this build ships beside its own; the build wrote them down. */
public final class Parts {
  private static final String LIST = "/META-INF/mayfly/parts.txt";

  private Parts() {}

  /** In a fixed order. */
  public static List<Part> shipped() throws IOException {
    try (InputStream list = Parts.class.getResourceAsStream(LIST)) {
      if (list == null) {
        throw new IOException("there is no " + LIST + "; build with Maven");
      }
      return parse(new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8)));
    }
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
