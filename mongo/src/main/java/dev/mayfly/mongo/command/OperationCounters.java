package dev.mayfly.mongo.command;

import java.util.concurrent.atomic.LongAdder;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/** The opcounters. */
public final class OperationCounters {
  private final LongAdder inserts = new LongAdder();
  private final LongAdder queries = new LongAdder();
  private final LongAdder updates = new LongAdder();
  private final LongAdder deletes = new LongAdder();
  private final LongAdder getMores = new LongAdder();
  private final LongAdder commands = new LongAdder();

  void count(String command) {
    switch (command) {
      case "insert" -> inserts.increment();
      case "find", "aggregate" -> queries.increment();
      case "update" -> updates.increment();
      case "delete" -> deletes.increment();
      case "getMore" -> getMores.increment();
      default -> commands.increment();
    }
  }

  public BsonDocument toDocument() {
    return new BsonDocument("insert", new BsonInt64(inserts.sum()))
        .append("query", new BsonInt64(queries.sum()))
        .append("update", new BsonInt64(updates.sum()))
        .append("delete", new BsonInt64(deletes.sum()))
        .append("getmore", new BsonInt64(getMores.sum()))
        .append("command", new BsonInt64(commands.sum()));
  }
}
