package dev.mayfly.bench.conformance;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.resource.PartitionKeyHeader;
import dev.mayfly.engine.partition.EffectivePartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Queries and the plans that are known for them, or the errors. */
final class Plans {
  private static final Likeness EXACT = new Likeness(0);
  private static final String COMPONENTS = "componentQueryInfos";
  private static final String EVERYTHING = "[[],\"Infinity\")";
  private static final String NOTHING = "[[],[]]";
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final Endpoint endpoint;
  private final Score score;
  private final Map<List<String>, String> containers = new HashMap<>();

  Plans(Endpoint endpoint, Score score) {
    this.endpoint = endpoint;
    this.score = score;
  }

  void run(int line, BsonDocument known) {
    String query = known.getString("query").getValue();
    BsonDocument body = new BsonDocument("query", new BsonString(query));
    body.append("parameters", known.getArray("parameters", new BsonArray()));
    String wrong;
    try {
      String container = containers.computeIfAbsent(paths(known), this::container);
      Response response = endpoint.plan(container, body);
      wrong = wrong(known, response, container);
    } catch (RuntimeException e) {
      wrong = String.valueOf(e.getMessage());
    }
    if (wrong == null) {
      score.hit();
    } else {
      score.miss(line, query, wrong);
    }
  }

  private static List<String> paths(BsonDocument known) {
    List<String> paths = new ArrayList<>();
    known.getArray("partitionKeyPaths").forEach(path -> paths.add(path.asString().getValue()));
    return paths;
  }

  /** A container always has a key; one that no query names is as good as none. */
  private String container(List<String> paths) {
    return endpoint.container(paths.isEmpty() ? List.of("/none") : paths, new BsonArray());
  }

  /** What is wrong with a plan, or null. */
  private String wrong(BsonDocument known, Response response, String container) {
    if (known.containsKey("error")) {
      return Errors.wrong(known.getDocument("error"), response);
    }
    if (response.status() != 200) {
      return response.status() + " " + new String(response.body(), StandardCharsets.UTF_8);
    }
    BsonDocument plan = Json.parse(response.body());
    if (known.containsKey("hybridSearchQueryInfo")) {
      return hybrid(
          known.getDocument("hybridSearchQueryInfo"),
          plan.getDocument("hybridSearchQueryInfo", new BsonDocument()));
    }
    String info =
        differing(
            known.getDocument("queryInfo"), plan.getDocument("queryInfo", new BsonDocument()));
    return info != null ? info : ranges(known, plan, container);
  }

  /** What is wrong with a plan whose components are plans of their own, or null. */
  private static String hybrid(BsonDocument known, BsonDocument plan) {
    BsonArray components = known.getArray(COMPONENTS);
    BsonArray ours = plan.getArray(COMPONENTS, new BsonArray());
    if (components.size() != ours.size()) {
      return COMPONENTS + " are " + ours.size() + " instead of " + components.size();
    }
    BsonDocument rest = known.clone();
    rest.remove(COMPONENTS);
    String wrong = differing(rest, plan);
    for (int i = 0; i < components.size() && wrong == null; i++) {
      wrong = differing(components.get(i).asDocument(), ours.get(i).asDocument());
    }
    return wrong;
  }

  /** The first member that is not as known, or null. */
  private static String differing(BsonDocument known, BsonDocument plan) {
    for (Map.Entry<String, BsonValue> member : known.entrySet()) {
      BsonValue value = plan.get(member.getKey());
      BsonValue expected = member.getValue();
      if (value == null || !EXACT.alike(blanksJoined(expected), blanksJoined(value))) {
        return member.getKey()
            + " is "
            + Likeness.text(value == null ? List.of() : List.of(value))
            + " instead of "
            + Likeness.text(List.of(expected));
      }
    }
    return null;
  }

  private static BsonValue blanksJoined(BsonValue value) {
    return value.isString()
        ? new BsonString(value.asString().getValue().replaceAll("\\s+", " ").trim())
        : value;
  }

  private String ranges(BsonDocument known, BsonDocument plan, String container) {
    PartitionKeyDefinition definition =
        endpoint.engineContainer(container).definition().partitionKey();
    TreeSet<String> expected = new TreeSet<>();
    for (BsonValue range : known.getArray("logicalRanges")) {
      expected.add(hashed(range.asString().getValue(), definition));
    }
    TreeSet<String> found = new TreeSet<>();
    for (BsonValue each : plan.getArray("queryRanges")) {
      BsonDocument range = each.asDocument();
      found.add(
          (range.getBoolean("isMinInclusive").getValue() ? "[" : "(")
              + range.getString("min").getValue()
              + ","
              + range.getString("max").getValue()
              + (range.getBoolean("isMaxInclusive").getValue() ? "]" : ")"));
    }
    return expected.equals(found)
        ? null
        : "ranges " + found + " instead of " + expected + " " + known.getArray("logicalRanges");
  }

  /** A range of values as one of their hashes; as it is if it is none of points. */
  private static String hashed(String range, PartitionKeyDefinition definition) {
    if (range.equals(EVERYTHING)) {
      return "[,FF)";
    } else if (range.equals(NOTHING)) {
      return "[,]";
    }
    String inner = range.substring(1, range.length() - 1);
    int half = inner.length() / 2;
    String point = inner.substring(0, half);
    if (!range.startsWith("[") || !inner.equals(point + "," + point)) {
      return range;
    }
    String hash =
        HEX.formatHex(EffectivePartitionKey.of(definition, PartitionKeyHeader.parse(point)));
    return "[" + hash + "," + hash + "]";
  }
}
