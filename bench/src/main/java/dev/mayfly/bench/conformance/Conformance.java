package dev.mayfly.bench.conformance;

import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.TtlClock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;

/**
 * Runs the cases of a directory: {@code cosmos-sql-examples.jsonl} with documents, queries and
 * results, {@code cosmos-query-plans.jsonl} with queries and plans, {@code
 * cosmos-sql-parse-corpus.jsonl} with texts. A file that is not there is left out.
 */
public final class Conformance {
  private Conformance() {}

  /** Prints a line for each miss and the totals; true if there is none. */
  public static boolean run(Path directory, Scratch scratch, PrintStream out) throws IOException {
    TtlClock clock = MovableClock.frozenAt(Instant.now().getEpochSecond());
    Score examples = new Score("examples", out);
    Score plans = new Score("plans", out);
    Score parsed = new Score("parses", out);
    Score refused = new Score("errors", out);
    try (Endpoint endpoint = Endpoint.open(scratch.directory("conformance"), clock)) {
      each(directory.resolve("cosmos-sql-examples.jsonl"), new Examples(endpoint, examples)::run);
      each(directory.resolve("cosmos-query-plans.jsonl"), new Plans(endpoint, plans)::run);
      each(
          directory.resolve("cosmos-sql-parse-corpus.jsonl"),
          new Texts(endpoint, parsed, refused)::run);
    }
    List<Score> scores = List.of(examples, plans, parsed, refused);
    scores.forEach(Score::total);
    return scores.stream().allMatch(Score::isWhole);
  }

  private interface Case {
    void run(int line, BsonDocument known);
  }

  private static void each(Path file, Case run) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    int line = 0;
    for (String text : Files.readAllLines(file)) {
      line++;
      if (!text.isBlank()) {
        run.run(line, Json.parse(text.getBytes(StandardCharsets.UTF_8)));
      }
    }
  }
}
