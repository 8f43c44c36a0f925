package dev.mayfly.bench.query;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.engine.EngineBench;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.Settling;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.Pinning;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Queries through the Cosmos endpoint with the items on disk, beside PostgreSQL. */
public final class QueryBench {
  /** For the caches of each database: less than the items take in a full run. */
  private static final int MEMORY_MEGABYTES = 512;

  /** A power of ten. */
  private static final int BUILDS_ITEMS = 10_000;

  private final Report report;
  private final Scale scale;
  private final QueryItems items;

  private QueryBench(Report report, Scale scale) {
    this.report = report;
    this.scale = scale;
    this.items = new QueryItems(scale.items());
  }

  /** Measures and reports all figures. */
  public static void run(Scratch scratch, Report report, boolean quick) throws Exception {
    new QueryBench(report, quick ? Scale.QUICK : Scale.FULL).run(scratch);
    EngineBench.run(scratch, report, quick, List.of(EngineBench.INDEX));
  }

  /** All questions as loads on one server; the first ones let it make its indexes. */
  public static Map<String, Measured> loads(MayflyServer server) throws Exception {
    MayflySubject subject = new MayflySubject(server, new QueryItems(BUILDS_ITEMS));
    subject.createDatabase();
    subject.load(CosmosClient.CONTAINER, BUILDS_ITEMS);
    for (Question question : Question.values()) {
      subject.measure(question, 1, 1);
    }
    Settling.await(subject);
    Map<String, Measured> loads = new LinkedHashMap<>();
    for (Question question : Question.values()) {
      for (int connections : question.connections()) {
        loads.put(
            question.label() + "-" + connections,
            millis -> subject.measure(question, connections, millis));
      }
    }
    return loads;
  }

  private void run(Scratch scratch) throws Exception {
    // Both are started before this process is pinned, which its children would inherit.
    Path data = scratch.directory("mayfly");
    try (MayflyServer server = MayflyServer.start(data, "sync", MEMORY_MEGABYTES)) {
      MayflySubject mayfly = new MayflySubject(server, items);
      Optional<String> missing = PostgresServer.missing();
      if (missing.isPresent()) {
        report.leftOut("queries beside PostgreSQL", missing.get());
        run(mayfly, data, Optional.empty());
        return;
      }
      try (PostgresServer peer =
          PostgresServer.start(scratch.directory("postgres"), MEMORY_MEGABYTES)) {
        PostgresServer.name(report);
        run(mayfly, data, Optional.of(new PostgresSubject(peer, items)));
      }
    }
  }

  private void run(MayflySubject mayfly, Path directory, Optional<PostgresSubject> postgres)
      throws Exception {
    if (Pinning.isPossible()) {
      Pinning.pinClient();
      report.progress("the client is pinned to one core, each server to the other");
    } else {
      report.progress("nothing is pinned: that takes two cores and taskset; rates mean little");
    }
    mayfly.createDatabase();
    mayfly.load(CosmosClient.CONTAINER, scale.items());
    report.progress("mayfly: %,d items of 1 KB", scale.items());
    Settling.await(mayfly);
    if (postgres.isPresent()) {
      postgres.get().load();
      report.progress("postgres: %,d items of 1 KB, with two indexes", scale.items());
      Settling.await(postgres.get());
    }
    PeerFigures beside = new PeerFigures(report, scale, mayfly, postgres);
    beside.prepare();
    if (postgres.isPresent()) {
      DiskFigure.run(report, directory, postgres.get(), scale.items());
    }
    beside.run();
    mayfly.load(CountFigure.TENTH, scale.items() / 10);
    Settling.await(mayfly);
    new CountFigure(report, scale, mayfly).run();
    new FreshPathFigures(report, scale, mayfly).run();
  }
}
