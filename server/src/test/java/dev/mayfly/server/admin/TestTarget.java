package dev.mayfly.server.admin;

import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.metrics.ContainerMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A store that remembers what it was told, with the real movable clock. */
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

  List<ContainerMetrics> containers =
      List.of(new ContainerMetrics("shop", "carts", 5, 500, 2, 200, 7, 40, 80.5, 1, 2, 1234.5, 3));

  final CountDownLatch backupBegan = new CountDownLatch(1);

  int keyReloads;

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
  public List<ContainerMetrics> containerMetrics() {
    try {
      metricsMayEnd.await();
    } catch (InterruptedException e) {
      throw new EngineException(ErrorCode.CLOSED, "interrupted", e);
    }
    return containers;
  }
}
