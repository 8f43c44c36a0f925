package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.mongo.collection.Collections;
import dev.mayfly.mongo.command.crud.RetryableWrites;
import dev.mayfly.mongo.cursor.Cursors;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.query.memory.MemoryPool;

/** What the commands about data work with. */
public record Backend(Collections collections, Cursors cursors, RetryableWrites retries) {
  public Backend {
    requireNonNull(collections, "collections");
    requireNonNull(cursors, "cursors");
    requireNonNull(retries, "retries");
  }

  /**
   * @param documentTtl whether a document's {@code ttl} counts (D7)
   * @param realTime what idle cursors and forgotten retries go by
   * @param memory what all requests may hold together
   */
  public static Backend of(
      Engine engine, boolean documentTtl, RealTime realTime, MemoryPool memory) {
    return new Backend(
        new Collections(engine, documentTtl),
        new Cursors(realTime, memory),
        new RetryableWrites(engine, realTime));
  }

  public Engine engine() {
    return collections.engine();
  }

  /** What an expression sees before there is a document: the time by the clock of the store. */
  public Variables variables() {
    long second = engine().clock().epochSecond();
    long wallMillis = System.currentTimeMillis();
    boolean ticking = Math.floorDiv(wallMillis, 1000L) == second;
    return Variables.at(ticking ? wallMillis : second * 1000);
  }
}
