package dev.mayfly.engine.catalog;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/**
 * How many databases and containers there may be: each takes memory, time at the start and lines in
 * the metrics. What is there already stays, even if it is more.
 */
public record CatalogLimits(int databasesMax, int containersMax) {
  public static final CatalogLimits DEFAULT = new CatalogLimits(1000, 10_000);

  public CatalogLimits {
    if (databasesMax <= 0 || containersMax <= 0) {
      throw new EngineException(ErrorCode.BAD_REQUEST, "The limits of the catalog are positive.");
    }
  }

  /** Refuses a database beyond a limit; also if no container could be made in it. */
  public void requireDatabase(int databases, int containers) {
    if (databases >= databasesMax) {
      throw new EngineException(
          ErrorCode.TOO_MANY_RESOURCES,
          "cannot create a new database -- already using "
              + databases
              + " databases of "
              + databasesMax
              + ". Delete one, or raise databases-max.");
    }
    requireContainer(containers);
  }

  /** Refuses a container beyond the limit. */
  public void requireContainer(int containers) {
    if (containers >= containersMax) {
      throw new EngineException(
          ErrorCode.TOO_MANY_RESOURCES,
          "cannot create a new collection -- already using "
              + containers
              + " collections of "
              + containersMax
              + ". Delete one, or raise containers-max.");
    }
  }
}
