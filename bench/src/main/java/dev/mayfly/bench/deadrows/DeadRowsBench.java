package dev.mayfly.bench.deadrows;

import dev.mayfly.bench.measure.Quiet;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.WarmUp;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * Counts and pages in containers with dead items that are not purged, beside the same without them,
 * for each TTL source. Processor time of the reading thread is compared.
 */
public final class DeadRowsBench {
  private static final double GOAL = 1.3;
  private static final long START_SECOND = 1_700_000_000;
  private static final int OUTSTANDING = 2048;
  private static final int TEXT_LENGTH = 400;
  private static final long QUIET_SECONDS = 60;
  private static final String DATABASE = "bench";

  private final Scratch scratch;
  private final Report report;
  private final Scale scale;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  private DeadRowsBench(Scratch scratch, Report report, Scale scale) {
    this.scratch = scratch;
    this.report = report;
    this.scale = scale;
  }

  /** Measures and reports all figures. */
  public static void run(Scratch scratch, Report report, boolean quick) throws Exception {
    DeadRowsBench bench = new DeadRowsBench(scratch, report, quick ? Scale.QUICK : Scale.FULL);
    for (Source source : Source.values()) {
      for (Layout layout : Layout.values()) {
        if (layout.isMeasured(source)) {
          bench.run(source, layout);
        }
      }
    }
  }

  private void run(Source source, Layout layout) throws Exception {
    MovableClock clock = MovableClock.frozenAt(START_SECOND);
    Path directory = scratch.directory(source.label() + "-" + layout.label());
    RocksDbOptions options =
        layout.options(RocksDbOptions.defaults().withDurability(Durability.RELAXED));
    try (Engine engine =
        Engine.open(RocksDbStorage.open(directory, options), clock, EngineOptions.DEFAULT)) {
      engine.background().pause();
      engine.createDatabase(DATABASE);
      Container without = container(engine, clock, source, layout, 0);
      List<Container> with = new ArrayList<>();
      for (int dead : scale.dead()) {
        with.add(container(engine, clock, source, layout, dead));
      }
      clock.advance(2L * Source.DEAD_SECONDS);
      Quiet.await(QUIET_SECONDS);
      Reads base = new Reads(without, scale.living());
      base.scanMillis();
      base.indexMillis();
      for (int i = 0; i < with.size(); i++) {
        Reads reads = new Reads(with.get(i), scale.living());
        String what =
            String.format(
                Locale.ROOT,
                "%s %s, %,d living and %,d dead",
                source.label(),
                layout.label(),
                scale.living(),
                scale.dead()[i]);
        report.progress(
            "%s: a whole scan %.0f ms, again %.0f ms, without the dead %.0f ms",
            what, reads.scanMillis(), reads.scanMillis(), base.scanMillis());
        report.progress(
            "%s: a whole index %.0f ms, again %.0f ms, without the dead %.0f ms",
            what, reads.indexMillis(), reads.indexMillis(), base.indexMillis());
        String name = source.label() + "-" + layout.label() + "-" + scale.dead()[i] / 1000 + "k";
        for (String read : Reads.NAMES) {
          compare(read, name, reads, base);
        }
      }
    }
    scratch.discard(directory);
  }

  private void compare(String read, String name, Reads with, Reads without) throws Exception {
    WarmUp.untilCompiled(() -> micros(read, without) + micros(read, with));
    Rounds.Pair pair =
        Rounds.alternate(scale.rounds(), () -> micros(read, with), () -> micros(read, without));
    report.progress("%s %s: %.1f us, without %.1f us", read, name, pair.first(), pair.second());
    report.beside("the same without dead items");
    report.atMost(read + "-" + name, pair.ratio(), GOAL);
  }

  /** Processor time of one read. */
  private double micros(String read, Reads reads) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(scale.roundMillis());
    long before = threads.getCurrentThreadCpuTime();
    int done = 0;
    while (done == 0 || System.nanoTime() < until) {
      reads.read(read);
      done++;
    }
    return (threads.getCurrentThreadCpuTime() - before) / 1e3 / done;
  }

  private Container container(
      Engine engine, MovableClock clock, Source source, Layout layout, int dead) throws Exception {
    ContainerDefinition.Builder definition =
        ContainerDefinition.named("dead" + dead)
            .partitionKey("/pk")
            .pathIndexes(PathIndex.of(Reads.INDEX, "n"));
    Container container = engine.createContainer(DATABASE, source.define(definition).build());
    container.awaitIndex(Reads.INDEX).get(1, TimeUnit.MINUTES);
    List<CompletableFuture<?>> outstanding = new ArrayList<>();
    int all = dead + scale.living();
    for (int i = 0; i < all; i++) {
      // The living are written among the dead: the feed has them mixed, whatever the keys are.
      boolean lives = (long) (i + 1) * scale.living() / all > (long) i * scale.living() / all;
      outstanding.add(container.submit(item(clock, source, layout, i, !lives)));
      if (outstanding.size() == OUTSTANDING || i == all - 1) {
        CompletableFuture.allOf(outstanding.toArray(CompletableFuture[]::new)).get();
        outstanding.clear();
      }
    }
    return container;
  }

  private WriteRequest item(
      MovableClock clock, Source source, Layout layout, int number, boolean dies) {
    BsonDocument body =
        new BsonDocument("id", new BsonString(Layout.id(number, dies)))
            .append("pk", new BsonString(layout.partition(number, dies)))
            .append("n", new BsonInt32((int) (number * 7_919L % scale.living())))
            .append("text", new BsonString("x".repeat(TEXT_LENGTH)));
    source.expire(body, clock.epochSecond(), dies);
    ItemKey key = ItemKey.of(layout.partition(number, dies), Layout.id(number, dies));
    return WriteRequest.create(key, encode(body));
  }

  private static byte[] encode(BsonDocument document) {
    ByteBuffer buffer =
        new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().asNIO();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
