package dev.mayfly.cosmos.query.run;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.AutomaticIndexes;
import dev.mayfly.engine.catalog.WantedIndex;
import dev.mayfly.engine.index.PathIndex;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Asks a container for indexes, each once, and remembers which were there. */
final class IndexLookup {
  private final Container container;
  private final Map<IndexSpec, WantedIndex> asked = new LinkedHashMap<>();

  IndexLookup(Container container) {
    this.container = container;
  }

  /** The index, if it can be read now; null if not, and then it is asked for. */
  PathIndex ready(IndexSpec spec) {
    WantedIndex wanted =
        asked.computeIfAbsent(spec, each -> container.wantIndex(each.parts(), each.arrays()));
    return wanted.outcome() == WantedIndex.Outcome.READY ? wanted.index() : null;
  }

  boolean isReady(IndexSpec spec) {
    return ready(spec) != null;
  }

  /** The index, or what it is when it is there. */
  PathIndex definition(IndexSpec spec) {
    PathIndex ready = ready(spec);
    return ready != null ? ready : AutomaticIndexes.over(spec.parts(), spec.arrays());
  }

  /** What was asked for and is not there. */
  Set<IndexSpec> missing() {
    Set<IndexSpec> missing = new LinkedHashSet<>(asked.keySet());
    missing.removeIf(this::isReady);
    return missing;
  }
}
