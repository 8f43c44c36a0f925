package dev.mayfly.cosmos.query;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.run.CompiledQuery;
import dev.mayfly.cosmos.query.run.Parameters;
import dev.mayfly.cosmos.query.run.QueryCompiler;
import dev.mayfly.cosmos.query.syntax.Parsing;
import java.util.function.LongSupplier;

/** The condition of a patch: {@code from c where c.x = 1}. */
public final class Condition {
  private final CompiledQuery query;

  private Condition(CompiledQuery query) {
    this.query = requireNonNull(query, "query");
  }

  /**
   * Reads a condition.
   *
   * @param clock tells milliseconds since 1970
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if it is none
   */
  public static Condition parse(String text, LongSupplier clock) {
    return new Condition(QueryCompiler.compile(Parsing.condition(text), Parameters.NONE, clock));
  }

  /** Whether the condition holds for an item, in the form in which items are queried. */
  public boolean holds(byte[] document) {
    return query.matches(document);
  }
}
