package dev.mayfly.engine.storage;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps rows, and commits what decisions write.
 *
 * <p>Duties:
 *
 * <ol>
 *   <li>Decisions run one at a time, in a single order that is also the commit order. Several may
 *       be committed as one group; a later decision of a group sees the rows of the earlier ones. A
 *       group begins after its first decision was handed over, and takes in another one only if
 *       {@link GroupListener#mayGrow} says so after that was handed over too.
 *   <li>A decision that throws leaves no trace; its neighbours are not affected.
 *   <li>A group is committed whole or not at all, also across a crash. A decision is acknowledged
 *       (its completion called) only when its group is as durable as the storage was asked to make
 *       it.
 *   <li>After an acknowledgement every {@link #get} and {@link #snapshot} sees the rows.
 *   <li>Keys sort as unsigned bytes; a shorter key sorts before its extensions.
 *   <li>The queue of waiting decisions is bounded: {@link #submit} fails the completion with {@link
 *       dev.mayfly.engine.error.ErrorCode#OVERLOADED} when it is full.
 *   <li>When the medium fails, writes fail with {@link
 *       dev.mayfly.engine.error.ErrorCode#STORAGE_FAILED} or {@link
 *       dev.mayfly.engine.error.ErrorCode#DISK_FULL}, and reads continue as long as they can.
 *   <li>It may refuse decisions with DISK_FULL before the medium is full; those that {@linkplain
 *       Decision#mayUseReserve may use the reserve} it refuses later than others.
 *   <li>A storage that is replicated fails reads with {@link
 *       dev.mayfly.engine.error.ErrorCode#NOT_LEADER} or {@link
 *       dev.mayfly.engine.error.ErrorCode#NO_QUORUM} once another node may have committed, writes
 *       that nothing was done about with the same, and those that were being replicated with {@link
 *       dev.mayfly.engine.error.ErrorCode#OUTCOME_UNKNOWN}.
 *   <li>After {@link #close} every call fails with {@link
 *       dev.mayfly.engine.error.ErrorCode#CLOSED}; decisions accepted before are still committed.
 * </ol>
 *
 * <p>Not promised: that a submitted decision runs on any particular thread, or once only.
 */
public interface Storage extends AutoCloseable {
  Set<Capability> capabilities();

  /** Called once, before the first decision. */
  void start(GroupListener listener);

  /** The row's value as last committed, or null. It must not be changed. */
  byte[] get(Table table, byte[] key);

  /** A view of all rows as last committed. */
  ReadView snapshot();

  /**
   * Fails if rows as last committed can't be read here now; in a storage that follows another node,
   * if its rows are some seconds behind. No client is answered before this has returned.
   */
  default void requireCurrent() {}

  /**
   * Names who learns of the rows that are applied here without a decision of this storage. Called
   * before anything is read, by an engine that only reads.
   *
   * @return false if there are no such rows: all writes are decided here
   */
  default boolean follow(AppliedRows rows) {
    return false;
  }

  /** Hands a decision over and returns at once; the completion gets its outcome. */
  <R> void submit(Decision<R> decision, Completion<R> completion);

  /**
   * Runs a decision and waits until it is committed. The calling thread may commit by itself when
   * no other thread is writing.
   */
  <R> R execute(Decision<R> decision);

  /** Decisions waiting to be committed; the purge gives way while there are any. */
  int waiting();

  /**
   * About how many items' rows are kept such that looking them up by their keys takes no longer
   * than walking over them.
   */
  default long keptRows() {
    return Long.MAX_VALUE;
  }

  /** Bytes on the medium, approximately. */
  long sizeOnDiskBytes();

  /**
   * The first damage of the medium that was met since the storage was opened: rows that can't be
   * read, or are not as they were written.
   */
  default Optional<String> damage() {
    return Optional.empty();
  }

  /** Copies all rows as last committed to an empty or absent directory, from which one can open. */
  void backup(Path directory);

  @Override
  void close();
}
