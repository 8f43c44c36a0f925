package dev.mayfly.mongo.failpoint;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A place where a fault may be asked for: how often, and with which data. Thread safe. */
public final class FailPoint {
  private static final long ALWAYS = Long.MAX_VALUE;

  private volatile boolean on;
  private long skipped;
  private long left;
  private double probability;
  private BsonDocument data = new BsonDocument();
  private long entered;

  /** How often it may fire from now on. */
  private record Mode(long skip, long times, double probability) {
    static Mode parse(BsonValue mode) {
      if (mode == null) {
        throw new MongoException(
            ErrorCodes.ILLEGAL_OPERATION, "When setting a failpoint, you must supply a 'mode'");
      }
      if (mode.isString()) {
        return switch (mode.asString().getValue()) {
          case "off" -> new Mode(0, 0, 1);
          case "alwaysOn" -> new Mode(0, ALWAYS, 1);
          default -> throw bad("unknown mode: " + mode.asString().getValue());
        };
      }
      if (!mode.isDocument()) {
        throw new MongoException(
            ErrorCodes.TYPE_MISMATCH, "'mode' must be a string or JSON object");
      }
      BsonDocument options = mode.asDocument();
      if (options.containsKey("times")) {
        return new Mode(0, count("times", options.get("times")), 1);
      }
      if (options.containsKey("skip")) {
        return new Mode(count("skip", options.get("skip")), ALWAYS, 1);
      }
      if (options.containsKey("activationProbability")) {
        BsonValue chance = options.get("activationProbability");
        double probability = Numbers.isNumber(chance) ? Numbers.toDouble(chance) : Double.NaN;
        if (!(probability >= 0 && probability <= 1)) {
          throw bad("activationProbability must be between 0.0 and 1.0");
        }
        return new Mode(0, ALWAYS, probability);
      }
      throw bad(
          "'mode' must be one of 'off', 'alwaysOn', 'times', 'skip', 'activationProbability'");
    }

    private static long count(String name, BsonValue value) {
      Long number = Numbers.isNumber(value) ? Numbers.exactLong(value) : null;
      if (number == null || number < 0) {
        throw bad("'" + name + "' option to 'mode' must be positive");
      }
      return number;
    }

    private static MongoException bad(String text) {
      return new MongoException(ErrorCodes.BAD_VALUE, text);
    }
  }

  /**
   * Sets its mode and data.
   *
   * @param sent may be null
   * @return how often it has fired until now
   */
  public synchronized long configure(BsonValue mode, BsonValue sent) {
    Mode parsed = Mode.parse(mode);
    if (sent != null && !sent.isDocument()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "the 'data' option must be a JSON object, not " + TypeNames.of(sent));
    }
    data = sent == null ? new BsonDocument() : BsonDocument.parse(sent.asDocument().toJson());
    skipped = parsed.skip();
    left = parsed.times();
    probability = parsed.probability();
    on = left > 0;
    return entered;
  }

  /** Whether it may fire. */
  boolean isOn() {
    return on;
  }

  /**
   * Its data if it fires, else null.
   *
   * @param applies decides by the data whether this is a place where it may fire; only those count
   */
  public BsonDocument enter(Predicate<BsonDocument> applies) {
    return on ? fire(applies) : null;
  }

  private synchronized BsonDocument fire(Predicate<BsonDocument> applies) {
    if (!on || !applies.test(data)) {
      return null;
    }
    if (skipped > 0) {
      skipped--;
      return null;
    }
    if (probability < 1 && ThreadLocalRandom.current().nextDouble() >= probability) {
      return null;
    }
    if (left != ALWAYS) {
      left--;
      on = left > 0;
    }
    entered++;
    return data;
  }
}
