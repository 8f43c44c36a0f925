package dev.mayfly.engine;

import dev.mayfly.engine.catalog.BuildProgress;
import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.catalog.IndexStatus;
import dev.mayfly.engine.container.OpenContainer;
import java.util.ArrayList;
import java.util.List;

/** Finds out what is being built for a container. */
final class RunningBuilds {
  private RunningBuilds() {}

  static List<BuildProgress> of(Container container, Container.Parts parts, OpenContainer opened) {
    List<BuildProgress> builds = new ArrayList<>(parts.derivedBuilds().of(container));
    boolean building = opened.snapshot().indexes().list().stream().anyMatch(each -> !each.ready());
    if (!building && container.dateTtlsReady()) {
      return builds;
    }
    long items = container.live().items() + container.metrics().backlog().items();
    for (IndexStatus index : container.indexes()) {
      if (index.phase() == IndexStatus.Phase.BUILDING) {
        long seen = index.progress().seenItems();
        builds.add(new BuildProgress(index.name(), BuildProgress.Kind.INDEX, seen, items));
      }
    }
    for (DateSource source : container.state().dateSources()) {
      if (!source.ready()) {
        long seen = parts.background().datedItems(opened, source.id());
        builds.add(
            new BuildProgress(source.ttl().name(), BuildProgress.Kind.DATE_TTL, seen, items));
      }
    }
    return builds;
  }
}
