package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Whether the clock of a leader differs from those of most nodes. */
final class SkewWatch {
  /** So many looks in a row must agree: one slow answer is no evidence. */
  private static final int LOOKS = 8;

  private static final long FRESH_MILLIS = 3_000;

  private final long limitMillis;
  private int looks;

  SkewWatch(Duration limit) {
    this.limitMillis = requireNonNull(limit, "limit").toMillis();
  }

  /** The node that should lead instead, if this one should not. */
  Optional<String> check(Map<String, Peers.Heard> others) {
    int near = 1;
    int far = 0;
    String candidate = null;
    for (Map.Entry<String, Peers.Heard> other : others.entrySet()) {
      Peers.Heard heard = other.getValue();
      if (heard.silentMillis() > FRESH_MILLIS) {
        continue;
      }
      if (Math.abs(heard.offsetMillis()) - heard.errorMillis() > limitMillis) {
        far++;
        candidate = other.getKey();
      } else {
        near++;
      }
    }
    looks = far > near ? looks + 1 : 0;
    if (looks < LOOKS) {
      return Optional.empty();
    }
    looks = 0;
    return Optional.of(candidate);
  }
}
