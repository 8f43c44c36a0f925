package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.hybridrow.BatchResultWriter;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.ru.TooManyRequestsException;

/**
 * What became of one operation of a batch.
 *
 * @param etag of the item, or null
 * @param shown the item if it is to be sent, or null
 * @param retryAfterMillis 0 unless the operation was throttled
 */
record BatchResult(
    int status, int subStatus, long chargeCentiRu, Etag etag, Item shown, long retryAfterMillis) {

  /** Done, and shown if it is wanted and there is room for it. */
  static BatchResult done(
      ItemOperation operation, WriteOutcome outcome, boolean wanted, BatchResponseBudget shown) {
    Item item = outcome.item();
    int status = operation.status(outcome);
    long charge = outcome.chargeCentiRu();
    if (item == null) {
      return new BatchResult(status, 0, charge, null, null, 0);
    }
    boolean isShown = wanted && status != 304;
    if (isShown && operation.showsWhatIsThere() && !shown.add(item.bodyLength())) {
      if (outcome.kind() == WriteOutcome.Kind.READ) {
        return new BatchResult(
            413, BatchResponseBudget.TOO_LARGE_SUB_STATUS, charge, null, null, 0);
      }
      // It was written, so it did not fail.
      isShown = false;
    }
    return new BatchResult(status, 0, charge, item.etag(), isShown ? item : null, 0);
  }

  static BatchResult failed(Throwable reported) {
    CosmosException refusal = Failures.refusal(reported);
    long retryAfterMillis =
        reported instanceof TooManyRequestsException busy ? busy.retryAfterMillis() : 0;
    return new BatchResult(
        refusal.status(),
        refusal.subStatus(),
        Failures.charge(reported),
        null,
        null,
        retryAfterMillis);
  }

  /** Not done because another operation failed. */
  static BatchResult notDone() {
    return new BatchResult(424, 0, 0, null, null, 0);
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
    if (etag != null) {
      json.raw(",\"eTag\":");
      json.string(EtagText.of(etag));
    }
    if (shown != null) {
      json.raw(",\"resourceBody\":");
      json.document(form.document(shown));
    }
    json.raw("}");
  }

  void write(BatchResultWriter rows, StoredItem form) {
    rows.add(
        status,
        subStatus,
        etag == null ? null : EtagText.of(etag),
        shown == null ? null : new JsonWriter().document(form.document(shown)).toByteArray(),
        retryAfterMillis,
        chargeCentiRu / 100.0);
  }
}
