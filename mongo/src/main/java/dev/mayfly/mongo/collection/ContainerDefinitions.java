package dev.mayfly.mongo.collection;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.ArrayList;
import java.util.List;

/** Translates collection specifications into container definitions. */
final class ContainerDefinitions {
  /** Only fields of declared indexes are indexed. */
  private static final IndexingPolicy INDEXING =
      new IndexingPolicy(IndexingPolicy.Mode.CONSISTENT, List.of(), List.of("/*"));

  private ContainerDefinitions() {}

  static ContainerDefinition of(ContainerDefinition.Builder builder, CollectionSpec spec) {
    Integer defaultTtl = null;
    List<DateTtl> dates = new ArrayList<>();
    if (spec.options().containsKey(CollectionSpec.EXPIRES)) {
      long seconds = spec.options().getNumber(CollectionSpec.EXPIRES).longValue();
      TimeSeries series = TimeSeries.of(spec.options());
      dates.add(new DateTtl("_id_", series == null ? "_id" : series.timeField(), seconds));
    }
    List<PathIndex> kept = new ArrayList<>();
    for (IndexSpec index : spec.indexes()) {
      if (index.isDefaultTtl()) {
        defaultTtl = index.expireAfterSeconds();
      } else if (index.expireAfterSeconds() != null && index.isOnDates()) {
        FieldPath path = FieldPath.ofDotted(index.key().getFirstKey());
        dates.add(
            new DateTtl(index.name(), path, index.expireAfterSeconds(), index.partialFilter()));
      }
      if (index.isStored()) {
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
