package dev.mayfly.cosmos.query;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.QueryCompiler;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import java.util.function.LongSupplier;

/** The condition of a patch: {@code from c where c.x = 1}. */
public final class PatchCondition {
  private final CompiledQuery query;

  private PatchCondition(CompiledQuery query) {
    this.query = requireNonNull(query, "query");
  }

  /**
   * Reads a condition.
   *
   * @param clock returns milliseconds since 1970
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if it is none
   */
  public static PatchCondition parse(String text, LongSupplier clock) {
    return new PatchCondition(
        QueryCompiler.compile(QueryParser.condition(text), Parameters.NONE, clock));
  }

  /** Whether the condition holds for an item, in the form in which items are queried. */
  public boolean holds(byte[] document) {
    return query.matches(document);
  }
}
