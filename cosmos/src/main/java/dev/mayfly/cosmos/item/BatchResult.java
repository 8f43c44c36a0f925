package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.ru.TooManyRequestsException;

/**
 * What became of one operation of a batch.
 *
 * @param item to tell the etag of, or null
 * @param isShown whether the item is to be sent, too
 * @param retryAfterMillis 0 unless the operation was throttled
 */
record BatchResult(
    int status,
    int subStatus,
    long chargeCentiRu,
    Item item,
    boolean isShown,
    long retryAfterMillis) {

  static BatchResult done(ItemOperation operation, WriteOutcome outcome, boolean answered) {
    int status = operation.status(outcome);
    return new BatchResult(
        status, 0, outcome.chargeCentiRu(), outcome.item(), answered && status != 304, 0);
  }

  static BatchResult failed(Throwable told) {
    CosmosException refusal = Failures.refusal(told);
    long retryAfterMillis =
        told instanceof TooManyRequestsException busy ? busy.retryAfterMillis() : 0;
    return new BatchResult(
        refusal.status(),
        refusal.subStatus(),
        Failures.charge(told),
        null,
        false,
        retryAfterMillis);
  }

  /** Not done because another operation failed. */
  static BatchResult notDone() {
    return new BatchResult(424, 0, 0, null, false, 0);
  }

  boolean isFailure() {
    return status >= 400;
  }

  void write(JsonWriter json, StoredItem form) {
    json.raw("{\"statusCode\":");
    json.number(status);
    if (subStatus != 0) {
      json.raw(",\"subStatusCode\":");
      json.number(subStatus);
    }
    json.raw(",\"requestCharge\":");
    json.raw(chargeCentiRu / 100 + "." + chargeCentiRu / 10 % 10 + chargeCentiRu % 10);
    if (retryAfterMillis > 0) {
      json.raw(",\"retryAfterMilliseconds\":");
      json.number(retryAfterMillis);
    }
    if (item != null) {
      json.raw(",\"eTag\":");
      json.string(EtagText.of(item.etag()));
      if (isShown) {
        json.raw(",\"resourceBody\":");
        json.document(form.document(item));
      }
    }
    json.raw("}");
  }
}
