package dev.mayfly.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A line for each event, with the stack trace of its exception below it. Logback's own encoder
 * compiles a pattern at each start, which takes a twentieth of it; this one prepares nothing before
 * the first event.
 */
final class LineEncoder extends EncoderBase<ILoggingEvent> {
  private static final int LEVEL_WIDTH = 5;

  /** Made by the first event: time zones take milliseconds too. */
  private static final class Times {
    private static final DateTimeFormatter FORMAT =
        DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String level = event.getLevel().toString();
    String name = event.getLoggerName();
    StringBuilder line = new StringBuilder();
    Times.FORMAT.formatTo(event.getInstant(), line);
    line.append(' ')
        .append(level)
        .append(" ".repeat(Math.max(1, LEVEL_WIDTH + 1 - level.length())));
    line.append(name, name.lastIndexOf('.') + 1, name.length());
    line.append(": ").append(event.getFormattedMessage()).append(System.lineSeparator());
    if (event.getThrowableProxy() != null) {
      line.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line.toString().getBytes(Charset.defaultCharset());
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }
}
