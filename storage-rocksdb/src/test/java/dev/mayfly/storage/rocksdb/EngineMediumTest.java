package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.suite.Bodies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bson.BsonBinary;
import org.junit.jupiter.api.Test;

/** The engine on media that are full or damaged. */
class EngineMediumTest extends RocksDbFixture {
  private static final int ITEMS = 2000;

  private final MovableClock clock = MovableClock.frozenAt(1_767_225_600L);
  private final byte[] noise = new byte[100_000];

  private Engine openEngine(Storage storage) {
    return Engine.open(storage, clock, EngineOptions.DEFAULT.withoutBackground());
  }

  private static Container container(Engine engine) {
    if (engine.databases().isEmpty()) {
      engine.createDatabase("d");
      return engine.createContainer(
          "d", ContainerDefinition.named("c").partitionKey("/pk").defaultTtl(1000).build());
    }
    return engine.container("d", "c");
  }

  private static ItemKey key(int i) {
    return ItemKey.of("p", "i" + i);
  }

  private byte[] body(int i, int bytes) {
    new Random(i).nextBytes(noise);
    return Bodies.of("i" + i, "x", new BsonBinary(Arrays.copyOf(noise, bytes)));
  }

  private static List<String> problems(Storage storage) {
    List<String> problems = new ArrayList<>();
    new Verifier(storage).check(problems::add);
    return problems;
  }

  @Test
  void aFullDiskRefusesWritesServesReadsAndRecovers() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(temporary, "EngineMediumTest")) {
      fillAndRecover(disk);
    }
  }

  private void fillAndRecover(SmallDisk disk) throws IOException {
    RocksDbOptions options =
        RocksDbOptions.defaults().withMemoryBytes(8 << 20).withDiskReserveBytes(0);
    int written = 0;
    boolean resumed;
    RocksDbStorage first = RocksDbStorage.open(disk.data(), options);
    try (Engine engine = openEngine(first)) {
      Container container = container(engine);
      ErrorCode failure = null;
      while (failure == null && written < 2000) {
        try {
          container.create(key(written), body(written, 100_000));
          written++;
        } catch (EngineException e) {
          failure = e.code();
        }
      }
      assertThat(failure).isEqualTo(ErrorCode.DISK_FULL);
      int full = written;
      assertFails(ErrorCode.DISK_FULL, () -> container.upsert(key(full), body(full, 10)));
      assertFails(
          ErrorCode.DISK_FULL,
          () ->
              engine.replaceContainer(
                  "d", container.definition().toBuilder().defaultTtl(5).build()));
      assertThat(container.definition().defaultTtl()).isEqualTo(1000);
      assertThat(container.read(key(full))).isNull();
      assertReadable(container, written);
      clock.advance(1);
      assertReadable(container, written);
      assertThat(problems(first)).isEmpty();
      resumed = disk.freeAndAwait(() -> putBack(container));
      assertThat(container.live().items()).isEqualTo(resumed ? written + 1 : written);
      if (resumed) {
        engine.background().foldCounts();
      }
      assertThat(problems(first)).isEmpty();
    }
    RocksDbStorage storage = RocksDbStorage.open(disk.data(), options);
    assertThat(problems(storage)).isEmpty();
    try (Engine engine = openEngine(storage)) {
      putBack(container(engine));
      assertThat(container(engine).live().items()).isEqualTo(written + 1);
      assertThat(container(engine).read(ItemKey.of("p", "back"))).isNotNull();
    }
  }

  @Test
  void theReserveIsForDeletesAndThePurge() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(temporary, "EngineMediumTest")) {
      useReserve(disk);
    }
  }

  private void useReserve(SmallDisk disk) throws IOException {
    long reserve = 8 << 20;
    RocksDbOptions options =
        RocksDbOptions.defaults().withMemoryBytes(8 << 20).withDiskReserveBytes(reserve);
    try (Engine engine = openEngine(RocksDbStorage.open(disk.data(), options))) {
      Container container = container(engine);
      engine.createContainer("d", ContainerDefinition.named("other").partitionKey("/pk").build());
      container.create(ItemKey.of("p", "deleted"), Bodies.of("deleted"));
      container.create(key(0), body(0, 1000));
      // Another program takes space, until there is less than the reserve and more than its half.
      Path foreign = disk.directory().resolve("foreign");
      Files.write(foreign, new byte[(int) (usable(disk) - reserve * 3 / 4)]);
      Await.until("a refusal", () -> isRefused(container));
      assertFails(ErrorCode.DISK_FULL, engine::probe);
      assertFails(ErrorCode.DISK_FULL, () -> container.upsert(key(0), body(0, 10)));
      assertThat(container.read(key(0)).body()).isEqualTo(body(0, 1000));
      container.delete(ItemKey.of("p", "deleted"));
      engine.deleteContainer("d", "other");
      clock.advance(1001);
      assertThat(container.maintenance().purge(100)).isPositive();
      assertThat(container.metrics().backlog().items()).isZero();
      Files.delete(foreign);
      Await.until("space", () -> !isRefused(container));
      engine.probe();
    }
  }

  private static boolean isRefused(Container container) {
    try {
      container.upsert(ItemKey.of("p", "probe"), Bodies.of("probe"));
      return false;
    } catch (EngineException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL);
      return true;
    }
  }

  private static long usable(SmallDisk disk) {
    return disk.directory().toFile().getUsableSpace();
  }

  private void assertReadable(Container container, int written) {
    assertThat(container.read(key(0)).body()).isEqualTo(body(0, 100_000));
    assertThat(container.live().items()).isEqualTo(written);
    int found = 0;
    byte[] continuation = null;
    do {
      Page<?> page = container.scan(EpkRange.FULL, continuation, ReadLimits.DEFAULT);
      found += page.entries().size();
      continuation = page.continuation();
    } while (continuation != null);
    assertThat(found).isEqualTo(written);
  }

  private static void putBack(Container container) {
    container.upsert(ItemKey.of("p", "back"), Bodies.of("back"));
  }

  /** A store whose rows stand in table files. */
  private Path backedUp() {
    Path copy = temporary.resolve("copy");
    try (Engine engine = openEngine(RocksDbStorage.open(data(), RocksDbOptions.defaults()))) {
      Container container = container(engine);
      for (int i = 0; i < ITEMS; i++) {
        container.submit(WriteRequest.create(key(i), body(i, 400)));
      }
      container.create(ItemKey.of("p", "end"), Bodies.of("end"));
      engine.backup(copy);
    }
    return copy;
  }

  @Test
  void aDamagedFileIsATypedErrorAndTheRestIsServed() throws IOException {
    Path copy = backedUp();
    Path largest = null;
    for (Path file : Damage.all(copy, "*.sst")) {
      largest = largest == null || Files.size(file) > Files.size(largest) ? file : largest;
    }
    Damage.overwriteMiddle(largest);
    RocksDbStorage storage = RocksDbStorage.open(copy, RocksDbOptions.defaults());
    try (Engine engine = openEngine(storage)) {
      Container container = container(engine);
      int damaged = 0;
      for (int i = 0; i < ITEMS; i++) {
        try {
          assertThat(container.read(key(i)).body()).isEqualTo(body(i, 400));
        } catch (EngineException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED);
          damaged++;
        }
      }
      assertThat(damaged).isBetween(1, 100);
      assertThat(problems(storage)).anyMatch(line -> line.contains("cannot be read"));
      assertWrittenOrRefused(container);
      assertThat(container.read(ItemKey.of("p", "end"))).isNotNull();
    }
  }

  /** RocksDB takes no more writes once it met the damage while it compacted. */
  private static void assertWrittenOrRefused(Container container) {
    ItemKey key = ItemKey.of("p", "new");
    try {
      container.create(key, Bodies.of("new"));
      assertThat(container.read(key)).isNotNull();
    } catch (EngineException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED);
      assertThat(container.read(key)).isNull();
    }
  }

  @Test
  void aDamagedCatalogRowRefusesToOpenWithCorrupted() {
    int number;
    try (Engine engine = openEngine(RocksDbStorage.open(data(), RocksDbOptions.defaults()))) {
      number = container(engine).state().number();
    }
    try (RocksDbStorage storage = open()) {
      storage.execute(
          view -> {
            view.put(Table.META, MetaKeys.container(number), new byte[] {1, 2, 3});
            return null;
          });
    }
    assertFails(
        ErrorCode.CORRUPTED,
        () -> openEngine(RocksDbStorage.open(data(), RocksDbOptions.defaults())));
    // The directory is free again: whoever failed to open it holds nothing.
    open().close();
  }
}
