package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import org.bson.BsonValue;

/** The {@code timezone} argument: an Olson identifier or an offset; by default UTC. */
final class Zone {
  private static final Set<String> KNOWN = ZoneId.getAvailableZoneIds();
  private static final Set<String> SHORT = Set.of("EST", "MST", "HST");

  private final Expression name;
  private final ZoneId constant;

  /**
   * @param name null for UTC
   */
  Zone(Expression name) {
    this.name = name;
    this.constant = name == null ? ZoneOffset.UTC : known(name.constant());
  }

  /** Constants are resolved once; an invalid one fails on use. */
  private static ZoneId known(BsonValue constant) {
    try {
      return Values.isNullish(constant) ? null : named(constant);
    } catch (MongoException e) {
      return null;
    }
  }

  /** The zone, or null if the argument is null or missing. */
  ZoneId of(Variables variables) {
    if (constant != null) {
      return constant;
    }
    BsonValue value = name.evaluate(variables);
    return Values.isNullish(value) ? null : named(value);
  }

  private static ZoneId named(BsonValue value) {
    if (!value.isString()) {
      throw new MongoException(
          40517, "timezone must evaluate to a string, found " + TypeNames.of(value));
    }
    String id = value.asString().getValue();
    if (id.equals("UTC") || id.equals("GMT")) {
      return ZoneOffset.UTC;
    }
    if (KNOWN.contains(id)) {
      return ZoneId.of(id);
    }
    if (SHORT.contains(id)) {
      return ZoneId.of(id, ZoneId.SHORT_IDS);
    }
    ZoneOffset offset = offset(id);
    if (offset == null) {
      throw new MongoException(40485, "unrecognized time zone identifier: \"" + id + "\"");
    }
    return offset;
  }

  /** Parses {@code +HH}, {@code +HHMM} or {@code +HH:MM}; null for others. */
  static ZoneOffset offset(String text) {
    int length = text.length();
    boolean colon = length == 6 && text.charAt(3) == ':';
    if (length != 3 && length != 5 && !colon) {
      return null;
    }
    char sign = text.charAt(0);
    int hours = twoDigits(text, 1);
    int minutes = length == 3 ? 0 : twoDigits(text, length - 2);
    if ((sign != '+' && sign != '-') || hours < 0 || minutes < 0) {
      return null;
    }
    int seconds = (hours * 60 + minutes) * 60;
    try {
      return ZoneOffset.ofTotalSeconds(sign == '-' ? -seconds : seconds);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static int twoDigits(String text, int at) {
    int tens = text.charAt(at) - '0';
    int ones = text.charAt(at + 1) - '0';
    return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
  }
}
