package dev.mayfly.engine;

import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.Format;
import dev.mayfly.engine.format.FormatRow;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.security.SecureRandom;

/**
 * Which store this is.
 *
 * @param incarnation changes when a store is restored; part of etags and continuations
 */
public record StoreIdentity(long incarnation) {
  /** Refuses a store that was written by a newer version. */
  static void requireReadable(Storage storage) {
    byte[] row = storage.get(Table.META, MetaKeys.FORMAT);
    if (row == null) {
      return;
    }
    int version = FormatRow.decode(row).version();
    if (version > Format.VERSION) {
      throw new EngineException(
          ErrorCode.NEWER_FORMAT,
          "The data was written by a newer Mayfly (format "
              + version
              + ", this one knows "
              + Format.VERSION
              + "): start that version.");
    }
  }

  /** The identity of a store that another node has made. */
  static StoreIdentity of(Storage storage) {
    byte[] row = storage.get(Table.META, MetaKeys.FORMAT);
    if (row == null) {
      throw new EngineException(
          ErrorCode.NO_QUORUM,
          "The cluster's leader has not made the store yet. Try again when it has.");
    }
    return new StoreIdentity(FormatRow.decode(row).incarnation());
  }

  static StoreIdentity establish(Storage storage, Committer committer) {
    byte[] row = storage.get(Table.META, MetaKeys.FORMAT);
    if (row == null) {
      row = fresh();
      byte[] created = row;
      committer.execute(
          transaction -> {
            transaction.put(Table.META, MetaKeys.FORMAT, created);
            return null;
          },
          CommitOptions.EXCLUSIVE);
    }
    return new StoreIdentity(FormatRow.decode(row).incarnation());
  }

  /**
   * Makes a restored copy a store of its own: a new incarnation, and a purge that waits for
   * confirmation (C9). Called on a storage that no engine has been opened on.
   */
  public static void markRestored(Storage storage) {
    requireReadable(storage);
    storage.start(GroupListener.NONE);
    Decision<Void> mark =
        view -> {
          view.put(Table.META, MetaKeys.FORMAT, fresh());
          view.put(Table.META, MetaKeys.PURGE_HOLD, new byte[] {1});
          return null;
        };
    storage.execute(mark);
  }

  /** Writes the identity once more. */
  static void confirm(Storage storage) {
    Decision<Void> again =
        view -> {
          view.put(Table.META, MetaKeys.FORMAT, view.get(Table.META, MetaKeys.FORMAT));
          return null;
        };
    storage.execute(again);
  }

  private static byte[] fresh() {
    return new FormatRow(Format.VERSION, new SecureRandom().nextLong()).encode();
  }
}
