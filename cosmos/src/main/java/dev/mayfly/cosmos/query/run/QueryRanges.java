package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.partition.EffectivePartitionKey;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyComponent;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/** Which effective partition keys the results of a query can have, as reported in query plans. */
public final class QueryRanges {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final int RANGES_MAX = 1000;

  private QueryRanges() {}

  /** A range of hexadecimal texts; its end belongs to it only if both are the same. */
  public record Range(String min, String max) {
    public static final Range EVERYTHING = new Range("", "FF");
    static final Range NOTHING = new Range("", "");

    public boolean isPoint() {
      return min.equals(max);
    }
  }

  public static List<Range> of(
      CompiledQuery query, Parameters parameters, PartitionKeyDefinition definition) {
    if (query.constant()) {
      return List.of(Range.NOTHING);
    }
    KeyConditions conditions = ReadPlanner.conditions(query, parameters, definition);
    if (conditions == null) {
      return List.of(Range.EVERYTHING);
    }
    TreeSet<Range> points = new TreeSet<>(Comparator.comparing(Range::min));
    for (Value[] alternative : conditions.alternatives()) {
      Range point = point(alternative, definition);
      if (point == null || points.size() == RANGES_MAX) {
        return List.of(Range.EVERYTHING);
      }
      points.add(point);
    }
    return points.isEmpty() ? List.of(Range.NOTHING) : new ArrayList<>(points);
  }

  /** The one key that an alternative says; null if it does not say all of it. */
  private static Range point(Value[] alternative, PartitionKeyDefinition definition) {
    List<PartitionKeyComponent> components = new ArrayList<>();
    for (int i = 0; i < definition.paths().size(); i++) {
      Value value = alternative[i + 1];
      if (value == null) {
        return null;
      }
      boolean none = value.kind() == Kind.ARRAY || value.kind() == Kind.OBJECT;
      try {
        PartitionKeyComponent component =
            none ? PartitionKeyComponent.Constant.UNDEFINED : ReadPlanner.component(value);
        if (component == null) {
          return null;
        }
        components.add(component);
      } catch (EngineException e) {
        return null;
      }
    }
    if (components.isEmpty()) {
      return null;
    }
    String hash = HEX.formatHex(EffectivePartitionKey.of(definition, new PartitionKey(components)));
    return new Range(hash, hash);
  }
}
