package dev.mayfly.bench.query;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.cosmos.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;

/** Sends queries and reads all pages. */
final class CosmosQuery {
  private static final int PAGES_MAX = 10_000;
  private static final String HEADERS =
      CosmosClient.CROSS_PARTITION_QUERY_HEADERS + "\r\nx-ms-max-item-count: -1";

  private CosmosQuery() {}

  /** How many results a query has. */
  static int count(CosmosClient client, String text, Object... values) throws IOException {
    int[] results = new int[1];
    pages(
        client,
        text,
        values,
        page -> results[0] += Integer.parseInt(page.header("x-ms-item-count")));
    return results[0];
  }

  static List<BsonValue> results(CosmosClient client, String text, Object... values)
      throws IOException {
    List<BsonValue> results = new ArrayList<>();
    pages(
        client,
        text,
        values,
        page -> results.addAll(Json.parse(CosmosClient.utf8(page.body())).getArray("Documents")));
    return results;
  }

  private interface PageReader {
    void read(Answer page);
  }

  private static void pages(CosmosClient client, String text, Object[] values, PageReader reader)
      throws IOException {
    byte[] body = CosmosClient.utf8(body(text, values));
    String continuation = null;
    for (int i = 0; i < PAGES_MAX; i++) {
      String from = continuation == null ? "" : "\r\nx-ms-continuation: " + continuation;
      Answer page = CosmosClient.expect(200, client.feed("POST", HEADERS + from, body));
      reader.read(page);
      continuation = page.header("x-ms-continuation");
      if (continuation == null) {
        return;
      }
    }
    throw new IllegalStateException("More than " + PAGES_MAX + " pages of " + text);
  }

  /** Parameters are called a, b and so on. */
  private static String body(String text, Object[] values) {
    StringBuilder body = new StringBuilder("{\"query\":\"").append(text);
    body.append("\",\"parameters\":[");
    for (int i = 0; i < values.length; i++) {
      body.append(i == 0 ? "" : ",").append("{\"name\":\"@").append((char) ('a' + i));
      boolean quoted = values[i] instanceof String;
      body.append("\",\"value\":").append(quoted ? "\"" : "").append(values[i]);
      body.append(quoted ? "\"" : "").append('}');
    }
    return body.append("]}").toString();
  }
}
