package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.Value;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.function.Function;

/** What time it is by the server's clock: for each item, or once for all items of a page. */
final class CurrentTimeFunctions {
  static final Map<String, Builtin> ALL =
      Map.of(
          "GETCURRENTDATETIME", each(DateFunctions::value),
          "GETCURRENTTICKS", each(now -> Value.of(DateText.ticks(now))),
          "GETCURRENTTIMESTAMP", each(CurrentTimeFunctions::timestamp),
          "GETCURRENTDATETIMESTATIC", once(DateFunctions::value),
          "GETCURRENTTICKSSTATIC", once(now -> Value.of(DateText.ticks(now))),
          "GETCURRENTTIMESTAMPSTATIC", once(CurrentTimeFunctions::timestamp),
          "NOW", new Builtin(0, 2, time -> (arguments, budget) -> shifted(time, arguments, 1)),
          "AGO", new Builtin(2, 2, time -> (arguments, budget) -> shifted(time, arguments, -1)));

  private CurrentTimeFunctions() {}

  private static LocalDateTime moment(long millis) {
    return DateText.ofTicks(millis * DateFunctions.TICKS_PER_MILLI);
  }

  private static Builtin each(Function<LocalDateTime, Value> form) {
    return new Builtin(0, 0, time -> (arguments, budget) -> form.apply(moment(time.nowMillis())));
  }

  private static Builtin once(Function<LocalDateTime, Value> form) {
    return new Builtin(0, 0, time -> (arguments, budget) -> form.apply(moment(time.pageMillis())));
  }

  private static Value timestamp(LocalDateTime now) {
    return Value.of(Math.floorDiv(DateText.ticks(now), DateFunctions.TICKS_PER_MILLI));
  }

  private static Value shifted(QueryTime time, Value[] arguments, int sign) {
    LocalDateTime now = moment(time.nowMillis());
    if (arguments.length == 0) {
      return DateFunctions.value(now);
    }
    DatePart part = DateFunctions.datePart(arguments[0]);
    Long count = arguments.length < 2 ? null : Arguments.whole(arguments[1]);
    return part == null || count == null || count == Long.MIN_VALUE
        ? Value.UNDEFINED
        : DateFunctions.value(part.add(now, sign * count));
  }
}
