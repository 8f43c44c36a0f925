package dev.mayfly.torture.cluster.load;

import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.torture.cluster.judge.FeedLedger;
import java.util.Random;

/** Reads a change feed page by page, and continues behind the last page that it has received. */
final class CosmosFeedReader implements ClientLoop.Request {
  private final CosmosStore store;
  private final FeedLedger ledger;
  private String continuation;

  CosmosFeedReader(CosmosStore store, FeedLedger ledger) {
    this.store = store;
    this.ledger = ledger;
  }

  @Override
  public void send(Random random) {
    CosmosChangeFeedRequestOptions options =
        continuation == null
            ? CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                FeedRange.forFullRange())
            : CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
    for (FeedResponse<JsonNode> page :
        store.container("feed").queryChangeFeed(options, JsonNode.class).iterableByPage()) {
      for (JsonNode each : page.getResults()) {
        ledger.receive(each.get("writer").textValue(), each.get("n").longValue());
      }
      continuation = page.getContinuationToken();
      if (page.getResults().isEmpty()) {
        return;
      }
    }
  }
}
