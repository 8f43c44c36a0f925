package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Stages of MongoDB that are not supported, with the reason for each. */
public final class UnsupportedStages {
  private record Refusal(int code, String text) {}

  private static final Map<String, Refusal> REFUSALS = new TreeMap<>();

  static {
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
              ErrorCodes.SEARCH_NOT_ENABLED,
              "Using "
                  + name
                  + " and other search stages needs a search service, which this server is not"
                  + " connected to."));
    }
    for (String name :
        new String[] {
          "$listSampledQueries", "$querySettings", "$queryStats", "$shardedDataDistribution"
        }) {
      REFUSALS.put(name, new Refusal(ErrorCodes.COMMAND_NOT_SUPPORTED, name + " is not supported"));
    }
  }

  private UnsupportedStages() {}

  public static Set<String> names() {
    return Collections.unmodifiableSet(REFUSALS.keySet());
  }

  public static void check(String name) {
    Refusal refusal = REFUSALS.get(name);
    if (refusal != null) {
      throw new MongoException(refusal.code(), refusal.text());
    }
  }
}
