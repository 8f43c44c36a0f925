package dev.mayfly.testkit.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Items die so many seconds after any of the dates in a field (D5).
 *
 * @param field at the root of the body, a date or an array with dates in it
 * @param filter which items, see {@link Presence}; null for all
 * @param inForce false while existing items are being scanned
 */
record DateRule(String name, String field, int seconds, BsonDocument filter, boolean inForce) {
  boolean isSame(DateRule other) {
    return name.equals(other.name)
        && field.equals(other.field)
        && Objects.equals(filter, other.filter);
  }

  DateRule taken() {
    return new DateRule(name, field, seconds, filter, true);
  }

  boolean kills(BsonDocument body, long nowSecond) {
    for (long dateMillis : datesMillis(body)) {
      if (nowSecond * 1000 >= dateMillis + seconds * 1000L) {
        return true;
      }
    }
    return false;
  }

  /** All dates of the field that count, wherever they stand in its array. */
  List<Long> datesMillis(BsonDocument body) {
    List<Long> dates = new ArrayList<>();
    BsonValue value = Presence.has(filter, body) ? body.get(field) : null;
    if (value != null && value.isArray()) {
      for (BsonValue element : value.asArray()) {
        addDate(dates, element);
      }
    } else {
      addDate(dates, value);
    }
    return dates;
  }

  private static void addDate(List<Long> dates, BsonValue value) {
    if (value != null && value.isDateTime()) {
      dates.add(value.asDateTime().getValue());
    }
  }
}
