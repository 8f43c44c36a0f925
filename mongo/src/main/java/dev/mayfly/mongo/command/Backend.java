package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.StoreSnapshot;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.mongo.aggregate.StageLimits;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.CollectionCatalog;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.cursor.Cursors;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.failpoint.FailPoints;
import dev.mayfly.mongo.retry.RetryableWrites;
import dev.mayfly.mongo.session.Sessions;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.vector.VectorIndexes;

/** The state shared by the data commands. */
public record Backend(
    CollectionCatalog collections,
    Cursors cursors,
    RetryableWrites retries,
    Sessions sessions,
    FailPoints failPoints,
    StageLimits stageLimits,
    VectorIndexes vectors) {
  public Backend {
    requireNonNull(collections, "collections");
    requireNonNull(cursors, "cursors");
    requireNonNull(retries, "retries");
    requireNonNull(sessions, "sessions");
    requireNonNull(failPoints, "failPoints");
    requireNonNull(stageLimits, "stageLimits");
    requireNonNull(vectors, "vectors");
  }

  /**
   * @param documentTtl whether the {@code ttl} field of a document is honoured (D7)
   * @param realTime clock of cursor timeouts and retry records
   * @param memory heap budget of all requests
   * @param vectors the indexes of vectors of the engine
   */
  public static Backend of(
      Engine engine,
      boolean documentTtl,
      RealTime realTime,
      MemoryPool memory,
      Sessions sessions,
      FailPoints failPoints,
      VectorIndexes vectors) {
    return new Backend(
        new CollectionCatalog(engine, documentTtl),
        new Cursors(realTime, memory),
        new RetryableWrites(engine, realTime),
        sessions,
        failPoints,
        new StageLimits(),
        vectors);
  }

  /** The same with the collections as a transaction sees them. */
  public Backend in(Transaction transaction) {
    return new Backend(
        collections.in(transaction), cursors, retries, sessions, failPoints, stageLimits, vectors);
  }

  /** The same with the collections as of a snapshot, to be read only. */
  public Backend in(StoreSnapshot snapshot) {
    return new Backend(
        collections.in(snapshot), cursors, retries, sessions, failPoints, stageLimits, vectors);
  }

  /** The reads of a command, which may use the disk as its {@code allowDiskUse} says. */
  public Reader reader(CommandCall call, CommandArguments arguments) {
    return new Reader(call, stageLimits, arguments.flag("allowDiskUse", stageLimits.diskUse()));
  }

  public Engine engine() {
    return collections.engine();
  }

  /** Variables with the time of the store's clock and no document. */
  public Variables variables() {
    long second = engine().clock().epochSecond();
    long wallMillis = System.currentTimeMillis();
    boolean ticking = Math.floorDiv(wallMillis, 1000L) == second;
    return Variables.at(ticking ? wallMillis : second * 1000);
  }
}
