package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.ru.Throughput;
import org.bson.BsonDocument;

/**
 * A database.
 *
 * @param throughput shared by the containers that have none of their own
 * @param lsn of the last change
 * @param opaque for the front ends
 */
public record Database(
    int number, String name, Throughput throughput, long tsSecond, long lsn, BsonDocument opaque) {
  public Database {
    ContainerDefinition.checkName("database", name);
    requireNonNull(throughput, "throughput");
    requireNonNull(opaque, "opaque");
    if (throughput.kind() == Throughput.Kind.SHARED) {
      throw new IllegalArgumentException("a database cannot share throughput");
    }
  }
}
