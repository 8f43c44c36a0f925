package dev.mayfly.engine.operation;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.commit.Timekeeper;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.deadrange.DeadRanges;
import dev.mayfly.engine.deadrange.LiveView;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Storage;

/** All rows as last committed. */
public record CommittedRows(Storage storage, Timekeeper timekeeper, DeadRanges deadRanges)
    implements ViewSource {
  public CommittedRows {
    requireNonNull(storage, "storage");
    requireNonNull(timekeeper, "timekeeper");
    requireNonNull(deadRanges, "deadRanges");
  }

  @Override
  public Visibility now(OpenContainer container) {
    long now = timekeeper.nowBeforeSnapshot();
    return container.snapshot().at(now);
  }

  @Override
  public LiveView open(Visibility visibility) {
    return deadRanges.open(storage, visibility.nowSecond(), visibility.snapshot().version());
  }

  @Override
  public ReadView rows(Visibility visibility) {
    return storage.snapshot();
  }

  @Override
  public boolean hasCurrentIndexes(OpenContainer container, ContainerSnapshot taken) {
    return container.hasCurrentIndexes(taken);
  }
}
