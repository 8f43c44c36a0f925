package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.container.ContainerJson;
import dev.mayfly.cosmos.query.run.CompiledQuery;
import dev.mayfly.cosmos.query.run.CompiledQuery.SortKey;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What the service answers only with an index of the container's policy: ORDER BY. Here a sort
 * needs none, but who relies on that would fail there.
 */
final class IndexRules {
  private static final String DESCENDING = "descending";

  private IndexRules() {}

  static void check(CompiledQuery query, ContainerDefinition definition) {
    List<SortKey> keys = query.order();
    if (keys.isEmpty() || keys.stream().anyMatch(key -> key.path() == null)) {
      return;
    }
    if (keys.size() == 1) {
      if (!isIndexed(keys.get(0).path(), definition)) {
        throw QueryError.refused(
            "The index path corresponding to the specified order-by item is excluded.");
      }
    } else if (compositeIndexes(definition).stream().noneMatch(index -> serves(index, keys))) {
      throw QueryError.refused(
          "The order by query does not have a corresponding composite index that it can be served"
              + " from.");
    }
  }

  /** Whether the policy has an index of a path. */
  static boolean isIndexed(List<String> path, ContainerDefinition definition) {
    if (path.isEmpty() || path.contains("[]")) {
      return true;
    }
    FieldPath names = FieldPath.ofSlashed(slashed(path));
    return definition.indexing().paths().includes(names);
  }

  /** The path as policies write it, with each name in quotes. */
  private static String slashed(List<String> path) {
    StringBuilder text = new StringBuilder();
    for (String name : path) {
      text.append("/\"").append(name.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    }
    return text.toString();
  }

  static List<BsonArray> compositeIndexes(ContainerDefinition definition) {
    List<BsonArray> indexes = new ArrayList<>();
    BsonDocument policy =
        ContainerJson.opaque(definition).getDocument("indexingPolicy", new BsonDocument());
    for (BsonValue index : policy.getArray("compositeIndexes", new BsonArray())) {
      indexes.add(index.asArray());
    }
    return indexes;
  }

  /** An index serves the same paths in the same sequence, in its directions or all reversed. */
  private static boolean serves(BsonArray index, List<SortKey> keys) {
    if (index.size() != keys.size()) {
      return false;
    }
    int same = 0;
    for (int i = 0; i < keys.size(); i++) {
      BsonDocument part = index.get(i).asDocument();
      FieldPath path = FieldPath.ofSlashed(part.getString("path").getValue());
      if (!path.names().equals(keys.get(i).path())) {
        return false;
      }
      same += descends(part) == keys.get(i).descending() ? 1 : 0;
    }
    return same == 0 || same == keys.size();
  }

  /** Whether a part of a composite index descends. */
  static boolean descends(BsonDocument part) {
    return part.getString("order").getValue().equals(DESCENDING);
  }
}
