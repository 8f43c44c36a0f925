package dev.mayfly.server;

import dev.mayfly.engine.clock.ClockSettings;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.SystemTtlClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.clock.WallTime;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.metrics.ContainerMetrics;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Puts engine and storage together as the configuration asks. */
final class EngineStores implements Stores {
  @Override
  public OpenStore open(ServerConfig config) {
    return new ClockOnly(config);
  }

  @Override
  public CheckReport check(Path directory) {
    throw noEngine();
  }

  @Override
  public void restore(Path backup, Path directory) {
    throw noEngine();
  }

  @Override
  public void demo(PrintWriter out) {
    throw noEngine();
  }

  private static EngineException noEngine() {
    return new EngineException(
        ErrorCode.NOT_SUPPORTED, "this build has no storage; use a later version");
  }

  /** A server with a clock and nothing to keep, until the engine moves in. */
  private static final class ClockOnly implements OpenStore {
    private final Optional<MovableClock> movable;
    private final TtlClock clock;
    private volatile boolean paused;

    ClockOnly(ServerConfig config) {
      ClockSettings settings =
          ClockSettings.DEFAULT
              .withForwardBoundSeconds(config.clockStepBoundSeconds())
              .withAcceptClockBehind(config.acceptClockBehind());
      movable =
          config.movableClock() ? Optional.of(MovableClock.fromWallClock()) : Optional.empty();
      clock = movable.isPresent() ? movable.get() : new SystemTtlClock(WallTime.system(), settings);
    }

    @Override
    public TtlClock clock() {
      return clock;
    }

    @Override
    public Optional<MovableClock> movableClock() {
      return movable;
    }

    @Override
    public boolean purgePaused() {
      return paused;
    }

    @Override
    public boolean purgeAwaitsConfirmation() {
      return false;
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
    public void confirmPurge() {}

    @Override
    public void backup(Path directory) {
      throw noEngine();
    }

    @Override
    public Health health() {
      return new Health(true, "ok");
    }

    @Override
    public long sizeOnDiskBytes() {
      return 0;
    }

    @Override
    public List<ContainerMetrics> containerMetrics() {
      return List.of();
    }

    @Override
    public void close() {}
  }
}
