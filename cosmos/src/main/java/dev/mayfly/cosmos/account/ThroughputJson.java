package dev.mayfly.cosmos.account;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.ru.Throughput;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Throughput as clients write it, refused in the service's words. */
final class ThroughputJson {
  static final long MANUAL_MIN = 400;
  static final long AUTOSCALE_MIN = 1000;

  private ThroughputJson() {}

  static Throughput manual(long ruPerSecond) {
    try {
      return Throughput.manual(ruPerSecond);
    } catch (EngineException e) {
      throw invalid();
    }
  }

  static CosmosException invalid() {
    return CosmosException.errors(
        400,
        0,
        "The offer should have valid throughput values between "
            + MANUAL_MIN
            + " and "
            + Throughput.MAX_RU_PER_SECOND
            + " inclusive in increments of 100.");
  }

  /** What settings such as {"maxThroughput": 4000} ask for. */
  static Throughput autoscale(BsonDocument settings) {
    try {
      return Throughput.autoscale(whole(settings.get("maxThroughput")));
    } catch (EngineException e) {
      throw invalidAutoscale();
    }
  }

  static CosmosException invalidAutoscale() {
    return CosmosException.errors(
        400,
        0,
        "The autoscale settings should have a valid maxThroughput between "
            + AUTOSCALE_MIN
            + " and "
            + Throughput.MAX_RU_PER_SECOND
            + " inclusive in increments of 1000.");
  }

  /** A whole number, or one that no throughput can be. */
  static long whole(BsonValue value) {
    if (value == null || !value.isNumber()) {
      return -1;
    }
    double number = value.asNumber().doubleValue();
    return number == Math.rint(number) ? (long) number : -1;
  }
}
