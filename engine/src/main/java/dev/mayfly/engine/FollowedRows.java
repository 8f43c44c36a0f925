package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.clock.ReplicatedClock;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.Counts;
import dev.mayfly.engine.commit.OperationLog;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.deadrange.DeadRanges;
import dev.mayfly.engine.format.CountDeltaRow;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.format.NumberRow;
import dev.mayfly.engine.format.OperationRow;
import dev.mayfly.engine.registry.FollowedCatalog;
import dev.mayfly.engine.storage.AppliedRows;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what an engine holds in memory up with rows that another node has decided. New definitions
 * are published before the second of their commit is shown, so no reader sees time pass under a
 * policy that was no longer in force; LSNs after it, so no reader who waited for a write sees what
 * had expired when it was acknowledged.
 */
final class FollowedRows implements AppliedRows {
  private static final Logger log = LoggerFactory.getLogger(FollowedRows.class);

  private final Storage storage;
  private final ReplicatedClock clock;
  private final Committer committer;
  private final FollowedCatalog catalog;
  private final Counts counts;
  private final DeadRanges deadRanges;
  private final Object moment = new Object();

  private final Set<Integer> databases = new HashSet<>();
  private final Set<Integer> containers = new HashSet<>();
  private final Map<Integer, Long> changes = new HashMap<>();
  private final List<byte[]> deltas = new ArrayList<>();
  private final List<Logged> logged = new ArrayList<>();
  private long second;
  private long lastLsn;
  private long operationsFrom;
  private boolean fold;

  private record Logged(OperationRow row, long lsn) {}

  FollowedRows(
      Storage storage,
      ReplicatedClock clock,
      Committer committer,
      FollowedCatalog catalog,
      Counts counts,
      DeadRanges deadRanges) {
    this.storage = requireNonNull(storage, "storage");
    this.clock = requireNonNull(clock, "clock");
    this.committer = requireNonNull(committer, "committer");
    this.catalog = requireNonNull(catalog, "catalog");
    this.counts = requireNonNull(counts, "counts");
    this.deadRanges = requireNonNull(deadRanges, "deadRanges");
  }

  /** What is done while this is locked is between two groups. */
  Object moment() {
    return moment;
  }

  @Override
  public void begin() {
    databases.clear();
    containers.clear();
    changes.clear();
    deltas.clear();
    logged.clear();
    second = Long.MIN_VALUE;
    lastLsn = 0;
    operationsFrom = -1;
    fold = false;
    deadRanges.groupBegins();
  }

  @Override
  public void put(Table table, byte[] key, byte[] value) {
    switch (table) {
      case META -> putMeta(key, value);
      case ITEMS, INDEX, UNIQUE -> deadRanges.writes(table, key);
      case FEED -> changed(Bytes.getInt(key, 0), Keys.feedLsn(key));
      case COUNTS -> putCounts(key, value);
      case LOG -> putLog(key, value);
      default -> {
        // Nothing in memory depends on it.
      }
    }
  }

  private void putMeta(byte[] key, byte[] value) {
    if (Arrays.equals(key, MetaKeys.CLOCK)) {
      second = NumberRow.decode(value, Long.MIN_VALUE);
    } else if (Arrays.equals(key, MetaKeys.OPERATION_LOG)) {
      operationsFrom = NumberRow.decode(value, 0);
    } else {
      defined(key);
    }
  }

  /** The definition of something is changed, or goes. */
  private void defined(byte[] key) {
    if (key.length < 5) {
      return;
    }
    int number = MetaKeys.number(key);
    if (key[0] == MetaKeys.DATABASES[0]) {
      databases.add(number);
    } else if (key[0] == MetaKeys.CONTAINERS[0]
        || key[0] == MetaKeys.PARTITIONS[0]
        || key[0] == MetaKeys.INDEXES[0]) {
      if (containers.add(number)) {
        indexesChanging(number, true);
      }
    }
  }

  private void indexesChanging(int number, boolean changing) {
    OpenContainer open = catalog.container(number);
    if (open != null) {
      open.indexesChanging(changing);
    }
  }

  private void putCounts(byte[] key, byte[] value) {
    if (Arrays.equals(key, CountKeys.FOLDED)) {
      fold = true;
      counts.followFold(NumberRow.decode(value, 0));
    } else if (key[0] == CountKeys.deltas()[0]) {
      deltas.add(value);
      lastLsn = Math.max(lastLsn, CountDeltaRow.lsn(value) - 1);
    }
  }

  private void putLog(byte[] key, byte[] value) {
    int container = Bytes.getInt(key, 0);
    long lsn = Keys.logLsn(key);
    if (container == OperationLog.NUMBER) {
      logged.add(new Logged(OperationRow.decode(value), lsn));
      lastLsn = Math.max(lastLsn, lsn);
    } else {
      changed(container, lsn);
    }
  }

  private void changed(int container, long lsn) {
    changes.merge(container, lsn, Math::max);
    lastLsn = Math.max(lastLsn, lsn);
  }

  @Override
  public void delete(Table table, byte[] key) {
    if (table == Table.META) {
      defined(key);
    }
  }

  @Override
  public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
    if (table == Table.META) {
      defined(fromInclusive);
    }
  }

  @Override
  public void end() {
    synchronized (moment) {
      try {
        publish();
      } catch (RuntimeException e) {
        log.error("What another node has committed could not be published", e);
      }
    }
  }

  private void publish() {
    if (fold) {
      counts.followFolded();
    }
    deltas.forEach(counts::follow);
    deadRanges.groupEnds();
    if (!databases.isEmpty() || !containers.isEmpty()) {
      try (ReadView view = storage.snapshot()) {
        catalog.reload(view, databases, containers, lastLsn);
      } finally {
        containers.forEach(number -> indexesChanging(number, false));
      }
    }
    // Before any LSN of the group is shown: whoever knows of a write judges at its second.
    clock.advanceTo(second);
    if (operationsFrom >= 0) {
      committer.operationLog().followed(operationsFrom);
    }
    logged.forEach(each -> committer.operationLog().followed(each.row(), each.lsn()));
    changes.forEach(
        (number, lsn) -> {
          OpenContainer open = catalog.container(number);
          if (open != null) {
            open.changed(lsn);
          }
        });
    if (lastLsn > 0) {
      committer.followed(clock.epochSecond(), lastLsn);
    }
  }
}
