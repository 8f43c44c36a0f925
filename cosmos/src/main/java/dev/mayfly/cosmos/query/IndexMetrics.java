package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.run.IndexSpec;
import dev.mayfly.cosmos.query.run.IndexUse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * The header that tells which indexes a page used, and which ones that are not there (yet) could
 * serve. There are two forms of it, each asked for by its own header.
 */
final class IndexMetrics {
  private IndexMetrics() {}

  static void add(Request request, IndexUse use, Response response) {
    if (request.flag(HeaderNames.POPULATE_INDEX_METRICS_V2)) {
      String text = new String(Json.bytes(second(use)), StandardCharsets.UTF_8);
      String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
      response.header(HeaderNames.INDEX_UTILIZATION, encoded);
    } else if (request.flag(HeaderNames.POPULATE_INDEX_METRICS)) {
      String encoded = Base64.getEncoder().encodeToString(Json.bytes(first(use)));
      response.header(HeaderNames.INDEX_UTILIZATION, encoded);
    }
  }

  private static BsonDocument first(IndexUse use) {
    return new BsonDocument("UtilizedSingleIndexes", singles(use.utilized()))
        .append("PotentialSingleIndexes", singles(use.potential()))
        .append("UtilizedCompositeIndexes", composites(use.utilized()))
        .append("PotentialCompositeIndexes", composites(use.potential()));
  }

  private static BsonArray singles(Set<IndexSpec> specs) {
    BsonArray singles = new BsonArray();
    for (String name : IndexUse.names(specs, false)) {
      singles.add(
          new BsonDocument("FilterExpression", new BsonString(""))
              .append("IndexSpec", new BsonString(name))
              .append("FilterPreciseSet", BsonBoolean.TRUE)
              .append("IndexPreciseSet", BsonBoolean.TRUE)
              .append("IndexImpactScore", new BsonString("High")));
    }
    return singles;
  }

  private static BsonArray composites(Set<IndexSpec> specs) {
    BsonArray composites = new BsonArray();
    for (String name : IndexUse.names(specs, true)) {
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

  private static BsonDocument second(IndexUse use) {
    return new BsonDocument("UtilizedIndexes", indexes(use.utilized()))
        .append("PotentialIndexes", indexes(use.potential()));
  }

  private static BsonDocument indexes(Set<IndexSpec> specs) {
    BsonArray singles = new BsonArray();
    for (String name : IndexUse.names(specs, false)) {
      singles.add(new BsonDocument("IndexSpec", new BsonString(name)));
    }
    BsonArray composites = new BsonArray();
    for (String name : IndexUse.names(specs, true)) {
      composites.add(new BsonDocument("IndexSpecs", paths(name)));
    }
    return new BsonDocument("SingleIndexes", singles).append("CompositeIndexes", composites);
  }
}
