package dev.mayfly.engine.read;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.ru.Charges;
import java.util.function.BooleanSupplier;

/** Counts what a page did against its limits. */
public final class PageMeter {
  private final ReadLimits limits;
  private final BooleanSupplier timeIsUp;
  private int items;
  private long bytes;
  private int rows;
  private long readsCentiRu;

  public PageMeter(ReadLimits limits) {
    this(limits, () -> true);
  }

  /**
   * @param timeIsUp called each time that as many rows were read as the limits say; until it is
   *     true, rows that delivered nothing do not end the page
   */
  public PageMeter(ReadLimits limits, BooleanSupplier timeIsUp) {
    this.limits = requireNonNull(limits, "limits");
    this.timeIsUp = requireNonNull(timeIsUp, "timeIsUp");
  }

  public void row() {
    rows++;
  }

  public void item(int sizeBytes) {
    items++;
    bytes += sizeBytes;
    readsCentiRu += Charges.read(sizeBytes);
  }

  /** An item that was read and not delivered: it costs the same. */
  public void passedOver(int sizeBytes) {
    readsCentiRu += Charges.read(sizeBytes);
  }

  /** So many items can follow before it is time to stop. */
  public int itemsLeft() {
    return limits.items() - items;
  }

  /** What point reads of the items would have cost. */
  public long readsCentiRu() {
    return readsCentiRu;
  }

  /** Why to stop now, or null to continue. */
  public StopReason stop() {
    if (items >= limits.items()) {
      return StopReason.ITEMS;
    }
    if (bytes >= limits.bytes()) {
      return StopReason.BYTES;
    }
    if (rows < limits.rows()) {
      return null;
    }
    rows = 0;
    return timeIsUp.getAsBoolean() ? StopReason.ROWS : null;
  }
}
