package dev.mayfly.bench.conformance;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Texts that are queries, texts that are none, and those that the service refuses to plan. */
final class Texts {
  private final Endpoint endpoint;
  private final Score parsed;
  private final Score refused;
  private final String container;

  Texts(Endpoint endpoint, Score parsed, Score refused) {
    this.endpoint = endpoint;
    this.parsed = parsed;
    this.refused = refused;
    this.container = endpoint.container(List.of("/Pk"), new BsonArray());
  }

  void run(int line, BsonDocument known) {
    String query = known.getString("query").getValue();
    BsonValue parses = known.get("parses");
    boolean expected = !parses.isBoolean() || parses.asBoolean().getValue();
    String error = error(query);
    if (expected == (error == null)) {
      parsed.hit();
    } else {
      parsed.miss(line, query, error == null ? "is read" : error);
    }
    if (known.containsKey("serverError")) {
      BsonDocument body = new BsonDocument("query", new BsonString(oneLine(query)));
      String wrong = Errors.wrong(known.getDocument("serverError"), endpoint.plan(container, body));
      if (wrong == null) {
        refused.hit();
      } else {
        refused.miss(line, query, wrong);
      }
    }
  }

  /**
   * The text as it was sent: its lines were broken for the file only, and errors contain positions.
   */
  private static String oneLine(String query) {
    return query.replaceAll("\\s+", " ").replace("( SELECT", "(SELECT").trim();
  }

  private static String error(String query) {
    try {
      QueryParser.query(query);
      return null;
    } catch (CosmosException e) {
      return e.getMessage();
    }
  }
}
