package dev.mayfly.mongo.plan;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.List;

/** An index of a collection that the engine keeps, so that queries may read it. */
public record ReadableIndex(IndexSpec spec, PathIndex index) {
  public ReadableIndex {
    requireNonNull(spec, "spec");
    requireNonNull(index, "index");
  }

  public static ReadableIndex of(IndexSpec spec) {
    return new ReadableIndex(spec, spec.toPathIndex());
  }

  /** The text index of a collection; null if there is none, or it is hidden. */
  public static ReadableIndex text(List<IndexSpec> specs) {
    return specs.stream()
        .filter(spec -> spec.isText() && !spec.isHidden())
        .findFirst()
        .map(ReadableIndex::of)
        .orElse(null);
  }

  /** Those of a collection's indexes that can be read. */
  public static List<ReadableIndex> among(List<IndexSpec> specs) {
    return specs.stream().filter(IndexSpec::isReadable).map(ReadableIndex::of).toList();
  }
}
