package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.ContainerMetrics;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.BuildProgress;
import dev.mayfly.engine.catalog.CatalogLimits;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.catalog.OperationLogOptions;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.clock.ClockSettings;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.SystemTtlClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.clock.WallTime;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.mongo.changestream.CollectionLogFormat;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.server.admin.ManagedContainer;
import dev.mayfly.server.config.ChangeLogConfig;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.metrics.ContainerSample;
import dev.mayfly.server.progress.Progress;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The engine on RocksDB, as the configuration asks for it. */
final class EngineStore implements OpenStore {
  private static final int MEBIBYTE_BITS = 20;
  private static final int PROBLEMS_SHOWN = 10;
  private static final double CENTI = 100;
  private static final long MINUTE = 60;
  private static final long HOUR = 3600;
  private static final long DAY = 86_400;

  private final Engine engine;
  private final Path directory;
  private final Optional<MovableClock> movableClock;
  private final Optional<EphemeralDirectory> ephemeral;

  private EngineStore(
      Engine engine,
      Path directory,
      Optional<MovableClock> movableClock,
      Optional<EphemeralDirectory> ephemeral) {
    this.engine = requireNonNull(engine, "engine");
    this.directory = requireNonNull(directory, "directory");
    this.movableClock = requireNonNull(movableClock, "movableClock");
    this.ephemeral = requireNonNull(ephemeral, "ephemeral");
  }

  static EngineStore open(ServerConfig config) {
    config.data().ifPresent(EngineStore::refuseBackup);
    Optional<MovableClock> movable =
        config.movableClock() ? Optional.of(MovableClock.fromWallClock()) : Optional.empty();
    TtlClock clock = movable.isPresent() ? movable.get() : systemClock(config);
    Optional<EphemeralDirectory> ephemeral =
        config.ephemeral() ? Optional.of(EphemeralDirectory.create()) : Optional.empty();
    try {
      Path directory = config.data().orElseGet(() -> ephemeral.orElseThrow().path());
      RocksDbStorage storage = RocksDbStorage.open(directory, storageOptions(config));
      Engine engine = Engine.open(storage, clock, engineOptions(config));
      if (!config.purgeConfirmAfterRestore() && engine.background().isHeldByRestore()) {
        engine.background().confirmRestore();
      }
      return new EngineStore(engine, directory, movable, ephemeral);
    } catch (RuntimeException | Error failure) {
      ephemeral.ifPresent(EphemeralDirectory::close);
      throw failure;
    }
  }

  /**
   * The store of a node of a cluster, in one role.
   *
   * @param engine closed with it; the rows stay open
   */
  static EngineStore of(Engine engine, Path directory) {
    return new EngineStore(engine, directory, Optional.empty(), Optional.empty());
  }

  /** Serving it would purge what has expired since, without confirmation (C9). */
  static void refuseBackup(Path directory) {
    if (RocksDbStorage.isBackup(directory)) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          directory
              + " is a backup: make a data directory of it with 'mayfly restore "
              + directory
              + " --data DIR' and serve that");
    }
  }

  static TtlClock systemClock(ServerConfig config) {
    ClockSettings settings =
        ClockSettings.DEFAULT
            .withForwardBoundSeconds(config.clockStepBoundSeconds())
            .withAcceptClockBehind(config.acceptClockBehind());
    return new SystemTtlClock(WallTime.system(), settings);
  }

  static RocksDbOptions storageOptions(ServerConfig config) {
    return RocksDbOptions.defaults()
        .withDurability(Durability.valueOf(config.durability().name()))
        .withMemoryBytes((long) config.memoryMebibytes() << MEBIBYTE_BITS)
        .withDiskReserveBytes((long) config.diskReserveMebibytes() << MEBIBYTE_BITS);
  }

  static EngineOptions engineOptions(ServerConfig config) {
    return EngineOptions.DEFAULT
        .withFilters(new FilterItemFilters())
        .withOperationLog(operationLog(config.changeLog()))
        .withGuardPercent(config.policyGuardPercent())
        .withCatalogLimits(new CatalogLimits(config.databasesMax(), config.containersMax()))
        .withPartitionsPerContainer(config.partitionsPerContainer())
        .withHoldPurgeAfterImport(config.purgeConfirmAfterImport());
  }

  private static OperationLogOptions operationLog(ChangeLogConfig config) {
    Retention retention =
        new Retention(
            TimeUnit.HOURS.toSeconds(config.hours()), config.megabytes() << MEBIBYTE_BITS);
    return new OperationLogOptions(new CollectionLogFormat(), retention, config.always());
  }

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public TtlClock clock() {
    return engine.clock();
  }

  @Override
  public Optional<MovableClock> movableClock() {
    return movableClock;
  }

  @Override
  public boolean purgePaused() {
    return engine.background().isPaused();
  }

  @Override
  public boolean purgeAwaitsConfirmation() {
    return engine.background().isHeld();
  }

  @Override
  public void pausePurge() {
    engine.background().pause();
  }

  @Override
  public void resumePurge() {
    engine.background().resume();
  }

  @Override
  public void confirmPurge() {
    engine.background().confirm();
  }

  @Override
  public void backup(Path directory) {
    engine.backup(directory);
  }

  @Override
  public CheckResult check(Path directory) {
    CheckReport report;
    try (Progress progress = Progress.silent()) {
      report = StoreCheck.of(directory, progress);
    }
    List<String> problems = report.problems();
    return new CheckResult(
        report.rowsChecked(),
        report.problemsTotal(),
        problems.subList(0, Math.min(PROBLEMS_SHOWN, problems.size())));
  }

  @Override
  public PartitionKeyRanges ranges(String database, String container) {
    return engine.container(database, container).ranges();
  }

  @Override
  public PartitionKeyRanges splitRange(String database, String container, int range) {
    return engine.container(database, container).splitRange(range);
  }

  @Override
  public Health health() {
    Health probed = probe();
    // A probe that fails because of damage reports the failed write only: the damage is the cause.
    return engine.damage().map(damage -> new Health(false, "damaged: " + damage)).orElse(probed);
  }

  private Health probe() {
    try {
      engine.probe();
      return new Health(true, "ok");
    } catch (EngineException e) {
      return new Health(false, e.getMessage());
    }
  }

  @Override
  public long sizeOnDiskBytes() {
    return engine.sizeOnDiskBytes();
  }

  @Override
  public int waitingWrites() {
    return engine.waitingWrites();
  }

  @Override
  public long requestsTotal() {
    return engine.requestsTotal();
  }

  @Override
  public List<ContainerSample> containerMetrics() {
    List<ContainerSample> metrics = new ArrayList<>();
    for (Database database : engine.databases()) {
      if (!ManagedContainer.isOwn(database.name())) {
        for (Container container : containers(database)) {
          read(container).ifPresent(metrics::add);
        }
      }
    }
    return metrics;
  }

  private List<Container> containers(Database database) {
    try {
      return engine.containers(database.name());
    } catch (EngineException e) {
      return ifDeleted(e, List.of());
    }
  }

  private Optional<ContainerSample> read(Container container) {
    try {
      return Optional.of(sample(container));
    } catch (EngineException e) {
      return ifDeleted(e, Optional.empty());
    }
  }

  private static ContainerSample sample(Container container) {
    ContainerMetrics metrics = container.metrics();
    Tally live = container.live();
    Tally backlog = metrics.backlog();
    return new ContainerSample(
        container.database(),
        container.name(),
        live.items(),
        live.bytes(),
        backlog.items(),
        backlog.bytes(),
        metrics.backlogAgeSeconds(),
        metrics.purgedItemsTotal(),
        metrics.purgeChargeTotalCentiRu() / CENTI,
        metrics.leftOverCentiRu() == Long.MAX_VALUE
            ? Double.NaN
            : metrics.leftOverCentiRu() / CENTI,
        metrics.consumedTotalCentiRu() / CENTI,
        metrics.throttledTotal(),
        new ContainerSample.Expiring(
            expiring(metrics, MINUTE), expiring(metrics, HOUR), expiring(metrics, DAY)),
        container.definition().defaultTtl(),
        builds(container));
  }

  private static ContainerSample.Builds builds(Container container) {
    List<BuildProgress> running = container.builds();
    return new ContainerSample.Builds(
        running.size(),
        running.stream().mapToLong(BuildProgress::seenItems).sum(),
        running.stream().mapToLong(BuildProgress::items).sum());
  }

  private static long expiring(ContainerMetrics metrics, long withinSeconds) {
    return metrics.forecast(withinSeconds, 1).get(0).tally().items();
  }

  /** What is deleted while it is being listed has no metrics; anything else is an error. */
  private static <T> T ifDeleted(EngineException failure, T nothing) {
    if (failure.code() == ErrorCode.DATABASE_NOT_FOUND
        || failure.code() == ErrorCode.CONTAINER_NOT_FOUND) {
      return nothing;
    }
    throw failure;
  }

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public void close() {
    try {
      engine.close();
    } finally {
      ephemeral.ifPresent(EphemeralDirectory::close);
    }
  }
}
