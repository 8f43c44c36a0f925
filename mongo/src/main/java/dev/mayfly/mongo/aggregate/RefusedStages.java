package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Stages that exist in MongoDB and are told apart from misspelt ones: why each is refused. */
public final class RefusedStages {
  private static final int NO_CHANGE_STREAMS = 40573;
  private static final int NO_SEARCH = 31082;

  private record Refusal(int code, String text) {}

  private static final Map<String, Refusal> REFUSALS = new TreeMap<>();

  static {
    for (String name : new String[] {"$changeStream", "$changeStreamSplitLargeEvent"}) {
      REFUSALS.put(
          name,
          new Refusal(
              NO_CHANGE_STREAMS,
              "The $changeStream stage is not supported: there are no change streams here yet"));
    }
    for (String name :
        new String[] {
          "$listSearchIndexes",
          "$rankFusion",
          "$scoreFusion",
          "$search",
          "$searchMeta",
          "$vectorSearch"
        }) {
      REFUSALS.put(
          name,
          new Refusal(
              NO_SEARCH,
              "Using "
                  + name
                  + " and other search stages needs a search service, which this server is not"
                  + " connected to."));
    }
    for (String name :
        new String[] {
          "$geoNear",
          "$listSampledQueries",
          "$querySettings",
          "$queryStats",
          "$shardedDataDistribution"
        }) {
      REFUSALS.put(name, new Refusal(ErrorCodes.COMMAND_NOT_SUPPORTED, name + " is not supported"));
    }
  }

  private RefusedStages() {}

  /** The names of all stages that are refused, in the order of the alphabet. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(REFUSALS.keySet());
  }

  static void check(String name) {
    Refusal refusal = REFUSALS.get(name);
    if (refusal != null) {
      throw new MongoException(refusal.code(), refusal.text());
    }
  }
}
