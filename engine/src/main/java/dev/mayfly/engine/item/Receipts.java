package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The receipts that writes have left behind. */
public final class Receipts {
  private static final int DELETES_PER_COMMIT = 1000;

  private final Storage storage;
  private final Committer committer;

  public Receipts(Storage storage, Committer committer) {
    this.storage = requireNonNull(storage, "storage");
    this.committer = requireNonNull(committer, "committer");
  }

  public static void put(WriteTransaction transaction, Receipt receipt, WriteOutcome outcome) {
    byte[] row = receipt.value().apply(outcome);
    transaction.put(Table.META, MetaKeys.receipt(receipt.key()), row);
  }

  /** The last receipt with this key, or null. */
  public byte[] read(byte[] key) {
    return storage.get(Table.META, MetaKeys.receipt(key));
  }

  /**
   * Deletes receipts that no client will ask for.
   *
   * @param isOver gets what a receipt holds; called again when the delete is decided
   * @return how many were deleted
   */
  public int sweep(Predicate<byte[]> isOver) {
    int deleted = 0;
    List<byte[]> keys = new ArrayList<>();
    try (ReadView view = storage.snapshot();
        RowCursor rows =
            view.cursor(Table.META, MetaKeys.RECEIPTS, Bytes.after(MetaKeys.RECEIPTS))) {
      while (rows.next()) {
        if (isOver.test(rows.value())) {
          keys.add(rows.key());
        }
        if (keys.size() == DELETES_PER_COMMIT) {
          deleted += delete(keys, isOver);
          keys.clear();
        }
      }
    }
    return deleted + delete(keys, isOver);
  }

  private int delete(List<byte[]> keys, Predicate<byte[]> isOver) {
    if (keys.isEmpty()) {
      return 0;
    }
    return committer.execute(
        transaction -> {
          int deleted = 0;
          for (byte[] key : keys) {
            byte[] row = transaction.get(Table.META, key);
            if (row != null && isOver.test(row)) {
              transaction.delete(Table.META, key);
              deleted++;
            }
          }
          return deleted;
        },
        CommitOptions.GROUPED.removing());
  }
}
