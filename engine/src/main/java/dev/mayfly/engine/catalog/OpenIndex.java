package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.PathIndex;

/** An index as the running engine holds it. */
public record OpenIndex(IndexSource source, IndexProgress progress, IndexReader reader) {
  public OpenIndex {
    requireNonNull(source, "source");
    requireNonNull(progress, "progress");
    requireNonNull(reader, "reader");
  }

  public int id() {
    return source.id();
  }

  public PathIndex index() {
    return source.index();
  }

  public boolean ready() {
    return progress.ready();
  }
}
