package dev.mayfly.mongo.filter;

import java.util.ArrayList;
import java.util.List;

/** A parsed dotted path. */
final class FilterPath {
  private static final int NO_POSITION = -1;
  private static final int LONGEST_NUMBER = 9;

  private final String[] parts;
  private final int[] positions;

  FilterPath(String dotted) {
    this.parts = split(dotted);
    this.positions = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      positions[i] = position(parts[i]);
    }
  }

  private static String[] split(String dotted) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int dot = dotted.indexOf('.'); dot >= 0; dot = dotted.indexOf('.', start)) {
      parts.add(dotted.substring(start, dot));
      start = dot + 1;
    }
    parts.add(dotted.substring(start));
    return parts.toArray(String[]::new);
  }

  /** The array index of a path component, or -1. */
  private static int position(String part) {
    if (part.isEmpty() || part.length() > LONGEST_NUMBER) {
      return NO_POSITION;
    }
    for (int i = 0; i < part.length(); i++) {
      if (part.charAt(i) < '0' || part.charAt(i) > '9') {
        return NO_POSITION;
      }
    }
    return part.charAt(0) == '0' && part.length() > 1 ? NO_POSITION : Integer.parseInt(part);
  }

  String[] parts() {
    return parts;
  }

  int[] positions() {
    return positions;
  }
}
