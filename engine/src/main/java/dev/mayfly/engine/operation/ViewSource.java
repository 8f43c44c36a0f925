package dev.mayfly.engine.operation;

import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.deadrange.LiveView;
import dev.mayfly.engine.storage.ReadView;

/** Where reads take their rows from: what is committed, or what a transaction sees. */
public interface ViewSource {
  /**
   * What a read of many items sees that begins now: to be taken before its first view, and once for
   * all of them (B4).
   */
  Visibility now(OpenContainer container);

  /** A view for a read of many items that begins after that visibility was taken. */
  LiveView open(Visibility visibility);

  /** As {@link #open}, for a read that does not walk over dead rows. */
  ReadView rows(Visibility visibility);

  /** Whether a snapshot describes the indexes as a view does that was taken after it. */
  boolean hasCurrentIndexes(OpenContainer container, ContainerSnapshot taken);
}
