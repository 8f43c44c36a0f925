package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

/**
 * How the operation log is kept.
 *
 * @param retention how long and how much of it is kept
 * @param always whether it is kept from the start; otherwise from the first time that it is read
 */
public record OperationLogOptions(OperationLogFormat format, Retention retention, boolean always) {
  /** No operation log. */
  public static final OperationLogOptions NONE =
      new OperationLogOptions(OperationLogFormat.NONE, new Retention(86_400, 1L << 30), false);

  public OperationLogOptions {
    requireNonNull(format, "format");
    requireNonNull(retention, "retention");
  }

  /** A day and a gigabyte, from the first time that it is read. */
  public static OperationLogOptions of(OperationLogFormat format) {
    return new OperationLogOptions(format, NONE.retention(), false);
  }
}
