package dev.mayfly.engine.catalog;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.PathIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The indexes of a container and how far each is built. Immutable. */
public final class OpenIndexes {
  public static final OpenIndexes NONE = new OpenIndexes(List.of(), Map.of());

  private final List<OpenIndex> list;
  private final Map<Integer, IndexProgress> progress;
  private final boolean anyUnique;
  private final boolean anyComputed;

  private OpenIndexes(List<OpenIndex> list, Map<Integer, IndexProgress> progress) {
    this.list = List.copyOf(list);
    this.progress = Map.copyOf(progress);
    this.anyUnique = list.stream().anyMatch(each -> each.index().unique());
    this.anyComputed = list.stream().anyMatch(each -> each.index().function() != null);
  }

  public List<OpenIndex> list() {
    return list;
  }

  public boolean isEmpty() {
    return list.isEmpty();
  }

  public boolean anyUnique() {
    return anyUnique;
  }

  /** Whether there is one whose keys are computed by a function, which may take long. */
  public boolean anyComputed() {
    return anyComputed;
  }

  /** The index of that name, or null. */
  public OpenIndex named(String name) {
    for (OpenIndex each : list) {
      if (each.index().name().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** The index of that number, or null. */
  public OpenIndex numbered(int id) {
    for (OpenIndex each : list) {
      if (each.id() == id) {
        return each;
      }
    }
    return null;
  }

  /** The keys of a body in each index, in their order; refused if it may not have them. */
  public List<IndexKeys> keys(byte[] body) {
    if (list.isEmpty()) {
      return List.of();
    }
    List<IndexKeys> keys = new ArrayList<>(list.size());
    for (OpenIndex each : list) {
      keys.add(each.reader().read(body));
    }
    return keys;
  }

  /** As {@link #keys}, of a body that is stored: if it was never indexed, it has no keys. */
  public List<IndexKeys> storedKeys(byte[] body) {
    if (list.isEmpty()) {
      return List.of();
    }
    List<IndexKeys> keys = new ArrayList<>(list.size());
    for (OpenIndex each : list) {
      keys.add(storedKeys(each, body));
    }
    return keys;
  }

  private static IndexKeys storedKeys(OpenIndex index, byte[] body) {
    try {
      return index.reader().read(body);
    } catch (EngineException e) {
      return IndexKeys.NONE;
    }
  }

  /** Those of another state; of an index that was not known nothing is built. */
  public OpenIndexes with(IndexSources sources, ItemFilters filters) {
    if (sources.list().isEmpty() && progress.isEmpty()) {
      return NONE;
    }
    List<OpenIndex> next = new ArrayList<>();
    Map<Integer, IndexProgress> nextProgress = new HashMap<>(progress);
    nextProgress.keySet().removeIf(id -> id < sources.next());
    for (IndexSource source : sources.list()) {
      OpenIndex old = numbered(source.id());
      IndexProgress built =
          Objects.requireNonNullElse(progress.get(source.id()), IndexProgress.BUILDING);
      nextProgress.put(source.id(), built);
      IndexReader reader = old != null ? old.reader() : reader(source.index(), filters);
      next.add(new OpenIndex(source, built, reader));
    }
    return new OpenIndexes(next, nextProgress);
  }

  /** With another progress of an index, which need not be known yet. */
  public OpenIndexes with(int id, IndexProgress built) {
    Map<Integer, IndexProgress> nextProgress = new HashMap<>(progress);
    nextProgress.put(id, built);
    List<OpenIndex> next = new ArrayList<>();
    for (OpenIndex each : list) {
      next.add(each.id() == id ? new OpenIndex(each.source(), built, each.reader()) : each);
    }
    return new OpenIndexes(next, nextProgress);
  }

  private static IndexReader reader(PathIndex index, ItemFilters filters) {
    return new IndexReader(
        index,
        index.filter() == null
            ? body -> true
            : Objects.requireNonNull(filters.compile(index.filter()), "filter"));
  }
}
