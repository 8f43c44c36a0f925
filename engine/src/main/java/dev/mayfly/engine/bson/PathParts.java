package dev.mayfly.engine.bson;

import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;

import dev.mayfly.engine.error.EngineException;
import java.util.ArrayList;
import java.util.List;

/** Takes a slashed path apart: {@code /a/"b c"/d}. */
final class PathParts {
  static final int MAX_PATH_CHARS = 4096;

  /** A name between slashes; what stands in quotes is never a wildcard. */
  record Part(String name, boolean quoted) {
    boolean isWildcard(String wildcard) {
      return !quoted && name.equals(wildcard);
    }
  }

  private final String path;
  private int position;

  private PathParts(String path) {
    this.path = path;
  }

  static List<Part> parse(String path) {
    if (path.length() > MAX_PATH_CHARS) {
      throw new EngineException(
          BAD_REQUEST,
          "A path of "
              + path.length()
              + " characters is too long; at most "
              + MAX_PATH_CHARS
              + " are allowed.");
    }
    return new PathParts(path).parts();
  }

  static EngineException refuse(String path, String why) {
    return new EngineException(BAD_REQUEST, "The path '" + path + "' is not valid: " + why);
  }

  private List<Part> parts() {
    if (path.isEmpty() || path.charAt(0) != '/') {
      throw refuse(path, "it must start with '/', for example '/address/city'.");
    }
    List<Part> parts = new ArrayList<>();
    while (position < path.length()) {
      position++; // the slash
      boolean quoted = position < path.length() && path.charAt(position) == '"';
      Part part = new Part(quoted ? quotedName() : plainName(), quoted);
      if (part.name().isEmpty()) {
        throw refuse(path, "it has an empty part at character " + position + ".");
      }
      if (part.name().indexOf('\0') >= 0) {
        throw refuse(path, "a name cannot hold the character U+0000.");
      }
      if (parts.size() == RawBson.MAX_DEPTH) {
        throw refuse(path, "it has more than " + RawBson.MAX_DEPTH + " parts.");
      }
      parts.add(part);
    }
    return parts;
  }

  private String plainName() {
    int end = path.indexOf('/', position);
    String name = path.substring(position, end < 0 ? path.length() : end);
    if (name.indexOf('"') >= 0) {
      throw refuse(path, "a quote must stand directly after a '/'.");
    }
    position += name.length();
    return name;
  }

  private String quotedName() {
    StringBuilder name = new StringBuilder();
    for (position++; position < path.length(); position++) {
      char c = path.charAt(position);
      if (c == '"') {
        position++;
        if (position < path.length() && path.charAt(position) != '/') {
          throw refuse(path, "a '/' must follow the closing quote at character " + position + ".");
        }
        return name.toString();
      }
      if (c == '\\') {
        position++;
        c = position < path.length() ? path.charAt(position) : '\0';
        if (c != '"' && c != '\\') {
          throw refuse(path, "inside quotes a backslash may only stand before '\"' or '\\'.");
        }
      }
      name.append(c);
    }
    throw refuse(path, "a closing quote is missing.");
  }
}
