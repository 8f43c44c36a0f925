package dev.mayfly.cosmos.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The line with the date, made once a second. */
final class DateHeader {
  private record Line(long second, byte[] bytes) {}

  private static volatile Line line = make(0);

  private DateHeader() {}

  static byte[] line() {
    long second = System.currentTimeMillis() / 1000;
    Line current = line;
    if (current.second != second) {
      current = make(second);
      line = current;
    }
    return current.bytes;
  }

  private static Line make(long second) {
    String text =
        "date: "
            + DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC))
            + "\r\n";
    return new Line(second, text.getBytes(StandardCharsets.US_ASCII));
  }
}
