package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.BuildProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * The builds of what is derived from the items of a container outside of the store, such as graphs
 * of vectors. They are shown with those of the store. Thread safe.
 */
public final class DerivedBuilds {
  private final List<Function<Container, List<BuildProgress>>> sources =
      new CopyOnWriteArrayList<>();

  DerivedBuilds() {}

  /** Adds who knows of builds; they are shown until what is returned is run. */
  public Runnable add(Function<Container, List<BuildProgress>> source) {
    requireNonNull(source, "source");
    sources.add(source);
    return () -> sources.remove(source);
  }

  List<BuildProgress> of(Container container) {
    List<BuildProgress> builds = new ArrayList<>();
    sources.forEach(each -> builds.addAll(each.apply(container)));
    return builds;
  }
}
