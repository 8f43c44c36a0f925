package dev.mayfly.bench.prepare;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.measure.WarmUp;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.PreparedQueries;
import dev.mayfly.cosmos.query.compile.QueryCompiler;
import dev.mayfly.cosmos.query.syntax.ParsedQueries;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import dev.mayfly.cosmos.query.value.Value;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Compiling a query once and binding it for each request, beside compiling its tree, which is kept,
 * for each request, and beside parsing its text as well.
 */
public final class PrepareBench {
  private static final int ROUNDS = 9;
  private static final int TIMES = 2_000;
  private static final double GOAL = 1.5;

  private static final Parameters PARAMETERS =
      new Parameters(
          Map.of(
              "@a", Value.of("a"), "@b", Value.of(17L), "@c", Value.of("b%"), "@n", Value.of(9)));

  private static Object last;

  private PrepareBench() {}

  private static Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("point", "SELECT * FROM c WHERE c.id = @a AND c.pk = @b");
    texts.put(
        "filter",
        "SELECT c.id, c.name, c.price FROM c WHERE c.tenant = @a AND c.price > @b AND c.name LIKE"
            + " @c AND ARRAY_CONTAINS(c.tags, @a) ORDER BY c.price DESC OFFSET @n LIMIT @n");
    texts.put(
        "join",
        "SELECT l.product, SUM(l.price * l.count) AS sum, COUNT(1) AS lines FROM c JOIN l IN"
            + " c.lines WHERE c.tenant = @a AND EXISTS(SELECT VALUE t FROM t IN l.tags WHERE t ="
            + " @c) GROUP BY l.product");
    return texts;
  }

  /** Prints how many times as many can be prepared. */
  public static void run(Report report) throws Exception {
    for (Map.Entry<String, String> each : texts().entrySet()) {
      String text = each.getValue();
      PreparedQueries prepared = new PreparedQueries(System::currentTimeMillis);
      ParsedQueries parsed = new ParsedQueries();
      Rounds.Measurement once = () -> perSecond(() -> prepared(prepared, text));
      Rounds.Measurement compiled =
          () -> perSecond(() -> QueryCompiler.compile(parsed.parse(text), PARAMETERS));
      Rounds.Measurement anew =
          () -> perSecond(() -> QueryCompiler.compile(QueryParser.query(text), PARAMETERS));
      WarmUp.untilCompiled(once);
      WarmUp.untilCompiled(compiled);
      WarmUp.untilCompiled(anew);
      Rounds.Pair pair = Rounds.alternate(ROUNDS, once, compiled);
      report.progress(
          "%s: %.0f/s bound, %.0f/s compiled", each.getKey(), pair.first(), pair.second());
      report.beside("compiling for each request");
      report.atLeast("prepare." + each.getKey() + ".bound_over_compiled", pair.ratio(), GOAL);
      pair = Rounds.alternate(ROUNDS, once, anew);
      report.beside("parsing and compiling for each request");
      report.atLeast("prepare." + each.getKey() + ".bound_over_parsed", pair.ratio(), GOAL);
    }
  }

  private static CompiledQuery prepared(PreparedQueries queries, String text) {
    try (PreparedQueries.Prepared query = queries.prepare(text, PARAMETERS)) {
      return query.compiled();
    }
  }

  private interface Work {
    Object run();
  }

  /** By the thread's processor time, so that others on the machine do not count. */
  private static double perSecond(Work work) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long started = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < TIMES; i++) {
      last = work.run();
    }
    return TIMES * 1e9 / Math.max(1, threads.getCurrentThreadCpuTime() - started);
  }
}
