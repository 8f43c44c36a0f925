package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.concurrent.CompletableFuture;

/** An open transaction is going to write the same; nothing was written. */
public final class ItemLockedException extends EngineException {
  private final transient CompletableFuture<Void> released;

  public ItemLockedException(CompletableFuture<Void> released) {
    super(
        ErrorCode.ITEM_LOCKED,
        "An open transaction is going to write this item, or one with the same unique value.");
    this.released = requireNonNull(released, "released");
  }

  /** Completed when the transaction has ended: then it is worth while to try again. */
  public CompletableFuture<Void> released() {
    return released;
  }
}
