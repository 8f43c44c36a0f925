package dev.mayfly.cosmos.json;

import dev.mayfly.cosmos.http.CosmosException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Where a patch operation works: a JSON pointer of at least one name.
 *
 * @param text as the client sent it
 * @param names with the escapes resolved, from the root inwards
 */
record PatchPath(String text, List<String> names) {
  private static final Set<String> FIXED =
      Set.of("id", "_rid", "_self", "_etag", "_attachments", "_ts");

  PatchPath {
    names = List.copyOf(names);
  }

  static PatchPath parse(String text) {
    if (text.isEmpty()) {
      throw refuse(text, "it names the whole item; name a property, such as /name");
    }
    if (text.charAt(0) != '/') {
      throw refuse(text, "it must start with a slash");
    }
    List<String> names = new ArrayList<>();
    int from = 1;
    while (true) {
      int slash = text.indexOf('/', from);
      names.add(unescape(text, text.substring(from, slash < 0 ? text.length() : slash)));
      if (slash < 0) {
        break;
      }
      from = slash + 1;
    }
    if (names.size() > JsonToBson.MAX_DEPTH) {
      throw refuse(text.substring(0, 64) + "...", "it has too many parts");
    }
    if (FIXED.contains(names.get(0))) {
      throw refuse(text, "the property '" + names.get(0) + "' cannot be patched");
    }
    return new PatchPath(text, names);
  }

  /** Whether the other path names this one or something inside it. */
  boolean contains(PatchPath other) {
    return other.names.size() >= names.size() && other.names.subList(0, names.size()).equals(names);
  }

  String last() {
    return names.get(names.size() - 1);
  }

  private static String unescape(String path, String name) {
    if (name.indexOf('\0') >= 0) {
      throw refuse(path.replace("\0", "\\u0000"), "a name cannot hold the character U+0000");
    }
    int tilde = name.indexOf('~');
    if (tilde < 0) {
      return name;
    }
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c != '~') {
        result.append(c);
        continue;
      }
      i++;
      char escaped = i < name.length() ? name.charAt(i) : ' ';
      switch (escaped) {
        case '0' -> result.append('~');
        case '1' -> result.append('/');
        default -> throw refuse(path, "after ~ there must be 0 or 1");
      }
    }
    return result.toString();
  }

  private static CosmosException refuse(String path, String why) {
    return CosmosException.badRequest("The patch path '" + path + "' is not valid: " + why + ".");
  }
}
