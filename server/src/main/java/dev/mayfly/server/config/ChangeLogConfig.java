package dev.mayfly.server.config;

/**
 * How the log of changes is kept that MongoDB's change streams read.
 *
 * @param always from the start, not only from the first change stream on
 * @param hours how long changes are kept
 * @param megabytes how much of them
 */
public record ChangeLogConfig(boolean always, long hours, long megabytes) {
  static final String ALWAYS = "always";
}
