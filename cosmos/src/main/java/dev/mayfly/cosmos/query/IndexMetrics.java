package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.run.IndexNames;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.plan.Explanation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * The header that reports which indexes a page used, and which ones that are not there (yet) could
 * serve. There are two forms of it, each asked for by its own header.
 */
final class IndexMetrics {
  private IndexMetrics() {}

  /**
   * @param searched the names of indexes that ranked items
   */
  static void add(Request request, Explanation plan, Set<String> searched, Response response) {
    List<String> used = IndexNames.of(plan.indexes(), false);
    if (!searched.isEmpty()) {
      used = Stream.concat(used.stream(), searched.stream()).distinct().sorted().toList();
    }
    if (request.flag(HeaderNames.POPULATE_INDEX_METRICS_V2)) {
      String text = new String(Json.bytes(second(plan, used)), StandardCharsets.UTF_8);
      String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
      response.header(HeaderNames.INDEX_UTILIZATION, encoded);
    } else if (request.flag(HeaderNames.POPULATE_INDEX_METRICS)) {
      String encoded = Base64.getEncoder().encodeToString(Json.bytes(first(plan, used)));
      response.header(HeaderNames.INDEX_UTILIZATION, encoded);
    }
  }

  private static BsonDocument first(Explanation plan, List<String> used) {
    return new BsonDocument("UtilizedSingleIndexes", singles(used))
        .append("PotentialSingleIndexes", singles(IndexNames.of(plan.missing(), false)))
        .append("UtilizedCompositeIndexes", composites(plan.indexes()))
        .append("PotentialCompositeIndexes", composites(plan.missing()));
  }

  private static BsonArray singles(List<String> names) {
    BsonArray singles = new BsonArray();
    for (String name : names) {
      singles.add(
          new BsonDocument("FilterExpression", new BsonString(""))
              .append("IndexSpec", new BsonString(name))
              .append("FilterPreciseSet", BsonBoolean.TRUE)
              .append("IndexPreciseSet", BsonBoolean.TRUE)
              .append("IndexImpactScore", new BsonString("High")));
    }
    return singles;
  }

  private static BsonArray composites(List<PathIndex> indexes) {
    BsonArray composites = new BsonArray();
    for (String name : IndexNames.of(indexes, true)) {
      composites.add(
          new BsonDocument("IndexSpecs", paths(name))
              .append("IndexPreciseSet", BsonBoolean.TRUE)
              .append("IndexImpactScore", new BsonString("High")));
    }
    return composites;
  }

  private static BsonArray paths(String name) {
    BsonArray paths = new BsonArray();
    for (String path : name.split(", ")) {
      paths.add(new BsonString(path));
    }
    return paths;
  }

  private static BsonDocument second(Explanation plan, List<String> used) {
    return new BsonDocument("UtilizedIndexes", indexes(used, plan.indexes()))
        .append("PotentialIndexes", indexes(IndexNames.of(plan.missing(), false), plan.missing()));
  }

  private static BsonDocument indexes(List<String> names, List<PathIndex> indexes) {
    BsonArray singles = new BsonArray();
    for (String name : names) {
      singles.add(new BsonDocument("IndexSpec", new BsonString(name)));
    }
    BsonArray composites = new BsonArray();
    for (String name : IndexNames.of(indexes, true)) {
      composites.add(new BsonDocument("IndexSpecs", paths(name)));
    }
    return new BsonDocument("SingleIndexes", singles).append("CompositeIndexes", composites);
  }
}
