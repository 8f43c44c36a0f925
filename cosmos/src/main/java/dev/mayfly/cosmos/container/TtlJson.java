package dev.mayfly.cosmos.container;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.ttl.TtlValue;
import org.bson.BsonDocument;

/** The times to live in a container's definition. */
final class TtlJson {
  private static final String DEFAULT = "defaultTtl";
  private static final String ANALYTICAL = "analyticalStorageTtl";
  private static final String PROPERTY_PATH = "ttlPropertyPath";

  private TtlJson() {}

  /**
   * The default time to live: null if TTL is off (A1).
   *
   * @param json the body as it was sent, for a refusal to quote
   */
  static Integer readDefault(BsonDocument body, byte[] json) {
    if (PropertyReader.value(body, PROPERTY_PATH) != null) {
      throw PropertyReader.invalid(
          "The property 'ttlPropertyPath' is not supported: the time of an item's last change"
              + " counts. Remove it, and give items a 'ttl' of their own where they need one.");
    }
    try {
      return TtlValue.parseDefault(body.get(DEFAULT));
    } catch (EngineException e) {
      throw invalid(DEFAULT, json, "a nonzero positive integer");
    }
  }

  /**
   * The time to live in the analytical store, which there is none of: kept and returned.
   *
   * @param before what it was; stays if nothing is said
   */
  static Integer readAnalytical(BsonDocument body, byte[] json, Integer before) {
    if (PropertyReader.value(body, ANALYTICAL) == null) {
      return before;
    }
    try {
      long seconds = PropertyReader.whole(body, ANALYTICAL);
      if (seconds >= -1 && seconds <= Integer.MAX_VALUE) {
        return (int) seconds;
      }
    } catch (CosmosException e) {
      // Refused below, with the value as it was sent.
    }
    throw invalid(ANALYTICAL, json, "0 or a positive integer");
  }

  private static CosmosException invalid(String property, byte[] json, String allowed) {
    return PropertyReader.invalid(
        "The input "
            + property
            + " '"
            + RawProperty.text(json, property)
            + "' is invalid. Ensure to provide "
            + allowed
            + " less than or equal to '"
            + Integer.MAX_VALUE
            + "', or '-1' which means never expire.");
  }
}
