package dev.mayfly.server.transfer;

/** An item of a batch can't be brought in; nothing of the batch was. */
public final class RefusedItemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int index;

  public RefusedItemException(int index, String reason) {
    super(reason, null, false, false);
    this.index = index;
  }

  /** Which one, from 0. */
  public int index() {
    return index;
  }
}
