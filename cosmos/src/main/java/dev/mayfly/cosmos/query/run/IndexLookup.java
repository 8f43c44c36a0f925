package dev.mayfly.cosmos.query.run;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.AutomaticIndexes;
import dev.mayfly.engine.index.PathIndex;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks for indexes of a container, for each once, and remembers which were there. */
final class IndexLookup {
  private final Container container;
  private final Map<IndexSpec, Optional<PathIndex>> looked = new LinkedHashMap<>();

  IndexLookup(Container container) {
    this.container = container;
  }

  /** The index, if it can be read now; null if not. */
  PathIndex ready(IndexSpec spec) {
    return looked
        .computeIfAbsent(
            spec, each -> Optional.ofNullable(container.readyIndex(each.parts(), each.arrays())))
        .orElse(null);
  }

  boolean isReady(IndexSpec spec) {
    return ready(spec) != null;
  }

  /** The index, or what it is when it is there. */
  PathIndex definition(IndexSpec spec) {
    PathIndex ready = ready(spec);
    return ready != null ? ready : AutomaticIndexes.over(spec.parts(), spec.arrays());
  }

  /** What was looked for and is not there. */
  Set<IndexSpec> missing() {
    Set<IndexSpec> missing = new LinkedHashSet<>(looked.keySet());
    missing.removeIf(this::isReady);
    return missing;
  }
}
