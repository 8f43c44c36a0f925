package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.query.run.CompiledQuery;
import dev.mayfly.cosmos.query.run.CompiledQuery.SortKey;
import dev.mayfly.cosmos.query.run.FilterPaths;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Which indexes of a policy a query would use in the service, and which it would if the policy had
 * them: those of single paths, and those of several in sequence.
 *
 * @param composites each a list of paths with their directions
 */
record IndexUse(
    List<String> singles,
    List<String> potentialSingles,
    List<List<String>> composites,
    List<List<String>> potentialComposites) {

  static IndexUse of(CompiledQuery query, ContainerDefinition definition) {
    IndexUse use =
        new IndexUse(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (List<String> path : FilterPaths.of(query)) {
      boolean indexed = IndexRules.isIndexed(path, definition);
      (indexed ? use.singles : use.potentialSingles).add(FilterPaths.text(path) + "/?");
    }
    List<String> sorted = specs(query.order());
    if (sorted.size() > 1) {
      use.composites.add(sorted);
    }
    use.addFiltered(query, definition);
    return use;
  }

  /** Equalities and then one range or one sort key are what one index can serve at once. */
  private void addFiltered(CompiledQuery query, ContainerDefinition definition) {
    FilterPaths.Conditions conditions = FilterPaths.conditions(query);
    List<String> sorted = specs(query.order());
    int others = conditions.ranges().size() + sorted.size();
    boolean several = conditions.equal().size() + others > 1;
    if (conditions.equal().isEmpty() || others > 1 || !several) {
      return;
    }
    List<String> wanted = new ArrayList<>();
    conditions.equal().forEach(path -> wanted.add(FilterPaths.text(path) + " ASC"));
    conditions.ranges().forEach(path -> wanted.add(FilterPaths.text(path) + " ASC"));
    wanted.addAll(sorted);
    boolean there = composites(definition).stream().anyMatch(index -> index.equals(wanted));
    (there ? composites : potentialComposites).add(wanted);
  }

  private static List<String> specs(List<SortKey> keys) {
    List<String> specs = new ArrayList<>();
    for (SortKey key : keys) {
      if (key.path() != null && !key.path().isEmpty()) {
        specs.add(FilterPaths.text(key.path()) + (key.descending() ? " DESC" : " ASC"));
      }
    }
    return specs;
  }

  private static List<List<String>> composites(ContainerDefinition definition) {
    List<List<String>> all = new ArrayList<>();
    for (BsonArray index : IndexRules.compositeIndexes(definition)) {
      List<String> specs = new ArrayList<>();
      for (BsonValue each : index) {
        BsonDocument part = each.asDocument();
        FieldPath path = FieldPath.ofSlashed(part.getString("path").getValue());
        specs.add(FilterPaths.text(path.names()) + (IndexRules.descends(part) ? " DESC" : " ASC"));
      }
      all.add(specs);
    }
    return all;
  }
}
