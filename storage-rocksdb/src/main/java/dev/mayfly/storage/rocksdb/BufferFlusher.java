package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts rows in order once writers pause. A load leaves its last rows in write buffers and in files
 * that overlap; walks then step through all of them at once, which takes twice as long, and a start
 * reads the log again. So the buffers are written out and the overlapping files are merged. A pause
 * after little was written changes nothing: merging has its price too.
 */
final class BufferFlusher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BufferFlusher.class);
  private static final long CHECK_MILLIS = 250;

  /** This many checks in a row that find few new rows are a pause. */
  static final int QUIET_LOOKS = 4;

  /** The engine itself writes a little now and then. */
  private static final long FEW_ROWS = 100;

  /** Less than this in the write buffers is left there. */
  static final long LITTLE_BYTES = 8L << 20;

  private final Database database;
  private final CallGate gate;
  private ScheduledExecutorService checks;
  private long seenRows;
  private int quietLooks;
  private boolean merging;

  BufferFlusher(Database database, CallGate gate) {
    this.database = requireNonNull(database, "database");
    this.gate = requireNonNull(gate, "gate");
  }

  void start() {
    checks =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "mayfly-tidying");
              thread.setDaemon(true);
              return thread;
            });
    checks.scheduleWithFixedDelay(
        this::checkSafely, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void checkSafely() {
    if (gate.tryEnter()) {
      try {
        check();
      } catch (RocksDBException | RuntimeException e) {
        // The next write meets the same error and reports it.
        LOG.debug("Rows can't be put in order now: {}", e.getMessage());
      } finally {
        gate.leave();
      }
    }
  }

  /** Looks whether writers pause, and does something about it. */
  void check() throws RocksDBException {
    long rows = database.writtenRows();
    boolean quiet = rows - seenRows <= FEW_ROWS;
    seenRows = rows;
    quietLooks = quiet ? quietLooks + 1 : 0;
    if (!quiet && merging) {
      database.mergeEagerly(false);
      merging = false;
    } else if (quietLooks == QUIET_LOOKS && database.bufferedBytes() > LITTLE_BYTES) {
      database.mergeEagerly(true);
      merging = true;
      database.flush();
    }
  }

  @Override
  public void close() {
    if (checks != null) {
      checks.shutdownNow();
    }
  }
}
