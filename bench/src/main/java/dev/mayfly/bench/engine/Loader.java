package dev.mayfly.bench.engine;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Fills containers with new items. */
final class Loader {
  private static final int OUTSTANDING = 2048;

  /** Stores without a background thread fold their counts here, as that would. */
  private static final int ITEMS_PER_FOLD = 100_000;

  private Loader() {}

  /** Creates the items with these numbers. */
  static void load(
      Store store, SampleItems items, int fromInclusive, int toExclusive, IntUnaryOperator ttlOf)
      throws InterruptedException {
    load(store, items, fromInclusive, toExclusive, i -> true, ttlOf);
  }

  /** As above, only those that are wanted. */
  static void load(
      Store store,
      SampleItems items,
      int fromInclusive,
      int toExclusive,
      IntPredicate wanted,
      IntUnaryOperator ttlOf)
      throws InterruptedException {
    Container container = store.container();
    Submitter submitter = new Submitter(container, WriteOutcome.Kind.CREATED, OUTSTANDING);
    int loaded = 0;
    for (int i = fromInclusive; i < toExclusive; i++) {
      if (wanted.test(i)) {
        submitter.submit(
            WriteRequest.create(SampleItems.key(i), items.body(i, ttlOf.applyAsInt(i))));
        loaded++;
        if (loaded % ITEMS_PER_FOLD == 0) {
          store.engine().background().foldCounts();
        }
      }
    }
    submitter.finish();
  }
}
