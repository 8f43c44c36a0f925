package dev.mayfly.engine.ru;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/**
 * What a container or database may spend.
 *
 * @param ruPerSecond whole request units per second: the limit if manual, the maximum if autoscale,
 *     0 otherwise
 */
public record Throughput(Kind kind, long ruPerSecond) {
  public static final long MAX_RU_PER_SECOND = 1_000_000;

  /** What the service gives a physical partition at most. */
  private static final long PARTITION_RU_PER_SECOND = 10_000;

  public static final Throughput NONE = new Throughput(Kind.NONE, 0);
  public static final Throughput SHARED = new Throughput(Kind.SHARED, 0);

  /** Where the limit comes from. */
  public enum Kind {
    /** There is no limit. */
    NONE,
    /** A fixed limit. */
    MANUAL,
    /** A limit up to which the throughput scales by itself, at once. */
    AUTOSCALE,
    /** A container that spends what its database has, together with the others. */
    SHARED
  }

  public Throughput {
    requireNonNull(kind, "kind");
    switch (kind) {
      case MANUAL -> check("Throughput", ruPerSecond, 400, 100);
      case AUTOSCALE -> check("The maximum throughput of autoscale", ruPerSecond, 1000, 1000);
      default -> {
        if (ruPerSecond != 0) {
          throw new IllegalArgumentException(kind + " with " + ruPerSecond + " RU/s");
        }
      }
    }
  }

  /**
   * @throws EngineException BAD_REQUEST unless a multiple of 100 from 400 to 1,000,000
   */
  public static Throughput manual(long ruPerSecond) {
    return new Throughput(Kind.MANUAL, ruPerSecond);
  }

  /**
   * @throws EngineException BAD_REQUEST unless a multiple of 1000 from 1000 to 1,000,000
   */
  public static Throughput autoscale(long maxRuPerSecond) {
    return new Throughput(Kind.AUTOSCALE, maxRuPerSecond);
  }

  /** True if there is a number to build a {@link Budget} from. */
  public boolean isLimited() {
    return ruPerSecond > 0;
  }

  /** How many physical partitions it takes; 1 without a number. */
  public int partitions() {
    return (int) Math.max(1, (ruPerSecond + PARTITION_RU_PER_SECOND - 1) / PARTITION_RU_PER_SECOND);
  }

  private static void check(String what, long ruPerSecond, long minimum, long step) {
    if (ruPerSecond < minimum || ruPerSecond > MAX_RU_PER_SECOND || ruPerSecond % step != 0) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "%s is %d RU/s; give a multiple of %d from %d to %d."
              .formatted(what, ruPerSecond, step, minimum, MAX_RU_PER_SECOND));
    }
  }
}
