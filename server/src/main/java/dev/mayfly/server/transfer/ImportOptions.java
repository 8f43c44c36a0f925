package dev.mayfly.server.transfer;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.item.WriteRequest;
import java.nio.file.Path;
import java.util.List;

/**
 * How an import is done.
 *
 * @param existing what happens where an item is already
 * @param times what becomes of the {@code _ts} of the items
 * @param refused where records are written that can't be imported; null if the first one ends it
 * @param again whether records are imported that this store has imported before
 * @param api of a container that is made without a definition; null for what the format suggests
 * @param partitionKey of such a container
 * @param defaultTtl of such a container; null for none
 */
public record ImportOptions(
    WriteRequest.Existing existing,
    TransferStore.Times times,
    Path refused,
    boolean again,
    String api,
    List<String> partitionKey,
    Integer defaultTtl) {
  /** New items, whose time begins with the import. */
  public static final ImportOptions DEFAULT =
      new ImportOptions(
          WriteRequest.Existing.REFUSE,
          TransferStore.Times.NONE,
          null,
          false,
          null,
          List.of("/id"),
          null);

  /** What a seed folder is loaded with: it adds to what is there, and its times begin now. */
  public static final ImportOptions SEED =
      new ImportOptions(
          WriteRequest.Existing.KEEP,
          TransferStore.Times.RESET,
          null,
          false,
          null,
          List.of("/id"),
          null);

  public ImportOptions {
    requireNonNull(existing, "existing");
    requireNonNull(times, "times");
    partitionKey = List.copyOf(partitionKey);
  }
}
