package dev.mayfly.engine.read;

/** Counts what a page did against its limits. */
public final class PageMeter {
  private final ReadLimits limits;
  private int items;
  private long bytes;
  private int rows;

  public PageMeter(ReadLimits limits) {
    this.limits = limits;
  }

  public void row() {
    rows++;
  }

  public void item(long sizeBytes) {
    items++;
    bytes += sizeBytes;
  }

  /** Why to stop now, or null to go on. */
  public StopReason stop() {
    if (items >= limits.items()) {
      return StopReason.ITEMS;
    }
    if (bytes >= limits.bytes()) {
      return StopReason.BYTES;
    }
    return rows >= limits.rows() ? StopReason.ROWS : null;
  }
}
