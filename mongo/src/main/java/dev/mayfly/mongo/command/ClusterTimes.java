package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Validation of the cluster times that clients send. The log times of the engine are the cluster
 * times. At a server on its own what was acknowledged or read is committed, so a read after a time
 * waits for nothing; at a member of a cluster it waits until this member has applied that.
 *
 * @param lastTime log time of the last commit
 * @param greatestTime greatest log time that clients may have seen: later than the last one where
 *     the clock was started again
 * @param awaited whether a time that is ahead of this server is waited for
 */
public record ClusterTimes(LongSupplier lastTime, LongSupplier greatestTime, boolean awaited) {
  private static final byte[] CLUSTER_TIME = {
    'c', 'l', 'u', 's', 't', 'e', 'r', 'T', 'i', 'm', 'e'
  };

  /** As in MongoDB ({@code maxAcceptableLogicalClockDriftSecs}). */
  private static final long DRIFT_SECONDS_MAX = TimeUnit.DAYS.toSeconds(365);

  public ClusterTimes {
    requireNonNull(lastTime, "lastTime");
    requireNonNull(greatestTime, "greatestTime");
  }

  /** Checks what a client says to be the greatest time that it has seen. */
  void checkGossip(RawValue gossip) {
    if (!gossip.isDocument()) {
      throw FieldErrors.wrongType("$clusterTime", gossip.typeName(), "object");
    }
    RawValue time = gossip.find(CLUSTER_TIME);
    if (time == null) {
      throw new MongoException(ErrorCodes.NO_SUCH_KEY, "Missing expected field \"clusterTime\"");
    }
    if (time.type() != RawType.TIMESTAMP) {
      throw FieldErrors.wrongType("$clusterTime.clusterTime", time.typeName(), "timestamp");
    }
    long seconds = LogTime.second(time.asTimestamp());
    if (seconds > LogTime.second(greatestTime.getAsLong()) + DRIFT_SECONDS_MAX) {
      throw new MongoException(
          ErrorCodes.CLUSTER_TIME_FAILS_RATE_LIMITER,
          "New cluster time, %s, is too far from this node's wall clock time, %s."
              .formatted(seconds, LogTime.second(lastTime.getAsLong())));
    }
  }

  /** Checks the time after which a client wants to read. */
  void checkAfter(long time) {
    long last = lastTime.getAsLong();
    if (!awaited && LogTime.isAfter(time, last)) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          ("readConcern afterClusterTime value must not be greater than the current clusterTime. "
                  + "Requested clusterTime: %s; current clusterTime: %s")
              .formatted(text(time), text(last)));
    }
  }

  /** Whether this server has not yet applied what a command wants to read. */
  boolean isBehind(CommandCall call) {
    long after = awaited ? ReadConcern.afterClusterTime(call) : 0;
    return after != 0 && LogTime.isAfter(after, lastTime.getAsLong());
  }

  private static String text(long time) {
    return "{ ts: Timestamp(%s, %s) }"
        .formatted(LogTime.second(time), time & LogTime.LSN_PERIOD - 1);
  }
}
