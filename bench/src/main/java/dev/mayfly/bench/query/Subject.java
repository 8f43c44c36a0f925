package dev.mayfly.bench.query;

import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Meter;
import dev.mayfly.bench.process.ProcessorTime;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;

/** A database that is measured. */
interface Subject extends ProcessorTime {
  String name();

  QueryItems items();

  /** A connection of its own, for one thread. */
  Session connect() throws Exception;

  /** Asks over one connection. */
  interface Session extends AutoCloseable {
    /** Runs it and returns the number of results. */
    int ask(Question question, Object[] values) throws Exception;

    /** Runs it and returns the results, without system properties. */
    List<BsonValue> results(Question question, Object[] values) throws Exception;

    @Override
    void close() throws Exception;
  }

  /** Asks a question with random values as often as can be. */
  default Load measure(Question question, int connections, long millis) throws Exception {
    List<Session> sessions = new ArrayList<>();
    try {
      for (int i = 0; i < connections; i++) {
        sessions.add(connect());
      }
      return Meter.measure(
          this,
          connections,
          millis,
          items().count(),
          (worker, number) -> ask(sessions.get(worker), question, number));
    } finally {
      for (Session session : sessions) {
        session.close();
      }
    }
  }

  private void ask(Session session, Question question, int number) throws Exception {
    int results = session.ask(question, question.values(items(), number));
    if (results != question.results(items())) {
      throw new IllegalStateException(
          "%s has %d results for %s %d, and not %d"
              .formatted(name(), results, question, number, question.results(items())));
    }
  }
}
