package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.bson.BsonDateTime;
import org.bson.BsonValue;

/** Dates, and other values with a time. */
public final class Dates {
  private static final long MILLIS_PER_SECOND = 1000;

  private Dates() {}

  static boolean isDate(BsonValue value) {
    return switch (value.getBsonType()) {
      case DATE_TIME, TIMESTAMP, OBJECT_ID -> true;
      default -> false;
    };
  }

  /** Epoch milliseconds of a date, a timestamp or an object id. */
  public static long millis(BsonValue value) {
    return switch (value.getBsonType()) {
      case DATE_TIME -> value.asDateTime().getValue();
      case TIMESTAMP -> Integer.toUnsignedLong(value.asTimestamp().getTime()) * MILLIS_PER_SECOND;
      case OBJECT_ID ->
          Integer.toUnsignedLong(value.asObjectId().getValue().getTimestamp()) * MILLIS_PER_SECOND;
      default ->
          throw new MongoException(
              16006, "can't convert from BSON type " + TypeNames.of(value) + " to Date");
    };
  }

  static ZonedDateTime in(ZoneId zone, BsonValue date) {
    return Instant.ofEpochMilli(millis(date)).atZone(zone);
  }

  /**
   * The date of a local time; a time in a gap moves forward.
   *
   * @param overflow thrown if out of range
   */
  static BsonValue at(LocalDateTime local, ZoneId zone, MongoException overflow) {
    try {
      return new BsonDateTime(local.atZone(zone).toInstant().toEpochMilli());
    } catch (ArithmeticException e) {
      throw overflow;
    }
  }
}
