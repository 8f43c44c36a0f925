package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.CompiledQuery.SortKey;
import dev.mayfly.cosmos.query.run.IndexNames;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.bson.IndexingPaths;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.index.PathIndex;
import java.util.ArrayList;
import java.util.List;

/**
 * What the service answers only with an index of the container's policy: ORDER BY. Here a sort
 * needs none, but a client that relies on that would fail there.
 */
final class IndexRules {
  private static final String EVERYTHING = "/*";

  private IndexRules() {}

  static void check(CompiledQuery query, ContainerDefinition definition) {
    List<SortKey> keys = query.order();
    if (keys.isEmpty() || keys.stream().anyMatch(key -> key.path() == null)) {
      return;
    }
    if (keys.size() == 1) {
      if (!isIndexed(keys.get(0), definition)) {
        throw QueryError.refused(
            "The index path corresponding to the specified order-by item is excluded.");
      }
    } else if (IndexNames.composites(definition).stream().noneMatch(index -> serves(index, keys))) {
      throw QueryError.refused(
          "The order by query does not have a corresponding composite index that it can be served"
              + " from.");
    }
  }

  private static boolean isIndexed(SortKey key, ContainerDefinition definition) {
    List<String> path = key.path();
    if (path.isEmpty() || path.contains("[]")) {
      return true;
    }
    IndexingPolicy policy = definition.indexing();
    IndexingPaths paths = key.stored() ? policy.paths() : named(policy);
    return paths.includes(FieldPath.ofSlashed(slashed(path)));
  }

  /** What a policy includes by name: a wildcard for everything means no computed properties. */
  private static IndexingPaths named(IndexingPolicy policy) {
    List<String> included = new ArrayList<>(policy.included());
    included.remove(EVERYTHING);
    List<String> excluded = new ArrayList<>(policy.excluded());
    excluded.remove(EVERYTHING);
    excluded.add(EVERYTHING);
    return IndexingPaths.parse(included, excluded);
  }

  /** The path as policies write it, with each name in quotes. */
  private static String slashed(List<String> path) {
    StringBuilder text = new StringBuilder();
    for (String name : path) {
      text.append("/\"").append(name.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    }
    return text.toString();
  }

  /** An index serves the same paths in the same sequence, in its directions or all reversed. */
  private static boolean serves(List<PathIndex.Part> index, List<SortKey> keys) {
    if (index.size() != keys.size()) {
      return false;
    }
    int same = 0;
    for (int i = 0; i < keys.size(); i++) {
      if (!index.get(i).path().names().equals(keys.get(i).path())) {
        return false;
      }
      same += index.get(i).descending() == keys.get(i).descending() ? 1 : 0;
    }
    return same == 0 || same == keys.size();
  }
}
