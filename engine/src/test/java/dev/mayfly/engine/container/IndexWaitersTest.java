package dev.mayfly.engine.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.bson.IndexingPaths;
import dev.mayfly.engine.catalog.IndexSources;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.index.PathIndex;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A build ends while someone begins to wait for it: whichever steps of the two come first, the wait
 * ends. The waiter has seen an index that is not ready (or it would not wait).
 */
class IndexWaitersTest {
  private static final IndexSources SOURCES =
      IndexSources.NONE.defined(List.of(PathIndex.of("by_n", "n")), IndexingPaths.ALL);
  private static final OpenIndexes BUILDING =
      OpenIndexes.NONE.with(SOURCES, ItemFilters.NONE).with(0, IndexProgress.BUILDING);
  private static final OpenIndexes READY = BUILDING.with(0, IndexProgress.READY);
  private static final EngineException DUPLICATE =
      new EngineException(ErrorCode.UNIQUE_KEY_VIOLATION, "two items share a key");

  private OpenIndexes published = BUILDING;
  private final IndexWaiters waiters = new IndexWaiters(() -> published);
  private final OpenIndex seen = BUILDING.numbered(0);
  private CompletableFuture<Void> waiting;

  /** p: publishes, c: completes after that, w: begins to wait, d: completes after that. */
  private void run(String order, OpenIndexes next) {
    for (char step : order.toCharArray()) {
      switch (step) {
        case 'p' -> published = next;
        case 'w' -> waiting = waiters.await(seen);
        default -> waiters.complete();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcwd", "pwcd", "pwdc", "wpcd", "wpdc", "wdpc"})
  void aBuildThatEndsMeanwhileEndsTheWait(String order) {
    run(order, READY);

    assertThat(waiting).isCompleted();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcwd", "pwcd", "pwdc", "wpcd", "wpdc", "wdpc"})
  void aFailureEndsTheWaitWithItsReason(String order) {
    waiters.failed("by_n", DUPLICATE);
    run(order, OpenIndexes.NONE);

    assertThat(waiting).isCompletedExceptionally();
    assertThat(reason()).isSameAs(DUPLICATE);
  }

  @Test
  void aDropEndsTheWait() {
    run("wdpc", OpenIndexes.NONE);

    assertThat(((EngineException) reason()).code()).isEqualTo(ErrorCode.INDEX_NOT_FOUND);
  }

  @Test
  void nothingEndsTheWaitBeforeTheOutcomeIsPublished() {
    waiters.failed("by_n", DUPLICATE);
    run("wdc", READY);

    assertThat(waiting).isNotDone();
  }

  private Throwable reason() {
    return waiting
        .handle(
            (nothing, failure) ->
                failure instanceof CompletionException wrapped ? wrapped.getCause() : failure)
        .join();
  }
}
