package dev.mayfly.mongo.expression.date;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.bson.BsonDateTime;
import org.bson.BsonValue;

/** Dates, and what else has a time in it. */
public final class Dates {
  private static final long MILLIS_PER_SECOND = 1000;

  private Dates() {}

  static boolean isDate(BsonValue value) {
    return switch (value.getBsonType()) {
      case DATE_TIME, TIMESTAMP, OBJECT_ID -> true;
      default -> false;
    };
  }

  /** The milliseconds since 1970 of a date, a timestamp or an object id. */
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
   * The date at which clocks in a zone show this; where they skip it, as much later.
   *
   * @param overflow what is thrown if no date is that far away
   */
  static BsonValue at(LocalDateTime local, ZoneId zone, MongoException overflow) {
    try {
      return new BsonDateTime(local.atZone(zone).toInstant().toEpochMilli());
    } catch (ArithmeticException e) {
      throw overflow;
    }
  }
}
