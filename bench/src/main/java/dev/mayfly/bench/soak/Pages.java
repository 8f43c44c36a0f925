package dev.mayfly.bench.soak;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.CosmosClient;
import java.io.IOException;
import java.util.SplittableRandom;

/** Pages as large as the server makes them: of a query, of the read feed, of the change feed. */
final class Pages {
  static final String AS_LARGE_AS_CAN_BE = "\r\nx-ms-max-item-count: -1";
  static final String QUERY = CosmosClient.CROSS_PARTITION_QUERY_HEADERS + AS_LARGE_AS_CAN_BE;
  static final byte[] EVERYTHING = CosmosClient.utf8("{\"query\":\"SELECT * FROM c\"}");

  private static final byte[] NOTHING = {};

  private Pages() {}

  /** Reads one page of all items per call. */
  static Task query() {
    return new Paged("POST", QUERY, EVERYTHING);
  }

  static Task readFeed() {
    return new Paged("GET", AS_LARGE_AS_CAN_BE, NOTHING);
  }

  private static final class Paged implements Task {
    private final String method;
    private final String headers;
    private final byte[] body;
    private String continuation;

    Paged(String method, String headers, byte[] body) {
      this.method = method;
      this.headers = headers;
      this.body = body;
    }

    @Override
    public void once(CosmosClient client, SplittableRandom random) throws IOException {
      String from = continuation == null ? "" : "\r\nx-ms-continuation: " + continuation;
      Answer page = CosmosClient.expect(200, client.feed(method, headers + from, body));
      continuation = page.header("x-ms-continuation");
    }
  }

  /** Follows the change feed from its beginning. */
  static Task changeFeed() {
    return new Task() {
      private String etag;

      @Override
      public void once(CosmosClient client, SplittableRandom random) throws IOException {
        String from = etag == null ? "" : "\r\nif-none-match: " + etag;
        Answer page =
            client.feed("GET", "\r\na-im: Incremental Feed" + AS_LARGE_AS_CAN_BE + from, NOTHING);
        if (page.status() != 304) {
          CosmosClient.expect(200, page);
        }
        etag = page.header("etag");
        if (etag == null) {
          throw new IllegalStateException("A page of the change feed does not say where it ends");
        }
      }
    };
  }
}
