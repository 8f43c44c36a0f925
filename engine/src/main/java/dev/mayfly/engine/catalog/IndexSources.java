package dev.mayfly.engine.catalog;

import dev.mayfly.engine.bson.IndexingPaths;
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

  /**
   * Those of a definition; the ones that stay what they are keep their numbers, as do automatic
   * ones over paths that may be indexed.
   */
  public IndexSources defined(List<PathIndex> wanted, IndexingPaths paths) {
    List<IndexSource> sources = new ArrayList<>();
    int following = next;
    for (PathIndex index : wanted) {
      IndexSource same = find(index);
      sources.add(new IndexSource(same == null ? following++ : same.id(), index, false));
    }
    for (IndexSource source : list) {
      boolean taken = wanted.stream().anyMatch(index -> index.name().equals(source.index().name()));
      if (source.automatic() && !taken && paths.includes(source.index().parts().get(0).path())) {
        sources.add(source);
      }
    }
    return new IndexSources(sources, following);
  }

  /** With one more, made because a query asked for it. */
  public IndexSources withAutomatic(PathIndex index) {
    List<IndexSource> sources = new ArrayList<>(list);
    sources.add(new IndexSource(next, index, true));
    return new IndexSources(sources, next + 1);
  }

  private IndexSource find(PathIndex index) {
    return list.stream()
        .filter(each -> !each.automatic() && each.index().isSame(index))
        .findFirst()
        .orElse(null);
  }

  public IndexSources without(int id) {
    return new IndexSources(list.stream().filter(each -> each.id() != id).toList(), next);
  }

  /** Those that another list has not. */
  public List<IndexSource> minus(IndexSources other) {
    Set<Integer> ids = other.list.stream().map(IndexSource::id).collect(Collectors.toSet());
    return list.stream().filter(each -> !ids.contains(each.id())).toList();
  }
}
