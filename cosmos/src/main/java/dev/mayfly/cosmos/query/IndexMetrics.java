package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.run.CompiledQuery;
import dev.mayfly.engine.catalog.ContainerDefinition;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The header that tells which indexes a query uses or could use. There are two forms of it, each
 * asked for by its own header.
 */
final class IndexMetrics {
  private static final BsonString HIGH = new BsonString("High");

  private IndexMetrics() {}

  static void add(
      Request request, CompiledQuery query, ContainerDefinition definition, Response response) {
    if (request.flag(HeaderNames.POPULATE_INDEX_METRICS_V2)) {
      BsonDocument second = second(IndexUse.of(query, definition));
      String text = new String(Json.bytes(second), StandardCharsets.UTF_8);
      String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
      response.header(HeaderNames.INDEX_UTILIZATION, encoded);
    } else if (request.flag(HeaderNames.POPULATE_INDEX_METRICS)) {
      byte[] first = Json.bytes(first(IndexUse.of(query, definition)));
      response.header(HeaderNames.INDEX_UTILIZATION, Base64.getEncoder().encodeToString(first));
    }
  }

  private static BsonDocument first(IndexUse use) {
    return new BsonDocument("UtilizedSingleIndexes", firstSingles(use.singles()))
        .append("PotentialSingleIndexes", firstSingles(use.potentialSingles()))
        .append("UtilizedCompositeIndexes", firstComposites(use.composites()))
        .append("PotentialCompositeIndexes", firstComposites(use.potentialComposites()));
  }

  private static BsonArray firstSingles(List<String> paths) {
    BsonArray indexes = new BsonArray();
    for (String path : paths) {
      indexes.add(
          new BsonDocument("FilterExpression", new BsonString(""))
              .append("IndexSpec", new BsonString(path))
              .append("FilterPreciseSet", BsonBoolean.TRUE)
              .append("IndexPreciseSet", BsonBoolean.TRUE)
              .append("IndexImpactScore", HIGH));
    }
    return indexes;
  }

  private static BsonArray firstComposites(List<List<String>> composites) {
    BsonArray indexes = new BsonArray();
    for (List<String> specs : composites) {
      indexes.add(
          new BsonDocument("IndexSpecs", texts(specs))
              .append("IndexPreciseSet", BsonBoolean.TRUE)
              .append("IndexImpactScore", HIGH));
    }
    return indexes;
  }

  private static BsonDocument second(IndexUse use) {
    return new BsonDocument("UtilizedIndexes", indexes(use.singles(), use.composites(), false))
        .append(
            "PotentialIndexes", indexes(use.potentialSingles(), use.potentialComposites(), true));
  }

  /**
   * @param scored whether it is told how much each would help
   */
  private static BsonDocument indexes(
      List<String> singles, List<List<String>> composites, boolean scored) {
    BsonArray single = new BsonArray();
    singles.forEach(path -> single.add(entry("IndexSpec", new BsonString(path), scored)));
    BsonArray composite = new BsonArray();
    composites.forEach(specs -> composite.add(entry("IndexSpecs", texts(specs), scored)));
    return new BsonDocument("SingleIndexes", single).append("CompositeIndexes", composite);
  }

  private static BsonDocument entry(String name, BsonValue spec, boolean scored) {
    BsonDocument entry = new BsonDocument(name, spec);
    return scored ? entry.append("IndexImpactScore", HIGH) : entry;
  }

  private static BsonArray texts(List<String> texts) {
    BsonArray array = new BsonArray();
    texts.forEach(text -> array.add(new BsonString(text)));
    return array;
  }
}
