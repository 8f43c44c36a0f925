package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.background.Background;
import dev.mayfly.engine.container.OpenContainer;

/** Background work of one container in bounded steps, for tests and tools that have no thread. */
public final class ContainerMaintenance {
  private final Background background;
  private final OpenContainer container;
  private final Runnable requireOpen;

  ContainerMaintenance(Background background, OpenContainer container, Runnable requireOpen) {
    this.background = requireNonNull(background, "background");
    this.container = requireNonNull(container, "container");
    this.requireOpen = requireNonNull(requireOpen, "requireOpen");
  }

  /** Purges at most so many items now, if the purge may; returns how many it purged. */
  public int purge(int itemsMax) {
    requireOpen.run();
    return background.purgeNow(container, itemsMax);
  }

  /** Builds indexes over at most so many items now; true if there is more to do. */
  public boolean buildIndexes(int itemsMax) {
    requireOpen.run();
    return background.buildNow(container, itemsMax);
  }
}
