package dev.mayfly.fuzz.world;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * What a server logs as a failure. Refusals are answered and not logged, so that a warning with a
 * stack trace, or an error, is a defect.
 */
public final class LoggedFailures {
  private static final LoggedFailures INSTANCE = new LoggedFailures();

  private ILoggingEvent first;

  private LoggedFailures() {
    Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    LoggerContext context = root.getLoggerContext();
    root.detachAndStopAllAppenders();
    root.setLevel(Level.WARN);
    Keeper keeper = new Keeper();
    keeper.setContext(context);
    keeper.start();
    root.addAppender(keeper);
  }

  private final class Keeper extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      if (event.getThrowableProxy() != null || event.getLevel() == Level.ERROR) {
        keep(event);
      }
    }
  }

  private synchronized void keep(ILoggingEvent event) {
    if (first == null) {
      first = event;
    }
  }

  private synchronized ILoggingEvent take() {
    ILoggingEvent taken = first;
    first = null;
    return taken;
  }

  /** Forgets what was logged so far. */
  public static void forget() {
    INSTANCE.take();
  }

  /** Fails if a failure was logged since. */
  public static void requireNone() {
    ILoggingEvent event = INSTANCE.take();
    if (event != null) {
      Throwable cause =
          event.getThrowableProxy() instanceof ThrowableProxy proxy ? proxy.getThrowable() : null;
      throw new AssertionError("The server logged: " + event.getFormattedMessage(), cause);
    }
  }
}
