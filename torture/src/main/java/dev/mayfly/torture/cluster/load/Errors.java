package dev.mayfly.torture.cluster.load;

import com.azure.cosmos.CosmosException;
import com.mongodb.MongoException;

/** What an application sees of an error, without what differs from one request to the next. */
final class Errors {
  private Errors() {}

  static String describe(Throwable e) {
    if (e instanceof CosmosException cosmos) {
      return "Cosmos " + cosmos.getStatusCode() + "/" + cosmos.getSubStatusCode();
    }
    if (e instanceof MongoException mongo) {
      return mongo.getClass().getSimpleName() + " " + mongo.getCode();
    }
    return e.getClass().getSimpleName()
        + (e.getCause() == null ? "" : " of " + describe(e.getCause()));
  }
}
