package dev.mayfly.server.admin;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import dev.mayfly.net.measure.OperationMeter;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.server.expiry.Webhooks;
import dev.mayfly.server.metrics.ContainerSample;
import dev.mayfly.server.metrics.FrontEndMetrics;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A store that records its calls, with the real movable clock. */
final class TestTarget implements AdminTarget {
  final MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
  boolean movable = true;
  boolean paused;
  boolean awaitsConfirmation = true;
  Health health = new Health(true, "ok");
  RuntimeException failure;

  /** Backups wait for it, so that a test can look while one runs. */
  CountDownLatch backupMayEnd = new CountDownLatch(0);

  /** The metrics of containers wait for it. */
  CountDownLatch metricsMayEnd = new CountDownLatch(0);

  List<ContainerSample> containers =
      List.of(
          new ContainerSample(
              "shop",
              "carts",
              5,
              500,
              2,
              200,
              7,
              40,
              80.5,
              12.5,
              1234.5,
              3,
              new ContainerSample.Expiring(1, 2, 4),
              3600,
              new ContainerSample.Builds(1, 300, 400)));

  final OperationMeter meter = new OperationMeter();

  final CountDownLatch backupBegan = new CountDownLatch(1);

  int keyReloads;

  private PartitionKeyRanges ranges = PartitionKeyRanges.ONE;

  /** Real, on rows in memory. */
  private final Engine engine =
      Engine.open(new MemoryStorage(), clock, EngineOptions.DEFAULT.withoutBackground());

  /** Real, on that engine. */
  final Webhooks webhooks = new Webhooks(engine, () -> true);

  /** Who may see data: everybody, until a test says otherwise. */
  Credentials credentials = new TestCredentials(true);

  /** What the admin port serves of it. */
  AdminServices services(Path backups) {
    return new AdminServices(
        this,
        Optional.of(backups),
        MemoryPool.ofHeap(),
        new FrontEndMetrics(meter, Map.of("nosql", () -> 3), Optional.empty()),
        "1.2.3",
        this::reloadKeys,
        () -> webhooks,
        credentials,
        new TestApis(),
        Optional.empty());
  }

  @Override
  public Engine engine() {
    return engine;
  }

  Map<String, Boolean> reloadKeys() {
    keyReloads++;
    return Map.of("cosmosKeysChanged", true, "mongoPasswordChanged", false);
  }

  @Override
  public TtlClock clock() {
    return clock;
  }

  @Override
  public Optional<MovableClock> movableClock() {
    return movable ? Optional.of(clock) : Optional.empty();
  }

  @Override
  public boolean purgePaused() {
    return paused;
  }

  @Override
  public boolean purgeAwaitsConfirmation() {
    return awaitsConfirmation;
  }

  @Override
  public void pausePurge() {
    paused = true;
  }

  @Override
  public void resumePurge() {
    paused = false;
  }

  @Override
  public void confirmPurge() {
    awaitsConfirmation = false;
  }

  @Override
  public void backup(Path directory) {
    backupBegan.countDown();
    try {
      backupMayEnd.await();
      Files.createDirectory(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new EngineException(ErrorCode.CLOSED, "interrupted", e);
    }
  }

  @Override
  public CheckResult check(Path directory) {
    return new CheckResult(7, 1, List.of("a row is missing"));
  }

  @Override
  public PartitionKeyRanges ranges(String database, String container) {
    if (!database.equals("shop") || !container.equals("carts é")) {
      throw new EngineException(ErrorCode.CONTAINER_NOT_FOUND, "There is no such container.");
    }
    return ranges;
  }

  @Override
  public PartitionKeyRanges splitRange(String database, String container, int range) {
    ranges = ranges(database, container).split(PartitionKeyDefinition.hash("/pk"), range);
    return ranges;
  }

  @Override
  public Health health() {
    if (failure != null) {
      throw failure;
    }
    return health;
  }

  @Override
  public long sizeOnDiskBytes() {
    return 4711;
  }

  @Override
  public int waitingWrites() {
    return 9;
  }

  @Override
  public long requestsTotal() {
    return 77;
  }

  @Override
  public List<ContainerSample> containerMetrics() {
    try {
      metricsMayEnd.await();
    } catch (InterruptedException e) {
      throw new EngineException(ErrorCode.CLOSED, "interrupted", e);
    }
    return containers;
  }
}
