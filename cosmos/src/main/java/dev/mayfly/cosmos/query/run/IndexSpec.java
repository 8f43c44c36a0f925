package dev.mayfly.cosmos.query.run;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.PathIndex;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An index that a query could use, whether it is there or not.
 *
 * @param arrays how it reads arrays
 */
public record IndexSpec(List<PathIndex.Part> parts, PathIndex.Arrays arrays) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  public IndexSpec {
    parts = List.copyOf(parts);
  }

  /** The index over one path. */
  static IndexSpec over(List<String> path, boolean members) {
    return new IndexSpec(
        List.of(new PathIndex.Part(fieldPath(path), false)),
        members ? PathIndex.Arrays.MEMBERS : PathIndex.Arrays.WHOLE);
  }

  static FieldPath fieldPath(List<String> path) {
    StringBuilder text = new StringBuilder();
    path.forEach(name -> text.append('/').append(written(name)));
    return FieldPath.ofSlashed(text.toString());
  }

  /** A name as policies write it: in quotes if it is not a plain one. */
  private static String written(String name) {
    return PLAIN.matcher(name).matches()
        ? name
        : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  public boolean isComposite() {
    return parts.size() > 1;
  }

  /** As the service names indexes: a path and the sign for a value, or paths with directions. */
  public String text() {
    if (!isComposite()) {
      String path = written(parts.get(0).path());
      return path + (arrays == PathIndex.Arrays.MEMBERS ? "/[]/?" : "/?");
    }
    return parts.stream()
        .map(part -> written(part.path()) + (part.descending() ? " DESC" : " ASC"))
        .collect(Collectors.joining(", "));
  }

  private static String written(FieldPath path) {
    return path.names().stream().map(name -> "/" + written(name)).collect(Collectors.joining());
  }
}
