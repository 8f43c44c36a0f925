package dev.mayfly.server.progress;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Shows how far long work has come: on a terminal a bar with rate and time left, elsewhere a line
 * every few seconds. What takes less than that leaves no line. Thread safe.
 */
public final class Progress implements AutoCloseable {
  private static final long BAR_MILLIS = 200;
  private static final long LINE_MILLIS = 5000;
  private static final int BAR_CHARACTERS = 24;
  private static final String START_OF_CLEARED_LINE = "\r\u001b[2K";

  private final PrintWriter out;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private final AtomicLong done = new AtomicLong();
  private final ScheduledExecutorService timer;
  private String what;
  private String unit;
  private long total;
  private long skipped;
  private long startNanos;

  Progress(PrintWriter out, boolean terminal, LongSupplier nanoTime) {
    this.out = requireNonNull(out, "out");
    this.terminal = terminal;
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    begin("working", "", 0);
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "mayfly-progress");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * On what a command says beside its results.
   *
   * @param environment with TERM, which may say that a terminal can't move its cursor
   */
  public static Progress on(PrintWriter out, Map<String, String> environment) {
    boolean terminal =
        Boolean.getBoolean("mayfly.progressTerminal") && !"dumb".equals(environment.get("TERM"));
    Progress progress = new Progress(out, terminal, System::nanoTime);
    long period = terminal ? BAR_MILLIS : LINE_MILLIS;
    progress.timer.scheduleAtFixedRate(progress::show, period, period, TimeUnit.MILLISECONDS);
    return progress;
  }

  /** Shows nothing. */
  public static Progress silent() {
    return new Progress(new PrintWriter(Writer.nullWriter()), false, System::nanoTime);
  }

  /**
   * Begins a part of the work.
   *
   * @param name what is done, as in "importing shop/carts"
   * @param unitName of what is counted, as in "items"; bytes are shown as MB
   * @param most how many there are; 0 if that is not known
   */
  public synchronized void begin(String name, String unitName, long most) {
    what = requireNonNull(name, "name");
    unit = requireNonNull(unitName, "unitName");
    total = most;
    skipped = 0;
    done.set(0);
    startNanos = nanoTime.getAsLong();
  }

  /** So many more are done. */
  public void add(long more) {
    done.addAndGet(more);
  }

  /** So many are done. */
  public void at(long now) {
    done.set(now);
  }

  /** So many were done before: they count, but not for the rate. */
  public synchronized void doneBefore(long before) {
    skipped = before;
    done.set(before);
  }

  /** Prints a line of its own. */
  public synchronized void say(String line) {
    out.print(terminal ? START_OF_CLEARED_LINE : "");
    out.println(line);
    out.flush();
  }

  private synchronized void show() {
    out.print(terminal ? START_OF_CLEARED_LINE + line(true) : line(false) + "\n");
    out.flush();
  }

  /** What is shown now. */
  synchronized String line(boolean bar) {
    double seconds = Math.max(1e-3, (nanoTime.getAsLong() - startNanos) / 1e9);
    long now = done.get();
    double rate = (now - skipped) / seconds;
    StringBuilder line = new StringBuilder(what);
    if (bar && total > 0) {
      int filled = (int) Math.min(BAR_CHARACTERS, now * BAR_CHARACTERS / total);
      line.append(" [")
          .append("#".repeat(filled))
          .append("-".repeat(BAR_CHARACTERS - filled))
          .append(']');
    }
    if (total > 0) {
      line.append(' ').append(Math.min(100, now * 100 / total)).append('%');
    }
    if (now > 0) {
      line.append(", ").append(amount(now));
      line.append(", ").append(amount(Math.round(rate))).append("/s");
    }
    if (total > now && rate > 0) {
      line.append(", ").append(time((total - now) / rate)).append(" left");
    } else {
      line.append(", ").append(time(seconds));
    }
    return line.toString();
  }

  private String amount(long number) {
    return unit.equals("bytes")
        ? String.format(Locale.ROOT, "%.1f MB", number / 1e6)
        : String.format(Locale.ROOT, "%,d %s", number, unit);
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60
        ? whole + " s"
        : whole < 3600
            ? whole / 60 + " min " + whole % 60 + " s"
            : whole / 3600 + " h " + whole % 3600 / 60 + " min";
  }

  /** Removes the bar; lines stay. */
  @Override
  public void close() {
    timer.shutdownNow();
    synchronized (this) {
      if (terminal) {
        out.print(START_OF_CLEARED_LINE);
        out.flush();
      }
    }
  }
}
