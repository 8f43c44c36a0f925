package dev.mayfly.engine.catalog;

import dev.mayfly.engine.index.PathIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The path indexes of a container.
 *
 * @param next the number that the next one gets
 */
public record IndexSources(List<IndexSource> list, int next) {
  public static final IndexSources NONE = new IndexSources(List.of(), 0);

  public IndexSources {
    list = List.copyOf(list);
  }

  /** Those of a definition; the ones that stay what they are keep their numbers. */
  IndexSources defined(List<PathIndex> wanted) {
    List<IndexSource> sources = new ArrayList<>();
    int following = next;
    for (PathIndex index : wanted) {
      IndexSource same = find(index);
      sources.add(new IndexSource(same == null ? following++ : same.id(), index, false));
    }
    return new IndexSources(sources, following);
  }

  private IndexSource find(PathIndex index) {
    return list.stream()
        .filter(each -> !each.automatic() && each.index().isSame(index))
        .findFirst()
        .orElse(null);
  }

  IndexSources without(int id) {
    return new IndexSources(list.stream().filter(each -> each.id() != id).toList(), next);
  }

  /** Those that another list has not. */
  List<IndexSource> minus(IndexSources other) {
    Set<Integer> ids = other.list.stream().map(IndexSource::id).collect(Collectors.toSet());
    return list.stream().filter(each -> !ids.contains(each.id())).toList();
  }
}
