package dev.mayfly.bench.query;

import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.Pace;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.load.Settling;
import dev.mayfly.bench.measure.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/** Each question to both databases in turn. */
final class PeerFigures {
  /** Through HTTP; with MongoDB's wire protocol more is asked for. */
  private static final double RATE_GOAL = 1;

  private static final double SCAN_GOAL = 1.2;
  private static final double PROCESSOR_GOAL = 1;

  /** A question is answered by an index when it takes a small part of a full scan. */
  private static final int SCAN_SHARE = 10;

  /** Building an index takes as long as a few full scans; then it is there, or never will be. */
  private static final int SCANS_WAITED = 30;

  private static final long WAIT_NANOS_MIN = TimeUnit.SECONDS.toNanos(5);
  private static final int WARM_UP_SCANS = 20;

  /** What is compiled for one question is compiled anew when others come along. */
  private static final int WARM_UP_ROUNDS = 2;

  private static final int CHECKS = 5;

  private final Report report;
  private final Scale scale;
  private final MayflySubject mayfly;
  private final Optional<PostgresSubject> postgres;

  PeerFigures(
      Report report, Scale scale, MayflySubject mayfly, Optional<PostgresSubject> postgres) {
    this.report = report;
    this.scale = scale;
    this.mayfly = mayfly;
    this.postgres = postgres;
  }

  /** Waits for indexes, checks that both return the same, and warms up. */
  void prepare() throws Exception {
    awaitIndexes();
    if (postgres.isPresent()) {
      for (Question question : Question.values()) {
        check(question);
      }
      report.progress("both give the same results");
    }
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      for (Question question : Question.values()) {
        warmUp(mayfly, question);
        if (postgres.isPresent()) {
          warmUp(postgres.get(), question);
        }
      }
    }
  }

  /** The first question about a path asks for its index, which is built behind it. */
  private void awaitIndexes() throws Exception {
    try (Subject.Session session = mayfly.connect()) {
      long scan = Long.MAX_VALUE;
      for (int i = 0; i < WARM_UP_SCANS; i++) {
        scan = Math.min(scan, nanos(session, Question.SCAN));
      }
      for (Question question : Question.values()) {
        if (question.isIndexed()) {
          long start = System.nanoTime();
          boolean ready = awaitIndex(session, question, scan);
          report.progress(
              ready ? "%s: answered by an index after %.1f s" : "%s: still a scan after %.1f s",
              question.label(),
              (System.nanoTime() - start) / 1e9);
        }
      }
    }
    Settling.await(mayfly);
  }

  private boolean awaitIndex(Subject.Session session, Question question, long scan)
      throws Exception {
    long end = System.nanoTime() + Math.max(WAIT_NANOS_MIN, SCANS_WAITED * scan);
    while (nanos(session, question) * SCAN_SHARE > scan) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
    }
    return true;
  }

  private long nanos(Subject.Session session, Question question) throws Exception {
    long start = System.nanoTime();
    session.ask(question, question.values(mayfly.items(), 1));
    return System.nanoTime() - start;
  }

  private void check(Question question) throws Exception {
    try (Subject.Session ours = mayfly.connect();
        Subject.Session theirs = postgres.get().connect()) {
      for (int i = 0; i < CHECKS; i++) {
        Object[] values =
            question.values(mayfly.items(), i * (mayfly.items().count() / CHECKS) + i);
        List<BsonValue> first = comparable(question, ours.results(question, values));
        List<BsonValue> second = comparable(question, theirs.results(question, values));
        if (!first.equals(second) || first.size() != question.results(mayfly.items())) {
          throw new IllegalStateException(
              "%s with %s: mayfly says %s, postgres says %s"
                  .formatted(question, List.of(values), first, second));
        }
      }
    }
  }

  /** Results without an order are sorted, numbers are what they are worth. */
  private static List<BsonValue> comparable(Question question, List<BsonValue> results) {
    List<BsonValue> same = results.stream().map(PeerFigures::sameNumbers).toList();
    return question == Question.RANGE
        ? same
        : same.stream().sorted(Comparator.comparing(PeerFigures::key)).collect(Collectors.toList());
  }

  private static String key(BsonValue value) {
    return value instanceof BsonDocument document && document.containsKey("id")
        ? document.getString("id").getValue()
        : value.toString();
  }

  private static BsonValue sameNumbers(BsonValue value) {
    if (value instanceof BsonNumber number) {
      return new BsonDouble(number.doubleValue());
    } else if (value instanceof BsonDocument document) {
      // Members in one order: jsonb does not keep that of the text.
      BsonDocument same = new BsonDocument();
      document.keySet().stream()
          .sorted()
          .forEach(name -> same.append(name, sameNumbers(document.get(name))));
      return same;
    }
    return value;
  }

  private Pace pace(Question question) {
    return question.isIndexed() ? scale.pace() : scale.scanPace();
  }

  /** With as many connections as can be: so the Java machine has compiled all the sooner. */
  private void warmUp(Subject subject, Question question) throws Exception {
    int connections = Collections.max(question.connections());
    ServerWarmUp.run(
        report,
        pace(question),
        subject.name() + " " + question.label(),
        millis -> subject.measure(question, connections, millis));
  }

  void run() throws Exception {
    for (Question question : Question.values()) {
      for (int connections : question.connections()) {
        figure(question, connections);
      }
    }
  }

  private void figure(Question question, int connections) throws Exception {
    String name = question.label() + "-" + connections;
    Measured ours = millis -> mayfly.measure(question, connections, millis);
    if (postgres.isEmpty()) {
      List<Load> rounds = new ArrayList<>();
      for (int round = 0; round < pace(question).rounds(); round++) {
        rounds.add(ours.measure(pace(question).roundMillis()));
      }
      report.progress("%s: mayfly %s", name, Load.describe(rounds));
      return;
    }
    Comparison compared =
        Comparison.of(
            pace(question), ours, millis -> postgres.get().measure(question, connections, millis));
    report.progress("%s: mayfly   %s", name, Load.describe(compared.ours()));
    report.progress("%s: postgres %s", name, Load.describe(compared.theirs()));
    double goal = question == Question.SCAN ? SCAN_GOAL : RATE_GOAL;
    report.atLeast("rate-" + name, compared.ratio(Load::perSecond), goal);
    report.atMost("cpu-" + name, compared.ratio(Load::serverMicros), PROCESSOR_GOAL);
  }
}
