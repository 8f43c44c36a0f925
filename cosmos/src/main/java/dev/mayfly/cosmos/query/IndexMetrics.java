package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.run.CompiledQuery;
import dev.mayfly.cosmos.query.run.FilterPaths;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * The header that tells which indexes of the policy a query would use in the service: those of the
 * paths that its filter compares. There are two forms of it, each asked for by its own header.
 */
final class IndexMetrics {
  private IndexMetrics() {}

  static void add(Request request, CompiledQuery query, Response response) {
    if (request.flag(HeaderNames.POPULATE_INDEX_METRICS_V2)) {
      String text = new String(Json.bytes(second(query)), StandardCharsets.UTF_8);
      String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
      response.header(HeaderNames.INDEX_UTILIZATION, encoded);
    } else if (request.flag(HeaderNames.POPULATE_INDEX_METRICS)) {
      String encoded = Base64.getEncoder().encodeToString(Json.bytes(first(query)));
      response.header(HeaderNames.INDEX_UTILIZATION, encoded);
    }
  }

  private static BsonDocument first(CompiledQuery query) {
    BsonArray used = new BsonArray();
    for (String path : FilterPaths.of(query)) {
      used.add(
          new BsonDocument("FilterExpression", new BsonString(""))
              .append("IndexSpec", new BsonString(path))
              .append("FilterPreciseSet", BsonBoolean.TRUE)
              .append("IndexPreciseSet", BsonBoolean.TRUE)
              .append("IndexImpactScore", new BsonString("High")));
    }
    return new BsonDocument("UtilizedSingleIndexes", used)
        .append("PotentialSingleIndexes", new BsonArray())
        .append("UtilizedCompositeIndexes", new BsonArray())
        .append("PotentialCompositeIndexes", new BsonArray());
  }

  private static BsonDocument second(CompiledQuery query) {
    BsonArray used = new BsonArray();
    List<String> paths = FilterPaths.of(query);
    paths.forEach(path -> used.add(new BsonDocument("IndexSpec", new BsonString(path))));
    return new BsonDocument("UtilizedIndexes", indexes(used))
        .append("PotentialIndexes", indexes(new BsonArray()));
  }

  private static BsonDocument indexes(BsonArray single) {
    return new BsonDocument("SingleIndexes", single).append("CompositeIndexes", new BsonArray());
  }
}
