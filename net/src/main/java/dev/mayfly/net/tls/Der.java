package dev.mayfly.net.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** As much of the encoding of certificates (DER) as a simple certificate needs. */
final class Der {
  static final int BOOLEAN = 0x01;
  static final int OCTET_STRING = 0x04;
  static final int SEQUENCE = 0x30;
  static final int SET = 0x31;

  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OBJECT_ID = 0x06;
  private static final int UTF8_STRING = 0x0C;
  private static final int UTC_TIME = 0x17;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int LAST_UTC_TIME_YEAR = 2049;

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return value(SEQUENCE, parts);
  }

  /** A value of any type, made of parts. */
  static byte[] value(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(length + 4);
    out.write(tag);
    if (length < 0x80) {
      out.write(length);
    } else if (length < 0x100) {
      out.write(0x81);
      out.write(length);
    } else {
      out.write(0x82);
      out.write(length >>> 8);
      out.write(length);
    }
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  static byte[] integer(BigInteger number) {
    return value(INTEGER, number.toByteArray());
  }

  /** Bits that fill whole bytes but for the unused ones at the end. */
  static byte[] bits(int unused, byte... bytes) {
    return value(BIT_STRING, new byte[] {(byte) unused}, bytes);
  }

  static byte[] utf8(String text) {
    return value(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Certificates have two forms of time, and which one is to be used depends on the year. */
  static byte[] time(Instant instant) {
    OffsetDateTime time = instant.atOffset(ZoneOffset.UTC);
    boolean isShort = time.getYear() <= LAST_UTC_TIME_YEAR;
    String pattern = isShort ? "yyMMddHHmmss'Z'" : "yyyyMMddHHmmss'Z'";
    String text = DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
    return value(isShort ? UTC_TIME : GENERALIZED_TIME, text.getBytes(StandardCharsets.US_ASCII));
  }

  /** An object identifier such as 2.5.29.17. */
  static byte[] objectId(String dotted) {
    String[] numbers = dotted.split("\\.");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
    for (int i = 2; i < numbers.length; i++) {
      int number = Integer.parseInt(numbers[i]);
      for (int shift = 28; shift > 0; shift -= 7) {
        if (number >>> shift != 0) {
          out.write(number >>> shift & 0x7F | 0x80);
        }
      }
      out.write(number & 0x7F);
    }
    return value(OBJECT_ID, out.toByteArray());
  }
}
