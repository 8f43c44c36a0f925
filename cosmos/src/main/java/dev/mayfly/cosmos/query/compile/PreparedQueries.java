package dev.mayfly.cosmos.query.compile;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.syntax.ParsedQueries;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.vector.VectorPolicy;
import dev.mayfly.engine.catalog.ContainerDefinition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Queries that are compiled once and run often: clients send the same texts again, with other
 * parameters. A run owns its instance until it is closed, so there may be several of the same text.
 * Thread safe.
 */
public final class PreparedQueries {
  private static final int IDLE_MAX = 1000;
  private static final int IDLE_PER_TEXT_MAX = 8;

  /** What is compiled takes a few times as much as its text. */
  private static final long CHARACTERS_MAX = 2L << 20;

  private final ParsedQueries parsed = new ParsedQueries();
  private final LongSupplier clock;
  private final Map<Key, Deque<CompiledQuery>> idle = new LinkedHashMap<>(64, 0.75f, true);
  private int count;
  private long characters;

  /**
   * @param clock returns milliseconds since 1970
   */
  public PreparedQueries(LongSupplier clock) {
    this.clock = requireNonNull(clock, "clock");
  }

  /** What a text means depends on the computed properties that it can name, and on vectors. */
  private record Key(String text, ComputedProperties computed, VectorPolicy vectors) {}

  /** A compiled query that is exclusively owned until it is closed. */
  public final class Prepared implements AutoCloseable {
    private final Key key;
    private final Query tree;
    private final CompiledQuery compiled;

    private Prepared(Key key, Query tree, CompiledQuery compiled) {
      this.key = key;
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
      giveBack(key, compiled);
    }
  }

  /** A query of items that have no computed properties. */
  public Prepared prepare(String text, Parameters parameters) {
    return prepare(text, parameters, ComputedProperties.NONE);
  }

  /**
   * A query that is bound to parameters and ready to run.
   *
   * @param computed the properties that items seem to have
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if there is no such query
   */
  public Prepared prepare(String text, Parameters parameters, ComputedProperties computed) {
    return prepare(text, parameters, computed, VectorPolicy.NONE);
  }

  /**
   * A query of the items of a container that is bound to parameters and ready to run.
   *
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if there is no such query
   */
  public Prepared prepare(String text, Parameters parameters, ContainerDefinition container) {
    return prepare(text, parameters, ComputedProperties.of(container), VectorPolicy.of(container));
  }

  private Prepared prepare(
      String text, Parameters parameters, ComputedProperties computed, VectorPolicy vectors) {
    Query tree = parsed.parse(text);
    Key key = new Key(text, computed, vectors);
    CompiledQuery compiled = take(key);
    if (compiled == null) {
      Query meant = computed.in(tree);
      return new Prepared(key, tree, QueryCompiler.compile(meant, parameters, clock, vectors));
    }
    compiled.bind(parameters, clock);
    return new Prepared(key, tree, compiled);
  }

  private CompiledQuery take(Key key) {
    synchronized (idle) {
      Deque<CompiledQuery> same = idle.get(key);
      CompiledQuery last = same == null ? null : same.pollLast();
      if (last != null) {
        count--;
        characters -= key.text().length();
        if (same.isEmpty()) {
          idle.remove(key);
        }
      }
      return last;
    }
  }

  private void giveBack(Key key, CompiledQuery compiled) {
    compiled.release();
    synchronized (idle) {
      Deque<CompiledQuery> same = idle.computeIfAbsent(key, each -> new ArrayDeque<>(1));
      if (same.size() < IDLE_PER_TEXT_MAX) {
        same.add(compiled);
        count++;
        characters += key.text().length();
      }
      var eldest = idle.entrySet().iterator();
      while (count > IDLE_MAX || characters > CHARACTERS_MAX) {
        var dropped = eldest.next();
        count -= dropped.getValue().size();
        characters -= (long) dropped.getKey().text().length() * dropped.getValue().size();
        eldest.remove();
      }
    }
  }

  /** How many wait to be run again. */
  public int idle() {
    synchronized (idle) {
      return count;
    }
  }
}
