package dev.mayfly.engine.operation;

import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Several writes of a container in one commit. */
final class Batch implements Write<List<WriteOutcome>> {
  private static final int REQUESTS_MAX = 10_000;

  /**
   * Checking the range of all new items costs about as much as ten lookups. It is lost where ids
   * come in no order: so only many are worth it.
   */
  private static final int MANY = 100;

  private final ItemWriter writer;
  private final OpenContainer container;
  private final List<ItemWriter.Prepared> prepared;

  private Batch(ItemWriter writer, OpenContainer container, List<ItemWriter.Prepared> prepared) {
    this.writer = writer;
    this.container = container;
    this.prepared = prepared;
  }

  /** Requests of one logical partition. */
  static Batch prepare(ItemWriter writer, OpenContainer container, List<WriteRequest> requests) {
    for (WriteRequest request : requests) {
      if (!request.key().partitionKey().equals(requests.get(0).key().partitionKey())) {
        throw new EngineException(
            ErrorCode.WRONG_PARTITION_KEY,
            "All operations of a batch must have the same partition key.");
      }
    }
    return prepareAny(writer, container, requests);
  }

  /** Requests of any logical partitions. */
  static Batch prepareAny(ItemWriter writer, OpenContainer container, List<WriteRequest> requests) {
    if (requests.isEmpty() || requests.size() > REQUESTS_MAX) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "A batch has 1 to " + REQUESTS_MAX + " operations, not " + requests.size() + ".");
    }
    List<ItemWriter.Prepared> prepared = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      try {
        prepared.add(writer.prepare(container, requests.get(i)));
      } catch (EngineException e) {
        throw new BatchRejectedException(i, requests.size(), e);
      }
    }
    return new Batch(writer, container, prepared);
  }

  @Override
  public List<WriteOutcome> run(WriteTransaction transaction) {
    announce(transaction);
    List<WriteOutcome> outcomes = new ArrayList<>(prepared.size());
    for (int i = 0; i < prepared.size(); i++) {
      try {
        outcomes.add(writer.apply(transaction, container, prepared.get(i)));
      } catch (EngineException e) {
        throw new BatchRejectedException(i, prepared.size(), e);
      }
    }
    return outcomes;
  }

  /** New items often come with ids that follow all others: then none of them is there. */
  private void announce(WriteTransaction transaction) {
    if (prepared.size() < MANY) {
      return;
    }
    byte[] first = prepared.get(0).address().itemKey();
    byte[] last = first;
    for (ItemWriter.Prepared each : prepared) {
      if (!(each.request() instanceof WriteRequest.Create)) {
        return;
      }
      byte[] key = each.address().itemKey();
      first = Arrays.compareUnsigned(key, first) < 0 ? key : first;
      last = Arrays.compareUnsigned(key, last) > 0 ? key : last;
    }
    transaction.announce(Table.ITEMS, first, last);
  }
}
