package dev.mayfly.engine.check;

import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.IndexSource;
import dev.mayfly.engine.index.PathIndex;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Whether a container's indexes are those that its definition asks for. */
final class IndexListCheck {
  private IndexListCheck() {}

  static void check(ContainerState state, Set<Integer> built, Consumer<String> problems) {
    List<PathIndex> wanted = state.definition().pathIndexes();
    List<PathIndex> defined =
        state.indexes().list().stream()
            .filter(each -> !each.automatic())
            .map(IndexSource::index)
            .toList();
    if (!defined.equals(wanted)) {
      problems.accept("the path indexes are " + wanted + ", but those kept " + defined);
    }
    Set<Integer> ids = new HashSet<>();
    for (IndexSource source : state.indexes().list()) {
      if (!ids.add(source.id()) || source.id() >= state.indexes().next()) {
        problems.accept("the number of the index " + source + " is not valid");
      }
    }
    if (!ids.equals(built)) {
      problems.accept("the indexes are " + ids + ", but there are rows of " + built);
    }
  }
}
