package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.format.CountDeltaRow;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.suite.BusyStore;
import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.RecordingListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of damage to every table is found and named. */
@ParameterizedClass(name = "{0}")
@EnumSource(StorageKind.class)
class VerifierDamageTest {
  @Parameter StorageKind storageKind;

  private static final long SEED = 11;
  private static final int STEPS = 250;
  private static final byte[] END = {-1, -1, -1, -1, -1, -1, -1, -1};

  private EngineStores stores;
  private Storage storage;
  private int container;

  private record Row(Table table, byte[] key, byte[] value) {
    String hex() {
      return HexFormat.of().formatHex(key);
    }

    @Override
    public String toString() {
      return table + " " + hex();
    }
  }

  @BeforeEach
  final void makeStore() {
    MovableClock clock = MovableClock.frozenAt(1_700_000_000);
    stores = storageKind.stores();
    Storage fresh = stores.open();
    try (Engine engine = Engine.open(fresh, clock, EngineOptions.DEFAULT.withoutBackground())) {
      new BusyStore(new Random(SEED), clock).on(engine).work(STEPS);
      container = engine.container(BusyStore.DATABASE, BusyStore.RICH).state().number();
    }
    storage = stores.reopen(fresh);
    storage.start(new RecordingListener());
    assertThat(problems()).isEmpty();
  }

  @AfterEach
  final void closeStorage() {
    storage.close();
    stores.close();
  }

  private List<String> problems() {
    List<String> problems = new ArrayList<>();
    new Verifier(storage).check(problems::add);
    return problems;
  }

  private List<Row> rows(Table table) {
    List<Row> rows = new ArrayList<>();
    try (ReadView view = storage.snapshot();
        RowCursor cursor = view.cursor(table, Bytes.EMPTY, END)) {
      while (cursor.next()) {
        rows.add(new Row(table, cursor.key(), cursor.value()));
      }
    }
    assertThat(rows).as("the store must have rows of every table").isNotEmpty();
    return rows;
  }

  private Row firstOfContainer(Table table) {
    byte[] prefix = Bytes.ofInt(container);
    return rows(table).stream()
        .filter(row -> Bytes.startsWith(row.key(), prefix))
        .findFirst()
        .orElseThrow();
  }

  private void put(Table table, byte[] key, byte[] value) {
    storage.execute(
        view -> {
          if (value == null) {
            view.delete(table, key);
          } else {
            view.put(table, key, value);
          }
          return null;
        });
  }

  /** Does something to a row, looks what is found, and undoes it. */
  private List<String> damaged(Row row, UnaryOperator<byte[]> change) {
    put(row.table(), row.key(), change.apply(row.value().clone()));
    List<String> found = problems();
    put(row.table(), row.key(), row.value());
    return found;
  }

  private static UnaryOperator<byte[]> flipped(int at) {
    return value -> {
      value[at] ^= 1;
      return value;
    };
  }

  @Test
  void everyLostRowIsMissed() {
    for (Table table : Table.values()) {
      int looked = 0;
      for (Row row : rows(table)) {
        if (!speaks(row)) {
          continue;
        }
        List<String> found = damaged(row, value -> null);
        // The value of a dead item is free, with or without a row, and nobody looks for it.
        if (table != Table.UNIQUE && table != Table.INDEX) {
          assertThat(found).as("without " + row).isNotEmpty();
        }
        looked += found.isEmpty() ? 0 : 1;
      }
      assertThat(looked).as("rows of " + table).isPositive();
    }
    assertThat(problems()).isEmpty();
  }

  /** False for rows without which a store fits together as well. */
  private boolean speaks(Row row) {
    return switch (row.table()) {
      case META -> row.key()[0] != MetaKeys.PURGE_HOLD[0] && row.key()[0] != MetaKeys.PARTITIONS[0];
      case COUNTS -> !isFoldedDelta(row);
      default -> true;
    };
  }

  private boolean isFoldedDelta(Row row) {
    byte[] folded = storage.get(Table.COUNTS, CountKeys.FOLDED);
    return Bytes.startsWith(row.key(), CountKeys.deltas())
        && folded != null
        && CountDeltaRow.lsn(row.value()) <= Bytes.getLong(folded, 0);
  }

  @Test
  void lostRowsAreNamed() {
    Row item = firstOfContainer(Table.ITEMS);
    assertThat(damaged(item, value -> null))
        .anyMatch(line -> line.contains("FEED of busy/rich") && line.contains("there is no item"))
        .anyMatch(line -> line.contains("items and") && line.contains("are counted, expected"));
    Row feed = firstOfContainer(Table.FEED);
    assertThat(damaged(feed, value -> null))
        .singleElement()
        .asString()
        .contains("of busy/rich", "its feed row in lane", "is missing", feed.hex());
    Row queue = firstOfContainer(Table.QUEUES);
    assertThat(damaged(queue, value -> null))
        .singleElement()
        .asString()
        .contains("queue of source", "is missing", queue.hex());
    Row log = firstOfContainer(Table.LOG);
    assertThat(damaged(log, value -> null)).singleElement().asString().contains("set 4 in all");
    Row event = firstOfContainer(Table.EVENTS);
    assertThat(damaged(event, value -> null)).singleElement().asString().contains("set 5 in all");
  }

  @Test
  void rowsOfAContainerThatDoesNotExistAreStrays() {
    for (Table table :
        List.of(
            Table.ITEMS,
            Table.FEED,
            Table.QUEUES,
            Table.UNIQUE,
            Table.LOG,
            Table.EVENTS,
            Table.INDEX)) {
      Row row = firstOfContainer(table);
      byte[] key = row.key().clone();
      Bytes.putInt(key, 0, 999);
      put(table, key, row.value());
      assertThat(problems())
          .as(table.name())
          .singleElement()
          .asString()
          .contains(table.name(), "no container with number 999");
      put(table, key, null);
    }
    byte[] total = CountKeys.total(999, 0);
    put(Table.COUNTS, total, CountKeys.count(1, 1));
    byte[] partition = MetaKeys.partition(999, new byte[] {1});
    put(Table.META, partition, Bytes.concat(Bytes.ofLong(1), Bytes.ofLong(1)));
    assertThat(problems()).hasSize(2).allMatch(line -> line.contains("number 999"));
  }

  @Test
  void straysWithinAContainerAreFound() {
    for (Table table :
        List.of(Table.ITEMS, Table.FEED, Table.QUEUES, Table.LOG, Table.EVENTS, Table.INDEX)) {
      Row row = firstOfContainer(table);
      byte[] key = row.key().clone();
      key[key.length - 2] ^= 0x40;
      put(table, key, row.value());
      assertThat(problems()).as("beside " + row).isNotEmpty();
      put(table, key, null);
    }
    Row unique = firstOfContainer(Table.UNIQUE);
    put(Table.UNIQUE, Bytes.next(unique.key()), unique.value());
    assertThat(problems()).singleElement().asString().contains("does not have this value");
  }

  /** Byte by byte: the numbers of a header, and what feed and queue repeat of them. */
  @Test
  void alteredNumbersAreFound() {
    for (int at = 0; at < 36; at++) {
      // The last bytes of the rid name another version before this one: nothing contradicts that.
      if (at >= 23 && at < 26) {
        continue;
      }
      assertThat(damaged(firstOfContainer(Table.ITEMS), flipped(at)))
          .as("header " + at)
          .isNotEmpty();
    }
    for (int at = 0; at < 40; at++) {
      assertThat(damaged(firstOfContainer(Table.FEED), flipped(at))).as("feed " + at).isNotEmpty();
      assertThat(damaged(firstOfContainer(Table.QUEUES), flipped(at)))
          .as("queue " + at)
          .isNotEmpty();
    }
    for (int at = 0; at < firstOfContainer(Table.UNIQUE).value().length; at++) {
      assertThat(damaged(firstOfContainer(Table.UNIQUE), flipped(at)))
          .as("unique " + at)
          .isNotEmpty();
    }
    for (Row count : rows(Table.COUNTS)) {
      // Many a number may stand for how far deltas are folded.
      if (speaks(count) && !Arrays.equals(count.key(), CountKeys.FOLDED)) {
        assertThat(damaged(count, flipped(count.value().length - 1))).as("" + count).isNotEmpty();
      }
    }
  }

  @Test
  void bodiesThatAreNotBsonAreFound() {
    Row item = firstOfContainer(Table.ITEMS);
    assertThat(damaged(item, value -> Arrays.copyOf(value, value.length - 3)))
        .anyMatch(line -> line.contains("not well-formed BSON"));
  }

  @Test
  void damagedCatalogIsOneProblemAndNotThousands() {
    byte[] key = MetaKeys.container(container);
    Row row = new Row(Table.META, key, storage.get(Table.META, key));
    assertThat(damaged(row, value -> Arrays.copyOf(value, value.length / 2)))
        .singleElement()
        .asString()
        .contains("META", "definition of container");
  }

  @Test
  void standingRowsOfMetaAreJudged() {
    for (byte[] key : List.of(MetaKeys.LSN_CEILING, MetaKeys.CLOCK, MetaKeys.NEXT_NUMBER)) {
      Row row = new Row(Table.META, key, storage.get(Table.META, key));
      assertThat(damaged(row, value -> new byte[value.length])).as("zero in " + row).isNotEmpty();
      assertThat(damaged(row, value -> new byte[1])).as("too short: " + row).isNotEmpty();
    }
    Row format = new Row(Table.META, MetaKeys.FORMAT, storage.get(Table.META, MetaKeys.FORMAT));
    assertThat(damaged(format, flipped(0))).singleElement().asString().contains("expected format");
    put(Table.META, new byte[] {'z'}, new byte[1]);
    assertThat(problems()).singleElement().asString().contains("no known kind");
  }

  @Test
  void onlyTheFirstProblemsAreReported() {
    for (int i = 0; i < 150; i++) {
      put(Table.ITEMS, Bytes.concat(Bytes.ofInt(999), Bytes.ofInt(i)), new byte[1]);
    }
    List<String> reported = new ArrayList<>();
    assertThat(new Verifier(storage).check(reported::add).problems()).isEqualTo(150);
    assertThat(reported).hasSize(Verifier.REPORTED_MAX + 1);
    assertThat(reported.get(Verifier.REPORTED_MAX)).isEqualTo("and 50 more problems");
  }
}
