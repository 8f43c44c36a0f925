package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.value.Constant;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EffectivePartitionKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyComponent;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.query.cursor.ReadPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds out where to look for the items that can pass a filter: at keys that it names, in
 * partitions that it names, or everywhere in the request's scope.
 */
final class ReadPlanner {
  /** More partitions than this and the whole scope is scanned. */
  private static final int RANGES_MAX = 100;

  private static final List<String> ID_PATH = List.of("id");

  private final Scope scope;
  private final PartitionKeyDefinition definition;
  private final List<ItemKey> points = new ArrayList<>();
  private final List<EpkRange> ranges = new ArrayList<>();

  private ReadPlanner(Scope scope) {
    this.scope = scope;
    this.definition = scope.definition();
  }

  static AccessPlan plan(CompiledQuery query, Parameters parameters, Scope scope) {
    KeyConditions conditions = conditions(query, parameters, scope.definition());
    return conditions == null ? everything(scope) : new ReadPlanner(scope).plan(conditions);
  }

  /** Whether a filter can only be passed by items of one partition. */
  static boolean isOnePartition(
      CompiledQuery query, Parameters parameters, PartitionKeyDefinition definition) {
    KeyConditions conditions = conditions(query, parameters, definition);
    if (conditions == null) {
      return false;
    }
    ReadPlanner planner = new ReadPlanner(Scope.all(definition));
    Set<List<PartitionKeyComponent>> keys = new HashSet<>();
    for (Value[] alternative : conditions.alternatives()) {
      List<PartitionKeyComponent> components = planner.components(alternative);
      if (components != null && components.size() < definition.paths().size()) {
        return false;
      }
      keys.add(components);
    }
    keys.remove(null);
    return keys.size() <= 1;
  }

  private static AccessPlan everything(Scope scope) {
    return ranges(List.of(scope.range()));
  }

  private static AccessPlan ranges(List<EpkRange> ranges) {
    return AccessPlan.of(new ReadPlan.Partitions(ranges), false);
  }

  static KeyConditions conditions(
      CompiledQuery query, Parameters parameters, PartitionKeyDefinition definition) {
    if (query.filter() == null || query.rootAlias() == null) {
      return null;
    }
    List<List<String>> paths = new ArrayList<>();
    paths.add(ID_PATH);
    for (FieldPath path : definition.paths()) {
      paths.add(path.names());
    }
    return new KeyConditions.Finder(paths, query.rootAlias(), parameters).find(query.filter());
  }

  private AccessPlan plan(KeyConditions conditions) {
    for (Value[] alternative : conditions.alternatives()) {
      List<PartitionKeyComponent> components = components(alternative);
      if (components == null) {
        continue;
      }
      boolean complete = components.size() == definition.paths().size();
      if (!complete && components.isEmpty()) {
        return everything(scope);
      }
      PartitionKey key = new PartitionKey(components);
      if (complete && alternative[KeyConditions.ID] != null) {
        addPoint(key, alternative[KeyConditions.ID]);
      } else if (components.isEmpty()) {
        return everything(scope);
      } else {
        ranges.add(EpkRange.of(definition, key));
      }
    }
    if (ranges.isEmpty()) {
      return AccessPlan.of(keys(), conditions.exact());
    }
    points.stream()
        .map(point -> EpkRange.of(definition, point.partitionKey()))
        .forEach(ranges::add);
    List<EpkRange> merged = merged();
    return merged.size() > RANGES_MAX
        ? everything(scope)
        : ranges(merged.stream().map(scope.range()::intersect).toList());
  }

  /**
   * The keys in the scope. Those of all scopes are numbered together, and so are ranges, of which
   * some may be empty: a position must mean the same after the scope has been split.
   */
  private ReadPlan keys() {
    List<ItemKey> all = ItemKey.inScanOrder(definition, points);
    int from = 0;
    while (from < all.size() && !isInScope(all.get(from))) {
      from++;
    }
    int to = from;
    while (to < all.size() && isInScope(all.get(to))) {
      to++;
    }
    return new ReadPlan.Keys(all.subList(from, to), from);
  }

  private boolean isInScope(ItemKey key) {
    return scope.range().equals(EpkRange.FULL)
        || scope.range().contains(EffectivePartitionKey.of(definition, key.partitionKey()));
  }

  /**
   * The values of the partition key that an alternative and the scope say, as far as they say one
   * for each path from the first on; null if no item can have them.
   */
  private List<PartitionKeyComponent> components(Value[] alternative) {
    List<PartitionKeyComponent> components = new ArrayList<>();
    List<PartitionKeyComponent> named = scope.key() == null ? List.of() : scope.key().components();
    for (int i = 0; i < definition.paths().size(); i++) {
      Value value = alternative[i + 1];
      if (value == null && definition.paths().get(i).names().equals(ID_PATH)) {
        value = alternative[KeyConditions.ID];
      }
      PartitionKeyComponent component;
      try {
        component = value == null ? null : component(value);
      } catch (EngineException e) {
        return null; // what can't be a key is no item's key
      }
      if (i < named.size()) {
        if (component != null && !component.equals(named.get(i))) {
          return null;
        }
        component = named.get(i);
      }
      if (component == null) {
        return components;
      }
      components.add(component);
    }
    return components;
  }

  /** The value as a part of a key; null if it says nothing about keys. */
  static PartitionKeyComponent component(Value value) {
    if (value instanceof StringValue string) {
      return new PartitionKeyComponent.Text(string.text());
    } else if (value instanceof NumberValue number && number.isFinite()) {
      return new PartitionKeyComponent.Numeric(number.asDouble());
    } else if (value instanceof Constant constant) {
      return switch (constant) {
        case NULL -> PartitionKeyComponent.Constant.NULL;
        case FALSE -> PartitionKeyComponent.Constant.FALSE;
        case TRUE -> PartitionKeyComponent.Constant.TRUE;
        case UNDEFINED -> null;
      };
    }
    return null;
  }

  private void addPoint(PartitionKey key, Value id) {
    if (!(id instanceof StringValue string)) {
      return;
    }
    try {
      points.add(new ItemKey(key, ItemId.of(string.text())));
    } catch (EngineException e) {
      // Too long for an id, or no text: no item has it.
    }
  }

  private List<EpkRange> merged() {
    ranges.sort(Comparator.comparing(EpkRange::minInclusive, Arrays::compareUnsigned));
    List<EpkRange> merged = new ArrayList<>();
    for (EpkRange range : ranges) {
      EpkRange last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && Arrays.compareUnsigned(range.minInclusive(), last.maxExclusive()) < 0) {
        byte[] max =
            Arrays.compareUnsigned(range.maxExclusive(), last.maxExclusive()) > 0
                ? range.maxExclusive()
                : last.maxExclusive();
        merged.set(merged.size() - 1, new EpkRange(last.minInclusive(), max));
      } else {
        merged.add(range);
      }
    }
    return merged;
  }
}
