package dev.mayfly.fuzz.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Lists of words, one word in a line; lines that begin with '#' are comments. */
public final class Words {
  private Words() {}

  /** The words of a list, in its order. */
  public static List<String> of(String name) {
    String resource = "/dictionaries/" + name + ".txt";
    try (InputStream in = Words.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("there is no resource " + resource);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new IllegalStateException("can't read " + resource, e);
    }
  }

  /** A list in the form that libFuzzer reads: each word in quotes, other bytes as \xAB. */
  public static List<String> dictionary(String name) {
    List<String> lines = new ArrayList<>();
    for (String word : of(name)) {
      StringBuilder line = new StringBuilder("\"");
      for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
        if (b == '"' || b == '\\' || b < ' ' || b > '~') {
          line.append(String.format("\\x%02X", b));
        } else {
          line.append((char) b);
        }
      }
      lines.add(line.append('"').toString());
    }
    return lines;
  }
}
