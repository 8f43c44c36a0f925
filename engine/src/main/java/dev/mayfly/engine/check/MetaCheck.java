package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.format.Format;
import dev.mayfly.engine.format.IndexProgressRow;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.format.StoredCatalog;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.storage.Table;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads and verifies the META table: all else is judged by it. */
final class MetaCheck {
  private static final int NUMBERED_BYTES = 5;
  private static final int INDEX_BYTES = 9;

  private final TableWalker walk;
  private final Problems problems;
  private final ItemFilters filters;
  private final Map<Integer, Database> databases = new TreeMap<>();
  private final Map<Integer, ContainerState> states = new TreeMap<>();
  private final Map<byte[], DeletedPartition> deleted = new HashMap<>();
  private final Map<Integer, Map<Integer, IndexProgress>> built = new TreeMap<>();
  private final Set<Integer> unreadable = new HashSet<>();
  private boolean hasFormat;
  private boolean hasRows;
  private long lsnCeiling;
  private long clockSecond = Long.MIN_VALUE;
  private int nextNumber = 1;

  MetaCheck(TableWalker walk, Problems problems, ItemFilters filters) {
    this.walk = requireNonNull(walk, "walk");
    this.problems = requireNonNull(problems, "problems");
    this.filters = requireNonNull(filters, "filters");
  }

  StoreFacts run() {
    walk.table(Table.META, this::row);
    if (hasRows && !hasFormat) {
      problems.add(RowNames.row(Table.META, MetaKeys.FORMAT), "the row of the format is missing");
    }
    checkDatabases();
    Map<Integer, ContainerFacts> containers = new HashMap<>();
    Set<String> names = new HashSet<>();
    for (ContainerState state : states.values()) {
      ContainerFacts container = container(state);
      containers.put(state.number(), container);
      if (!names.add(state.database() + "/" + state.definition().name())) {
        add(container, "another container has the same name");
      }
    }
    built.keySet().stream()
        .filter(number -> !containers.containsKey(number) && !unreadable.contains(number))
        .forEach(number -> add(MetaKeys.indexes(number), "there is no container " + number));
    deleted.forEach((key, partition) -> deletedPartition(containers, key, partition));
    return new StoreFacts(lsnCeiling, clockSecond, containers, unreadable);
  }

  private void row(byte[] key, byte[] value) {
    hasRows = true;
    if (Arrays.equals(key, MetaKeys.FORMAT)) {
      hasFormat = true;
      if (value.length != 9 || value[0] != Format.VERSION) {
        add(key, "expected format " + Format.VERSION + " and an incarnation, found " + hex(value));
      }
    } else if (Arrays.equals(key, MetaKeys.LSN_CEILING)) {
      lsnCeiling = number(key, value);
    } else if (Arrays.equals(key, MetaKeys.CLOCK)) {
      clockSecond = number(key, value);
    } else if (Arrays.equals(key, MetaKeys.CLOCK_CEILING)) {
      number(key, value); // It is reported unless it is one.
    } else if (Arrays.equals(key, MetaKeys.NEXT_NUMBER)) {
      nextNumber = Bytes.getInt(value, 0);
    } else if (!Arrays.equals(key, MetaKeys.PURGE_HOLD)
        && !Arrays.equals(key, MetaKeys.OPERATION_LOG)
        && !Bytes.startsWith(key, MetaKeys.RECEIPTS)) {
      numberedRow(key, value);
    }
  }

  private void numberedRow(byte[] key, byte[] value) {
    if (key.length < NUMBERED_BYTES) {
      add(key, "a row of no known kind");
    } else if (Bytes.startsWith(key, MetaKeys.PARTITIONS)) {
      deleted.put(key, StoredCatalog.deletedPartition(key, value));
    } else if (Bytes.startsWith(key, MetaKeys.INDEXES) && key.length == INDEX_BYTES) {
      built
          .computeIfAbsent(MetaKeys.number(key), number -> new TreeMap<>())
          .put(MetaKeys.indexOf(key), IndexProgressRow.decode(value));
    } else if (Bytes.startsWith(key, MetaKeys.DATABASES) && key.length == NUMBERED_BYTES) {
      databases.put(MetaKeys.number(key), StoredCatalog.database(key, value));
    } else if (Bytes.startsWith(key, MetaKeys.CONTAINERS) && key.length == NUMBERED_BYTES) {
      unreadable.add(MetaKeys.number(key));
      states.put(MetaKeys.number(key), StoredCatalog.container(key, value));
      unreadable.remove(MetaKeys.number(key));
    } else {
      add(key, "a row of no known kind");
    }
  }

  private void checkDatabases() {
    Set<String> names = new HashSet<>();
    for (Database database : databases.values()) {
      byte[] key = MetaKeys.database(database.number());
      checkNumber(key, database.number());
      if (database.lsn() >= lsnCeiling) {
        add(key, "its LSN " + database.lsn() + " is not below the ceiling " + lsnCeiling);
      }
      if (!names.add(database.name())) {
        add(key, "another database is named '" + database.name() + "' too");
      }
    }
  }

  private ContainerFacts container(ContainerState state) {
    Database database = databases.get(state.database());
    String name = (database == null ? "?" : database.name()) + "/" + state.definition().name();
    Map<Integer, IndexProgress> indexes = built.getOrDefault(state.number(), Map.of());
    ContainerFacts container = new ContainerFacts(state, name, clockSecond, filters, indexes);
    byte[] key = MetaKeys.container(state.number());
    checkNumber(key, state.number());
    if (database == null) {
      add(container, "its database " + state.database() + " does not exist");
    }
    if (states.containsKey(state.database()) || databases.containsKey(state.number())) {
      add(container, "a database and a container have the same number");
    }
    PolicyCheck.check(state, lsnCeiling, clockSecond, what -> add(container, what));
    IndexListCheck.check(state, indexes.keySet(), what -> add(container, what));
    return container;
  }

  private void deletedPartition(
      Map<Integer, ContainerFacts> containers, byte[] key, DeletedPartition partition) {
    ContainerFacts container = containers.get(MetaKeys.number(key));
    if (container != null) {
      container.add(partition);
    } else if (!unreadable.contains(MetaKeys.number(key))) {
      add(key, "there is no container with number " + MetaKeys.number(key));
    }
    if (partition.lsn() >= lsnCeiling) {
      add(key, "its LSN " + partition.lsn() + " is not below the ceiling " + lsnCeiling);
    }
    if (partition.second() > clockSecond) {
      add(key, "its second " + partition.second() + " is after the stored clock, " + clockSecond);
    }
  }

  private void checkNumber(byte[] key, int number) {
    if (number >= nextNumber) {
      add(key, "the next number to give out, " + nextNumber + ", must be above this one's");
    }
  }

  private long number(byte[] key, byte[] value) {
    if (value.length != Long.BYTES) {
      add(key, "expected 8 bytes, found " + hex(value));
      return value.length < Long.BYTES ? 0 : Bytes.getLong(value, 0);
    }
    return Bytes.getLong(value, 0);
  }

  private void add(byte[] key, String what) {
    problems.add(RowNames.row(Table.META, key), what);
  }

  private void add(ContainerFacts container, String what) {
    byte[] key = MetaKeys.container(container.number());
    problems.add(RowNames.row(Table.META, container, key), what);
  }

  private static String hex(byte[] value) {
    return RowNames.hex(value);
  }
}
