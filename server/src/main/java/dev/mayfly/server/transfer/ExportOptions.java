package dev.mayfly.server.transfer;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.transfer.format.FileFormat;

/**
 * How an export is done.
 *
 * @param withTs whether documents of collections get their {@code _ts}; items of containers have it
 */
public record ExportOptions(FileFormat format, boolean gzip, boolean withTs) {
  public ExportOptions {
    requireNonNull(format, "format");
  }
}
