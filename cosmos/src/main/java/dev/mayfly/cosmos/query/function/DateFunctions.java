package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.Map;

/** Functions of moments. */
final class DateFunctions {
  static final long TICKS_PER_MILLI = 10_000;

  static final Map<String, Builtin> ALL =
      Map.ofEntries(
          Map.entry("DATETIMEADD", Builtin.of(3, DateFunctions::add)),
          Map.entry("DATETIMEDIFF", Builtin.of(3, DateFunctions::between)),
          Map.entry("DATETIMEPART", Builtin.of(2, DateFunctions::part)),
          Map.entry("DATETIMEBIN", Builtin.of(2, 4, DateFunctions::bin)),
          Map.entry("DATETIMEFROMPARTS", Builtin.of(3, 7, DateFunctions::fromParts)),
          Map.entry("DATETIMEFORMAT", Builtin.of(2, DateFunctions::format)),
          Map.entry("YEAR", Builtin.one(value -> part(DatePart.YEAR, value))),
          Map.entry("MONTH", Builtin.one(value -> part(DatePart.MONTH, value))),
          Map.entry("DAY", Builtin.one(value -> part(DatePart.DAY, value))),
          Map.entry("DATETIMETOTICKS", Builtin.one(DateFunctions::toTicks)),
          Map.entry("DATETIMETOTIMESTAMP", Builtin.one(DateFunctions::toTimestamp)),
          Map.entry("TICKSTODATETIME", Builtin.one(value -> ofTicks(value, 1))),
          Map.entry("TIMESTAMPTODATETIME", Builtin.one(value -> ofTicks(value, TICKS_PER_MILLI))));

  private static final String EPOCH = "1970-01-01";
  private static final int ORIGIN_YEAR_MIN = 1601;

  private DateFunctions() {}

  static LocalDateTime moment(Value value) {
    String text = Arguments.text(value);
    return text == null ? null : DateText.parse(text);
  }

  static DatePart datePart(Value value) {
    return DatePart.of(Arguments.text(value));
  }

  static Value value(LocalDateTime moment) {
    return moment == null ? Value.UNDEFINED : Value.of(DateText.text(moment));
  }

  private static Value add(Value[] arguments, RowBudget budget) {
    DatePart part = datePart(arguments[0]);
    Long count = Arguments.whole(arguments[1]);
    LocalDateTime moment = moment(arguments[2]);
    return part == null || count == null || moment == null
        ? Value.UNDEFINED
        : value(part.add(moment, count));
  }

  private static Value between(Value[] arguments, RowBudget budget) {
    DatePart part = datePart(arguments[0]);
    LocalDateTime start = moment(arguments[1]);
    LocalDateTime end = moment(arguments[2]);
    return part == null || start == null || end == null
        ? Value.UNDEFINED
        : Value.of(part.between(start, end));
  }

  private static Value part(Value[] arguments, RowBudget budget) {
    DatePart part = datePart(arguments[0]);
    return part == null ? Value.UNDEFINED : part(part, arguments[1]);
  }

  private static Value part(DatePart part, Value value) {
    LocalDateTime moment = moment(value);
    return moment == null ? Value.UNDEFINED : Value.of(part.of(moment));
  }

  private static Value bin(Value[] arguments, RowBudget budget) {
    LocalDateTime moment = moment(arguments[0]);
    DatePart part = datePart(arguments[1]);
    Long size = Arguments.whole(Arguments.at(arguments, 2, Value.of(1L)));
    LocalDateTime origin = moment(Arguments.at(arguments, 3, Value.of(EPOCH)));
    if (moment == null
        || part == null
        || size == null
        || size <= 0
        || origin == null
        || origin.getYear() < ORIGIN_YEAR_MIN) {
      return Value.UNDEFINED;
    }
    try {
      return value(part.bin(moment, size, origin));
    } catch (ArithmeticException | DateTimeException e) {
      return Value.UNDEFINED;
    }
  }

  private static Value fromParts(Value[] arguments, RowBudget budget) {
    int[] parts = new int[7];
    for (int i = 0; i < arguments.length; i++) {
      Long part = Arguments.whole(arguments[i]);
      if (part == null || part != (int) (long) part) {
        return Value.UNDEFINED;
      }
      parts[i] = (int) (long) part;
    }
    return parts[0] > 9999
        ? Value.UNDEFINED
        : value(DateText.of(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]));
  }

  private static Value format(Value[] arguments, RowBudget budget) {
    LocalDateTime moment = moment(arguments[0]);
    String pattern = Arguments.text(arguments[1]);
    return moment == null || pattern == null
        ? Value.UNDEFINED
        : StringFunctions.made(DateFormat.text(moment, pattern), budget);
  }

  private static Value toTicks(Value value) {
    LocalDateTime moment = moment(value);
    return moment == null ? Value.UNDEFINED : Value.of(DateText.ticks(moment));
  }

  private static Value toTimestamp(Value value) {
    LocalDateTime moment = moment(value);
    return moment == null
        ? Value.UNDEFINED
        : Value.of(Math.floorDiv(DateText.ticks(moment), TICKS_PER_MILLI));
  }

  private static Value ofTicks(Value value, long ticks) {
    Long count = Arguments.whole(value);
    if (count == null) {
      return Value.UNDEFINED;
    }
    try {
      return value(DateText.ofTicks(Math.multiplyExact(count, ticks)));
    } catch (ArithmeticException | DateTimeException e) {
      return Value.UNDEFINED;
    }
  }
}
