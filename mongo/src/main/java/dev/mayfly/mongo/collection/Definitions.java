package dev.mayfly.mongo.collection;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.ArrayList;
import java.util.List;

/** What a container must be so that it is the collection that is wanted. */
final class Definitions {
  /** Only what an index of the collection stands on costs anything to index. */
  private static final IndexingPolicy INDEXING =
      new IndexingPolicy(IndexingPolicy.Mode.CONSISTENT, List.of(), List.of("/*"));

  private Definitions() {}

  static ContainerDefinition of(ContainerDefinition.Builder builder, CollectionSpec spec) {
    Integer defaultTtl = null;
    List<DateTtl> dates = new ArrayList<>();
    List<PathIndex> kept = new ArrayList<>();
    for (IndexSpec index : spec.indexes()) {
      if (index.isDefaultTtl()) {
        defaultTtl = index.expireAfterSeconds();
      } else if (index.expireAfterSeconds() != null && index.isOnDates()) {
        FieldPath path = FieldPath.ofDotted(index.key().getFirstKey());
        dates.add(
            new DateTtl(index.name(), path, index.expireAfterSeconds(), index.partialFilter()));
      }
      if (index.isKept()) {
        kept.add(index.toPathIndex());
      }
    }
    return builder
        .indexing(INDEXING)
        .defaultTtl(defaultTtl)
        .dateTtls(dates.toArray(new DateTtl[0]))
        .pathIndexes(kept.toArray(new PathIndex[0]))
        .opaque(spec.toOpaque())
        .build();
  }
}
