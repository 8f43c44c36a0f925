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
          "$rankFusion", "$scoreFusion", "$search", "$searchMeta",
        }) {
      REFUSALS.put(
          name,
          new Refusal(
              ErrorCodes.SEARCH_NOT_ENABLED,
              name
                  + " is not supported: vectors are searched by $vectorSearch, texts by text"
                  + " indexes and $text."));
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
