package dev.mayfly.cosmos.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.engine.partition.EffectivePartitionKey;
import dev.mayfly.engine.partition.PartitionKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Queries as clients send them, from headers and body to those of the answer. */
class QueryHandlerTest extends QueryRequests {
  @Test
  void answersWithAFeed() {
    Response response = send(spec("SELECT * FROM c WHERE c.n = 2"), EVERYWHERE);
    BsonDocument feed = json(response);
    assertThat(feed.keySet()).containsExactly("_rid", "Documents", "_count");
    assertThat(feed.getString("_rid").getValue()).isEqualTo(Directory.rid(container));
    assertThat(feed.getNumber("_count").intValue()).isEqualTo(1);
    BsonDocument item = feed.getArray("Documents").get(0).asDocument();
    assertThat(item.keySet())
        .containsExactly("id", "pk", "n", "_rid", "_self", "_etag", "_attachments", "_ts");
    assertThat(item.getNumber("_ts").longValue()).isEqualTo(START);
    assertThat(response.headers().get("x-ms-item-count")).isEqualTo("1");
    assertThat(response.headers().get("x-ms-continuation")).isNull();
    assertThat(response.headers().get("x-ms-documentdb-partitionkeyrangeid")).isEqualTo("0");
    assertThat(response.headers().get("x-ms-session-token")).startsWith("0:-1#");
    assertThat(response.chargeCentiRu()).isEqualTo(230 + 6 * 50);
  }

  @Test
  void answersWhatSdksSend() {
    // Java: readAllItems of a partition key, and readMany
    assertThat(
            ids(
                send(
                    spec("SELECT * FROM c WHERE c[\"pk\"] = @pkValue0", "@pkValue0", "\"q\""),
                    ONLY_RANGE)))
        .containsExactly("4", "5");
    assertThat(
            ids(
                send(
                    spec(
                        "SELECT * FROM c WHERE ( (c.id = @param1 AND  c[\"pk\"] = @param0 ) OR"
                            + " (c.id = @param3 AND  c[\"pk\"] = @param2 ) )",
                        "@param0",
                        "\"p\"",
                        "@param1",
                        "\"1\"",
                        "@param2",
                        "\"q\"",
                        "@param3",
                        "\"5\""),
                    ONLY_RANGE)))
        .containsExactly("1", "5");
    // JavaScript: items.readAll()
    assertThat(ids(send(spec("SELECT * from c"), EVERYWHERE))).hasSize(6);
    // Python: read_items
    assertThat(
            ids(
                send(
                    spec(
                        "SELECT * FROM c WHERE ( ( c.id = @param_id0 AND c.pk = @param_pk00 ) OR"
                            + " ( c.id = @param_id1 AND c.pk = @param_pk10 ) )",
                        "@param_id0",
                        "\"0\"",
                        "@param_pk00",
                        "\"p\"",
                        "@param_id1",
                        "\"0\"",
                        "@param_pk10",
                        "\"q\""),
                    EVERYWHERE)))
        .containsExactly("0");
    // a body without parameters, and LINQ
    assertThat(
            ids(
                send(
                    "{\"query\":\"SELECT VALUE root FROM root WHERE (root[\\\"n\\\"] > 4)\"}",
                    EVERYWHERE)))
        .containsExactly("5");
  }

  @Test
  void readsManyByIdWhereTheIdIsTheKey() {
    container = create(named("byId").partitionKey("/id"));
    for (int i = 0; i < 5; i++) {
      item("{\"id\":\"" + i + "\"}");
    }
    String query = "SELECT * FROM c WHERE c.id IN (@p0,@p1,@p2)";
    assertThat(ids(send(spec(query, "@p0", "\"1\"", "@p1", "\"3\"", "@p2", "\"9\""), ONLY_RANGE)))
        .containsExactly("1", "3");
  }

  @Test
  void looksWhereTheRequestSays() {
    assertThat(ids(send(spec("SELECT * FROM c"), IN_P))).containsExactly("0", "1", "2", "3");
    assertThat(ids(send(spec("SELECT * FROM c WHERE c.id = '4'"), IN_P))).isEmpty();
    assertThat(ids(send(spec("SELECT * FROM c WHERE c.id = '3'"), IN_P))).containsExactly("3");
    byte[] epk =
        EffectivePartitionKey.of(container.definition().partitionKey(), PartitionKey.of("q"));
    String hex = HexFormat.of().withUpperCase().formatHex(epk);
    String[] range = {
      "x-ms-start-epk",
      hex,
      "x-ms-end-epk",
      hex + "FF",
      "x-ms-read-key-type",
      "EffectivePartitionKeyRange"
    };
    assertThat(ids(send(spec("SELECT * FROM c"), range))).containsExactly("4", "5");
    assertThat(ids(send(spec("SELECT * FROM c"), join(ONLY_RANGE, range))))
        .containsExactly("4", "5");
    Response gone = send(spec("SELECT * FROM c"), "x-ms-documentdb-partitionkeyrangeid", "1");
    assertThat(gone.status()).isEqualTo(410);
  }

  @Test
  void looksUnderTheBeginningOfAKey() {
    container = create(named("levels").partitionKey("/t", "/u"));
    item("{\"id\":\"1\",\"t\":\"a\",\"u\":\"x\"}");
    item("{\"id\":\"2\",\"t\":\"a\",\"u\":\"y\"}");
    item("{\"id\":\"3\",\"t\":\"b\",\"u\":\"x\"}");
    String key = "x-ms-documentdb-partitionkey";
    assertThat(ids(send(spec("SELECT * FROM c"), key, "[\"a\"]"))).containsExactly("1", "2");
    assertThat(ids(send(spec("SELECT * FROM c"), key, "[\"a\",\"y\"]"))).containsExactly("2");
    assertThat(ids(send(spec("SELECT * FROM c WHERE c.u = 'x' AND c.id = '1'"), key, "[\"a\"]")))
        .containsExactly("1");
    Response more = send(spec("SELECT * FROM c"), key, "[\"a\",\"y\",1]");
    assertThat(more.status()).isEqualTo(400);
    assertThat(message(more)).contains("more components");
  }

  @Test
  void asksForTheFlagWhereAllPartitionsAreMeant() {
    Response refused = send(spec("SELECT * FROM c WHERE c.n = 1"));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(message(refused))
        .startsWith(
            "Cross partition query is required but disabled. Please set"
                + " x-ms-documentdb-query-enablecrosspartition to true, specify"
                + " x-ms-documentdb-partitionkey, or revise your query to avoid this exception.");
    assertThat(send(spec("SELECT * FROM c WHERE c.pk IN ('p', 'q')")).status()).isEqualTo(400);
    assertThat(ids(send(spec("SELECT * FROM c WHERE c.pk = 'q'")))).containsExactly("4", "5");
    assertThat(ids(send(spec("SELECT * FROM c WHERE c.pk = 'q' AND c.n = 4"))))
        .containsExactly("4");
    assertThat(json(send(spec("SELECT VALUE 1"))).getArray("Documents")).hasSize(1);
  }

  @Test
  void resumesPageByPageJudgedAtEachPagesInstant() {
    container = create(named("ttl").partitionKey("/pk").defaultTtl(-1));
    for (int i = 0; i < 250; i++) {
      item("{\"id\":\"" + i + "\",\"pk\":\"p\",\"ttl\":" + (i < 100 ? 10 : -1) + "}");
    }
    Response first = send(spec("SELECT * FROM c"), IN_P);
    assertThat(ids(first)).as("100 is the default").hasSize(100);
    String token = first.headers().get("x-ms-continuation");
    assertThat(token).isNotNull().hasSizeLessThan(1_024);
    assertThat(json(send(spec("SELECT VALUE COUNT(1) FROM c"), EVERYWHERE)).toString())
        .contains("[250]");
    clock.advance(10);
    List<String> found = new ArrayList<>();
    while (token != null) {
      Response next = send(spec("SELECT * FROM c"), join(IN_P, "x-ms-continuation", token));
      found.addAll(ids(next));
      token = next.headers().get("x-ms-continuation");
    }
    assertThat(found).doesNotHaveDuplicates().allMatch(id -> Integer.parseInt(id) >= 100);
    assertThat(ids(first)).doesNotContainAnyElementsOf(found);
    for (String count :
        List.of("SELECT VALUE COUNT(1) FROM c", "SELECT VALUE COUNT(c.id) FROM c")) {
      assertThat(json(send(spec(count), EVERYWHERE)).toString()).contains("[150]");
    }
    assertThat(ids(send(spec("SELECT * FROM c WHERE c.id = '0' AND c.pk = 'p'")))).isEmpty();
    Response all = send(spec("SELECT * FROM c"), join(IN_P, "x-ms-max-item-count", "-1"));
    assertThat(ids(all)).hasSize(150);
  }

  @Test
  void refusesBadHeaders() {
    for (String count : List.of("-2", "many")) {
      Response refused = send(spec("SELECT * FROM c"), join(IN_P, "x-ms-max-item-count", count));
      assertThat(refused.status()).as(count).isEqualTo(400);
    }
    Response zero = send(spec("SELECT * FROM c"), join(IN_P, "x-ms-max-item-count", "0"));
    assertThat(ids(zero)).isNotEmpty();
    Response ahead = send(spec("SELECT * FROM c"), join(IN_P, "x-ms-session-token", "0:-1#99999"));
    assertThat(ahead.status()).isEqualTo(404);
    assertThat(ahead.headers().get("x-ms-substatus")).isEqualTo("1002");
    Response token = send(spec("SELECT * FROM c"), join(IN_P, "x-ms-continuation", "junk"));
    assertThat(token.status()).isEqualTo(400);
    String first =
        send(spec("SELECT * FROM c"), join(IN_P, "x-ms-max-item-count", "1"))
            .headers()
            .get("x-ms-continuation");
    Response other = send(spec("SELECT c.id FROM c"), join(IN_P, "x-ms-continuation", first));
    assertThat(other.status()).isEqualTo(400);
    assertThat(message(other)).contains("belongs to another query");
  }

  @Test
  void theLastPageHasNoContinuation() {
    for (String[] query :
        new String[][] {
          {"SELECT * FROM c", "2", "3"},
          {"SELECT * FROM c", "6", "1"},
          {"SELECT * FROM c WHERE c.n < 4", "2", "2"},
          {"SELECT * FROM c WHERE c.n < 4", "1", "4"},
          {"SELECT VALUE c.n FROM c WHERE c.pk = 'p'", "4", "1"},
          {"SELECT VALUE t FROM c JOIN t IN (SELECT VALUE [c.n, c.n + 1])", "4", "3"},
          {"SELECT VALUE c.none FROM c", "1", "1"}
        }) {
      String[] headers = join(EVERYWHERE, "x-ms-max-item-count", query[1]);
      int pages = 0;
      String token = "";
      while (token != null) {
        Response page = send(spec(query[0]), join(headers, "x-ms-continuation", token));
        assertThat(page.status()).isEqualTo(200);
        token = page.headers().get("x-ms-continuation");
        pages++;
      }
      assertThat(pages).as(query[0]).isEqualTo(Integer.parseInt(query[2]));
    }
  }

  @Test
  void anOrderedQueryResumesWithAnotherFilter() {
    String query =
        "SELECT c._rid, [{\"item\": c.n}] AS orderByItems, c AS payload FROM c"
            + " WHERE (%s) ORDER BY c.n";
    String[] headers = join(ONLY_RANGE, "x-ms-max-item-count", "2");
    Response first = send(spec(query.formatted("true")), headers);
    String token = first.headers().get("x-ms-continuation");
    Response second =
        send(spec(query.formatted("c.n >= 1")), join(headers, "x-ms-continuation", token));
    assertThat(second.status()).isEqualTo(200);
    assertThat(orderedNumbers(second)).containsExactly(2, 3);
    String next = second.headers().get("x-ms-continuation");
    Response third =
        send(spec(query.formatted("c.n >= 3")), join(headers, "x-ms-continuation", next));
    assertThat(orderedNumbers(third)).containsExactly(4, 5);
    for (String other :
        List.of(
            query.replace("ORDER BY c.n", "ORDER BY c.id"), query + " DESC", query + ", c.id")) {
      Response refused =
          send(spec(other.formatted("true")), join(headers, "x-ms-continuation", token));
      assertThat(refused.status()).as(other).isEqualTo(400);
    }
  }

  private static List<Integer> orderedNumbers(Response response) {
    List<Integer> numbers = new ArrayList<>();
    json(response)
        .getArray("Documents")
        .forEach(
            each ->
                numbers.add(each.asDocument().getDocument("payload").getNumber("n").intValue()));
    return numbers;
  }

  @Test
  void refusesBadQueries() {
    Response syntax = send(spec("SELECT * FORM c"), EVERYWHERE);
    assertThat(syntax.status()).isEqualTo(400);
    assertThat(json(syntax).getString("code").getValue()).isEqualTo("BadRequest");
    assertThat(message(syntax))
        .contains(
            "{\"errors\":[{\"severity\":\"Error\",\"location\":{\"start\":9,\"end\":13},"
                + "\"code\":\"SC1001\",\"message\":\"Syntax error, incorrect syntax near"
                + " 'FORM'.\"}]}");
    for (String bad :
        List.of(
            "",
            "[]",
            "{}",
            "{\"query\":5}",
            "{\"query\":\"SELECT 1\"",
            "{\"query\":\"SELECT 1\"} x",
            "{\"query\":\"SELECT 1\",\"resumeFilter\":{\"value\":[1],\"rid\":\"x\"}}",
            "{\"query\":\"SELECT 1\",\"parameters\":[5]}",
            "{\"query\":\"SELECT 1\",\"parameters\":[{}]}")) {
      assertThat(send(bad, EVERYWHERE).status()).as(bad).isEqualTo(400);
    }
    assertThat(send("{\"query\":\"SELECT 1\",\"parameters\":null,\"x\":[{}]}", EVERYWHERE).status())
        .isEqualTo(200);
  }

  @Test
  void reportsClientsToPassOnWhatComesOfOnePartition() {
    String[] plan = {
      "x-ms-cosmos-is-query-plan-request",
      "True",
      "x-ms-cosmos-query-version",
      "1.4",
      "x-ms-documentdb-partitionkey",
      "[\"p\"]"
    };
    Response response = send(spec("SELECT TOP 3 c.id FROM c ORDER BY c.n"), plan);
    assertThat(response.status()).isEqualTo(200);
    BsonDocument info = json(response).getDocument("queryInfo");
    assertThat(info.getString("distinctType").getValue()).isEqualTo("None");
    for (String list :
        List.of(
            "orderBy",
            "orderByExpressions",
            "groupByExpressions",
            "groupByAliases",
            "aggregates")) {
      assertThat(info.getArray(list)).as(list).isEmpty();
    }
    assertThat(info.getDocument("groupByAliasToAggregateType")).isEmpty();
    assertThat(info.get("rewrittenQuery")).isEqualTo(new BsonString(""));
    assertThat(info.getBoolean("hasSelectValue").getValue()).isFalse();
    assertThat(info.get("top").isNull()).isTrue();
    BsonValue range = json(response).getArray("queryRanges").get(0);
    assertThat(range.toString())
        .contains("\"min\": \"\"", "\"max\": \"FF\"", "\"isMaxInclusive\": false");
    Response value = send(spec("SELECT VALUE COUNT(1) FROM c"), plan);
    assertThat(json(value).getDocument("queryInfo").getBoolean("hasSelectValue").getValue())
        .isTrue();
    assertThat(send(spec("SELECT * FORM c"), plan).status()).isEqualTo(400);
  }

  /** What clients send after a plan, with their condition in the place that it left for one. */
  @Test
  void runsTheTextsOfItsPlans() {
    List<String> expected =
        List.of(
            "[{\"_rid\":R,\"orderByItems\":[{\"item\":5}],\"payload\":{\"id\":\"5\"}},"
                + "{\"_rid\":R,\"orderByItems\":[{\"item\":4}],\"payload\":{\"id\":\"4\"}}]",
            "[[{\"item\":{\"sum\":15,\"count\":6}}]]",
            "[[{\"item\":0,\"item2\":{\"min\":0,\"count\":6}}]]",
            "[{\"payload\":{\"k\":{\"item\":6}}}]");
    List<String> queries =
        List.of(
            "SELECT TOP 2 c.id FROM c ORDER BY c.n DESC",
            "SELECT VALUE AVG(c.n) FROM c",
            "SELECT VALUE MIN(c.n) FROM c",
            "SELECT COUNT(1) AS k FROM c");
    for (int i = 0; i < queries.size(); i++) {
      Response plan = send(spec(queries.get(i)), "x-ms-cosmos-is-query-plan-request", "True");
      String text = json(plan).getDocument("queryInfo").getString("rewrittenQuery").getValue();
      String sent = text.replace("{documentdb-formattableorderbyquery-filter}", "true");
      BsonDocument body = new BsonDocument("query", new BsonString(sent));
      Response answer = send(new String(Json.bytes(body), StandardCharsets.UTF_8), ONLY_RANGE);
      assertThat(
              new String(answer.body(), StandardCharsets.UTF_8)
                  .replaceAll("(\"_rid\":)\"[^\"]*\"", "$1R"))
          .as(sent)
          .contains("\"Documents\":" + expected.get(i));
    }
  }

  /** As newer clients resume a sorted query in each of several ranges. */
  @Test
  void resumesWhereAClientSays() {
    item("{\"id\":\"x\",\"pk\":\"p\",\"n\":3}");
    String body = spec("SELECT c.id, c._rid FROM c ORDER BY c.n DESC");
    List<BsonValue> all = json(send(body, EVERYWHERE)).getArray("Documents");
    assertThat(all).hasSize(7);
    for (int i = 0; i < all.size(); i++) {
      String n = all.get(i).asDocument().getString("id").getValue().replace("x", "3");
      String rid = all.get(i).asDocument().getString("_rid").getValue();
      for (boolean exclude : new boolean[] {true, false}) {
        String resume =
            ",\"resumeFilter\":{\"value\":[%s],\"rid\":\"%s\",\"exclude\":%s}}"
                .formatted(n, rid, exclude);
        Response rest = send(body.substring(0, body.length() - 1) + resume, EVERYWHERE);
        assertThat(json(rest).getArray("Documents").getValues())
            .isEqualTo(all.subList(exclude ? i + 1 : i, all.size()));
      }
    }
  }
}
