package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.Value;
import java.time.Clock;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.function.Function;

/** What time it is: for each item, or once for all items of a page. */
final class CurrentTimes {
  static final Map<String, Builtin> ALL =
      Map.of(
          "GETCURRENTDATETIME", each(Dates::value),
          "GETCURRENTTICKS", each(now -> Value.of(DateText.ticks(now))),
          "GETCURRENTTIMESTAMP", each(CurrentTimes::timestamp),
          "GETCURRENTDATETIMESTATIC", once(Dates::value),
          "GETCURRENTTICKSSTATIC", once(now -> Value.of(DateText.ticks(now))),
          "GETCURRENTTIMESTAMPSTATIC", once(CurrentTimes::timestamp),
          "NOW", Builtin.of(0, 2, (a, budget) -> shifted(a, 1)),
          "AGO", Builtin.of(2, (a, budget) -> shifted(a, -1)));

  private static final Clock CLOCK = Clock.systemUTC();

  private CurrentTimes() {}

  private static LocalDateTime now() {
    return LocalDateTime.now(CLOCK);
  }

  private static Builtin each(Function<LocalDateTime, Value> form) {
    return Builtin.of(0, (arguments, budget) -> form.apply(now()));
  }

  private static Builtin once(Function<LocalDateTime, Value> form) {
    return new Builtin(
        0,
        0,
        () -> {
          Value value = form.apply(now());
          return (arguments, budget) -> value;
        });
  }

  private static Value timestamp(LocalDateTime now) {
    return Value.of(Math.floorDiv(DateText.ticks(now), Dates.TICKS_PER_MILLI));
  }

  private static Value shifted(Value[] arguments, int sign) {
    if (arguments.length == 0) {
      return Dates.value(now());
    }
    DatePart part = Dates.datePart(arguments[0]);
    Long count = arguments.length < 2 ? null : Arguments.whole(arguments[1]);
    return part == null || count == null || count == Long.MIN_VALUE
        ? Value.UNDEFINED
        : Dates.value(part.add(now(), sign * count));
  }
}
