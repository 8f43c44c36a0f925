package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.syntax.ParsedQueries;
import dev.mayfly.cosmos.query.syntax.Query;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Queries that are compiled once and run often: clients send the same texts again, with other
 * parameters. Who runs one has it alone and gives it back, so that there may be a few of the same
 * text. Thread safe.
 */
public final class PreparedQueries {
  private static final int IDLE_MAX = 1000;
  private static final int IDLE_PER_TEXT_MAX = 8;

  /** What is compiled takes a few times as much as its text. */
  private static final long CHARACTERS_MAX = 2L << 20;

  private final ParsedQueries parsed = new ParsedQueries();
  private final LongSupplier clock;
  private final Map<String, Deque<CompiledQuery>> idle = new LinkedHashMap<>(64, 0.75f, true);
  private int count;
  private long characters;

  /**
   * @param clock tells milliseconds since 1970
   */
  public PreparedQueries(LongSupplier clock) {
    this.clock = requireNonNull(clock, "clock");
  }

  /** A query that nobody else runs until it is closed. */
  public final class Prepared implements AutoCloseable {
    private final String text;
    private final Query tree;
    private final CompiledQuery compiled;

    private Prepared(String text, Query tree, CompiledQuery compiled) {
      this.text = text;
      this.tree = tree;
      this.compiled = compiled;
    }

    public Query tree() {
      return tree;
    }

    public CompiledQuery compiled() {
      return compiled;
    }

    /** Lets others run it. */
    @Override
    public void close() {
      giveBack(text, compiled);
    }
  }

  /**
   * A query that is bound to parameters and ready to run.
   *
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if there is no such query
   */
  public Prepared prepare(String text, Parameters parameters) {
    Query tree = parsed.parse(text);
    CompiledQuery compiled = take(text);
    if (compiled == null) {
      return new Prepared(text, tree, QueryCompiler.compile(tree, parameters, clock));
    }
    compiled.bind(parameters, clock);
    return new Prepared(text, tree, compiled);
  }

  private CompiledQuery take(String text) {
    synchronized (idle) {
      Deque<CompiledQuery> same = idle.get(text);
      CompiledQuery last = same == null ? null : same.pollLast();
      if (last != null) {
        count--;
        characters -= text.length();
        if (same.isEmpty()) {
          idle.remove(text);
        }
      }
      return last;
    }
  }

  private void giveBack(String text, CompiledQuery compiled) {
    compiled.release();
    synchronized (idle) {
      Deque<CompiledQuery> same = idle.computeIfAbsent(text, each -> new ArrayDeque<>(1));
      if (same.size() < IDLE_PER_TEXT_MAX) {
        same.add(compiled);
        count++;
        characters += text.length();
      }
      var eldest = idle.entrySet().iterator();
      while (count > IDLE_MAX || characters > CHARACTERS_MAX) {
        var dropped = eldest.next();
        count -= dropped.getValue().size();
        characters -= (long) dropped.getKey().length() * dropped.getValue().size();
        eldest.remove();
      }
    }
  }

  /** How many wait to be run again. */
  int idle() {
    synchronized (idle) {
      return count;
    }
  }
}
