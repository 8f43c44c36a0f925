package dev.mayfly.engine.read;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A part of what was asked for.
 *
 * @param entries what was found
 * @param continuation where to resume; null only when a scan has come to its end
 * @param reason why the page ends here
 * @param chargeCentiRu in hundredths of a request unit
 * @param <T> what the entries are
 */
public record Page<T>(List<T> entries, byte[] continuation, StopReason reason, long chargeCentiRu) {
  public Page {
    entries = List.copyOf(entries);
    requireNonNull(reason, "reason");
  }

  /** The same page at another price. */
  public Page<T> at(long centiRu) {
    return new Page<>(entries, continuation, reason, centiRu);
  }
}
