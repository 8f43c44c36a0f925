package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.IndexingPaths;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.List;

/** What queries may rely on an index for; also what a write's terms are counted by. */
public record IndexingPolicy(Mode mode, List<String> included, List<String> excluded) {
  /** When index terms follow an item. */
  public enum Mode {
    CONSISTENT,
    LAZY,
    NONE
  }

  public static final IndexingPolicy ALL =
      new IndexingPolicy(Mode.CONSISTENT, List.of("/*"), List.of());

  public static final IndexingPolicy OFF = new IndexingPolicy(Mode.NONE, List.of(), List.of());

  public IndexingPolicy {
    requireNonNull(mode, "mode");
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
    if (mode == Mode.NONE && !(included.isEmpty() && excluded.isEmpty())) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "An indexing policy of mode 'none' must not have included or excluded paths.");
    }
    paths(mode, included, excluded);
  }

  /** The paths as item terms are counted by them. */
  public IndexingPaths paths() {
    return paths(mode, included, excluded);
  }

  private static IndexingPaths paths(Mode mode, List<String> included, List<String> excluded) {
    return mode == Mode.NONE ? IndexingPaths.NONE : IndexingPaths.parse(included, excluded);
  }
}
