package dev.mayfly.bench.conformance;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Queries over a few documents, with the results that are known for them. */
final class Examples {
  private static final double TOLERANCE = 1e-12;
  private static final String PARTITION_PATH = "/conformancePartition";
  private static final String NO_PARTITION_KEY = "[{}]";
  private static final Set<String> SYSTEM =
      Set.of("_rid", "_self", "_etag", "_attachments", "_ts", "_lsn");

  private final Endpoint endpoint;
  private final Score score;

  Examples(Endpoint endpoint, Score score) {
    this.endpoint = endpoint;
    this.score = score;
  }

  void run(int line, BsonDocument example) {
    String query = example.getString("query").getValue();
    String container = null;
    try {
      container = endpoint.container(List.of(PARTITION_PATH), compositeIndexes(query));
      boolean named = load(container, example.getArray("documents"));
      List<BsonValue> results = new ArrayList<>();
      BsonDocument body = new BsonDocument("query", new BsonString(query));
      body.append("parameters", example.getArray("parameters", new BsonArray()));
      endpoint.query(container, body).forEach(result -> results.add(shown(result, named)));
      check(line, example, query, results);
    } catch (RuntimeException e) {
      score.miss(line, query, String.valueOf(e.getMessage()));
    } finally {
      if (container != null) {
        endpoint.delete(container);
      }
    }
  }

  private void check(int line, BsonDocument example, String query, List<BsonValue> results) {
    BsonValue tolerance = example.get("tolerance");
    Likeness likeness =
        new Likeness(
            tolerance == null || tolerance.isNull()
                ? TOLERANCE
                : tolerance.asNumber().doubleValue());
    List<BsonValue> expected = example.getArray("expected");
    boolean ordered = example.getBoolean("ordered", BsonBoolean.FALSE).getValue();
    if (ordered ? likeness.inOrder(expected, results) : likeness.inAnyOrder(expected, results)) {
      score.hit();
    } else {
      score.miss(line, query, Likeness.text(results) + " instead of " + Likeness.text(expected));
    }
  }

  /** Adds the documents; false if they had no ids of their own. */
  private boolean load(String container, BsonArray documents) {
    boolean named = documents.stream().allMatch(each -> each.asDocument().containsKey("id"));
    int number = 0;
    for (BsonValue each : documents) {
      BsonDocument document = each.asDocument().clone();
      number++;
      if (!(document.get("id") instanceof BsonString)) {
        document.put("id", new BsonString(String.format("%06d", number)));
      }
      endpoint.add(container, document, NO_PARTITION_KEY);
    }
    return named;
  }

  /** A result without what the server or the loading added to the items. */
  private static BsonValue shown(BsonValue result, boolean named) {
    if (result.isArray()) {
      BsonArray elements = new BsonArray();
      result.asArray().forEach(each -> elements.add(shown(each, named)));
      return elements;
    }
    if (!result.isDocument()) {
      return result;
    }
    BsonDocument document = new BsonDocument();
    boolean item = result.asDocument().containsKey("_etag");
    result
        .asDocument()
        .forEach(
            (name, value) -> {
              boolean added = item && (SYSTEM.contains(name) || name.equals("id") && !named);
              if (!added) {
                document.put(name, shown(value, named));
              }
            });
    return document;
  }

  /** The composite index that a query with several sort keys needs. */
  private static BsonArray compositeIndexes(String text) {
    Query query = QueryParser.query(text);
    BsonArray index = new BsonArray();
    for (Query.OrderItem item : query.orderBy()) {
      StringBuilder path = new StringBuilder();
      Expression of = item.value();
      while (of instanceof Expression.Member member) {
        path.insert(0, "/" + member.name());
        of = member.of();
      }
      if (path.length() > 0) {
        index.add(
            new BsonDocument("path", new BsonString(path.toString()))
                .append("order", new BsonString(item.descending() ? "descending" : "ascending")));
      }
    }
    return index.size() < 2 ? new BsonArray() : new BsonArray(List.of(index));
  }
}
