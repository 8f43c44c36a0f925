package dev.mayfly.cosmos.account;

import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.ru.Throughput;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/**
 * A database or container that has throughput of its own, as it was at one moment.
 *
 * @param rid its resource id
 * @param self its path of resource ids, with a slash at its end
 * @param highest the highest throughput it ever had
 * @param tsSecond when it was last changed
 * @param change sets another throughput if it still has its etag
 */
record OfferOwner(
    int number,
    String rid,
    String self,
    Throughput throughput,
    long highest,
    long tsSecond,
    Etag etag,
    Change change) {

  /** Sets throughput and returns the owner as it is then. */
  @FunctionalInterface
  interface Change {
    OfferOwner to(Throughput next);
  }

  /** All there are, in no order. */
  static List<OfferOwner> all(Directory directory) {
    Engine engine = directory.engine();
    List<OfferOwner> owners = new ArrayList<>();
    for (Database database : directory.databases()) {
      if (database.throughput().isLimited()) {
        owners.add(of(engine, database));
      }
      for (Container container : containers(directory, database)) {
        ContainerState state = container.state();
        if (state.definition().throughput().isLimited()) {
          owners.add(of(engine, database.name(), state));
        }
      }
    }
    return owners;
  }

  /** None if the database was deleted since it was looked up: others still have offers. */
  private static List<Container> containers(Directory directory, Database database) {
    try {
      return directory.containers(database);
    } catch (EngineException e) {
      if (e.code() == ErrorCode.DATABASE_NOT_FOUND) {
        return List.of();
      }
      throw e;
    }
  }

  private static OfferOwner of(Engine engine, Database database) {
    String rid = Directory.rid(database);
    Etag etag = engine.etag(database);
    return new OfferOwner(
        database.number(),
        rid,
        "dbs/" + rid + "/",
        database.throughput(),
        highest(database.opaque(), database.throughput()),
        database.tsSecond(),
        etag,
        next -> {
          BsonDocument opaque = HighestThroughput.raised(database.opaque(), next);
          return of(engine, engine.replaceDatabase(database.name(), next, opaque, etag));
        });
  }

  private static OfferOwner of(Engine engine, String database, ContainerState state) {
    String databaseRid = ResourceId.database(state.database());
    String rid = ResourceId.container(state.database(), state.number());
    Etag etag = engine.etag(state);
    return new OfferOwner(
        state.number(),
        rid,
        "dbs/" + databaseRid + "/colls/" + rid + "/",
        state.definition().throughput(),
        highest(state.definition().opaque(), state.definition().throughput()),
        state.tsSecond(),
        etag,
        next -> {
          BsonDocument opaque = HighestThroughput.raised(state.definition().opaque(), next);
          Container changed =
              engine.replaceContainer(
                  database,
                  state.definition().toBuilder().throughput(next).opaque(opaque).build(),
                  etag);
          return of(engine, database, changed.state());
        });
  }

  /** What was not made through this API has only what it has. */
  private static long highest(BsonDocument opaque, Throughput throughput) {
    return Math.max(HighestThroughput.of(opaque), throughput.ruPerSecond());
  }

  /** The resource id of its offer. */
  String offerRid() {
    return ResourceId.offer(number);
  }

  /** How far the throughput can be lowered without a change between manual and autoscale. */
  long minimum() {
    return throughput.kind() == Throughput.Kind.AUTOSCALE
        ? Math.max(ThroughputJson.AUTOSCALE_MIN, roundedUp(highest / 10, 1000))
        : Math.max(ThroughputJson.MANUAL_MIN, roundedUp(highest / 100, 100));
  }

  /** The least multiple of a step that is not below a number. */
  static long roundedUp(long number, long step) {
    return (number + step - 1) / step * step;
  }
}
