package dev.mayfly.mongo.command.stats;

import dev.mayfly.engine.catalog.BuildProgress;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.index.SearchIndexSpec;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The search indexes of a collection, as {@code $listSearchIndexes} shows them. */
public final class SearchIndexReports {
  private SearchIndexReports() {}

  /**
   * @param which has the name or the id of the one that is asked for; empty for all
   */
  public static List<BsonDocument> of(Backend backend, Namespace namespace, BsonDocument which) {
    Collection collection = backend.collections().find(namespace);
    List<BsonDocument> shown = new ArrayList<>();
    if (collection == null) {
      return shown;
    }
    Set<String> building =
        backend.vectors().builds(collection.container()).stream()
            .map(BuildProgress::name)
            .collect(Collectors.toSet());
    for (SearchIndexSpec each : collection.spec().searchIndexes()) {
      if (is(which.get("name"), each.name()) && is(which.get("id"), each.id())) {
        boolean incomplete =
            each.definition().vectors().values().stream()
                .anyMatch(field -> building.contains(field.path().toString()));
        shown.add(each.shown(incomplete, "localhost"));
      }
    }
    return shown;
  }

  private static boolean is(Object wanted, String actual) {
    return wanted == null || wanted.equals(new BsonString(actual));
  }
}
