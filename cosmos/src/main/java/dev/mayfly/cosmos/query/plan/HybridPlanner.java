package dev.mayfly.cosmos.query.plan;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.FullTextCall;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.RankComponent;
import dev.mayfly.cosmos.query.run.RankSizes;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.Query.Item;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.syntax.SqlText;
import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;

/**
 * Plans ORDER BY RANK for clients: a query for the statistics of each range, and one for each score
 * that returns the first items by it with all their scores. Clients put the sums of the statistics
 * into those queries and fuse what they return.
 */
final class HybridPlanner {
  private static final String PREFIX = "{documentdb-formattablehybridsearchquery-";
  private static final String ITEMS = PREFIX + "totaldocumentcount}";
  private static final String WORDS = PREFIX + "totalwordcount-%d}";
  private static final String HITS = PREFIX + "hitcountsarray-%d}";

  /** Stands for the weights, before any text of the user. */
  private static final String WEIGHTS = "component weights";

  private final Query query;
  private final CompiledQuery compiled;
  private final Parameters parameters;
  private final String alias;

  HybridPlanner(Query query, CompiledQuery compiled, Parameters parameters) {
    this.query = query;
    this.compiled = compiled;
    this.parameters = parameters;
    this.alias = Planner.alias(query);
  }

  BsonDocument plan() {
    List<String> scores = scores();
    BsonArray components = new BsonArray();
    for (int i = 0; i < scores.size(); i++) {
      RankComponent rank = compiled.ranks().get(i);
      components.add(component(scores, i, rank));
    }
    BsonDocument plan = new BsonDocument();
    if (scores.size() > 1) {
      plan.append("componentWeights", new BsonString(WEIGHTS));
    }
    plan.append("globalStatisticsQuery", new BsonString(statistics()))
        .append("componentQueryInfos", components);
    boolean unlimited = compiled.limit() == Long.MAX_VALUE;
    return plan.append(
            "skip", query.offset() == null ? BsonNull.VALUE : new BsonInt64(compiled.offset()))
        .append("take", unlimited ? BsonNull.VALUE : new BsonInt64(compiled.limit()))
        .append("requiresGlobalStatistics", BsonBoolean.TRUE);
  }

  /** Puts the weights in: a client takes only numbers with a fraction, which our JSON shortens. */
  String withWeights(String json) {
    String weights =
        compiled.ranks().stream()
            .map(rank -> Double.toString(rank.weight()))
            .collect(Collectors.joining(",", "[", "]"));
    return compiled.ranks().size() > 1 ? json.replaceFirst("\"" + WEIGHTS + "\"", weights) : json;
  }

  /** The scores as ranges compute them; those of texts with places for the statistics. */
  private List<String> scores() {
    List<String> scores = new ArrayList<>();
    int texts = 0;
    for (RankComponent rank : compiled.ranks()) {
      if (rank.score() instanceof FullTextCall) {
        List<Expression> arguments = rank.call().arguments();
        scores.add(
            "_FullTextScore("
                + SqlText.of(arguments.get(0))
                + ", ["
                + String.join(", ", terms(rank))
                + "], "
                + ITEMS
                + ", "
                + WORDS.formatted(texts)
                + ", "
                + HITS.formatted(texts)
                + ")");
        texts++;
      } else {
        scores.add(SqlText.of(rank.call()));
      }
    }
    return scores;
  }

  /** The terms of a score, each as a text; the older form has them in an array. */
  private List<String> terms(RankComponent rank) {
    List<String> terms = new ArrayList<>();
    List<Expression> arguments = rank.call().arguments();
    for (Expression each : arguments.subList(1, arguments.size())) {
      if (parameters.constant(each) instanceof ArrayValue array && !array.elements().isEmpty()) {
        if (each instanceof Expression.NewArray list) {
          list.elements().forEach(element -> terms.add(SqlText.of(element)));
        } else {
          array.elements().forEach(element -> terms.add(SqlText.json(element)));
        }
      } else {
        terms.add(SqlText.of(each));
      }
    }
    return terms;
  }

  private String statistics() {
    List<String> texts = new ArrayList<>();
    for (RankComponent rank : compiled.ranks()) {
      if (rank.score() instanceof FullTextCall) {
        String path = SqlText.of(rank.call().arguments().get(0));
        texts.add(
            "{\"totalWordCount\": SUM(_FullTextWordCount("
                + path
                + ")), \"hitCounts\": "
                + terms(rank).stream()
                    .map(term -> "COUNTIF(FullTextContains(" + path + ", " + term + "))")
                    .collect(Collectors.joining(", ", "[", "]"))
                + "}");
      }
    }
    return "SELECT COUNT(1) AS documentCount, ["
        + String.join(", ", texts)
        + "] AS fullTextStatistics FROM "
        + SqlText.sources(query.from());
  }

  private BsonDocument component(List<String> scores, int by, RankComponent rank) {
    boolean descending = rank.isDescending();
    String direction = rank.isOfVectors() ? "" : descending ? " DESC" : " ASC";
    QueryInfo info = new QueryInfo();
    String score = scores.get(by);
    long size = RankSizes.component(compiled.offset(), compiled.limit());
    boolean top = query.offset() == null;
    info.top = top ? size : null;
    info.offset = top ? null : 0L;
    info.limit = top ? null : size;
    info.orderBy.add(descending ? "Descending" : "Ascending");
    info.orderByExpressions.add(score);
    info.hasNonStreamingOrderBy = true;
    String where = query.where() == null ? "" : SqlText.of(query.where());
    where =
        where.isEmpty() ? Planner.PLACEHOLDER : "(" + where + " AND " + Planner.PLACEHOLDER + ")";
    if (query.selection() instanceof Selection.Single single) {
      where = "(" + where + " AND IS_DEFINED(" + SqlText.of(single.value()) + "))";
    }
    info.rewrittenQuery =
        "SELECT "
            + (top ? "TOP " + size + " " : "")
            + alias
            + "._rid, [{\"item\": "
            + score
            + "}] AS orderByItems, {\"payload\": "
            + payload()
            + ", \"componentScores\": "
            + scores.stream()
                .map(each -> "(" + each + " ?? -1)")
                .collect(Collectors.joining(", ", "[", "]"))
            + "} AS payload FROM "
            + SqlText.sources(query.from())
            + " WHERE "
            + where
            + " ORDER BY "
            + score
            + direction
            + (top ? "" : " OFFSET 0 LIMIT " + size);
    return info.json();
  }

  private String payload() {
    if (query.selection() instanceof Selection.Single single) {
      return SqlText.of(single.value());
    } else if (query.selection() instanceof Selection.Items list) {
      StringBuilder payload = new StringBuilder("{");
      int unnamed = 0;
      for (Item item : list.items()) {
        String name = item.name() == null ? "$" + ++unnamed : item.name();
        payload.append(payload.length() == 1 ? "" : ", ").append(SqlText.json(Value.of(name)));
        payload.append(": ").append(SqlText.of(item.value()));
      }
      return payload.append("}").toString();
    }
    return alias;
  }
}
