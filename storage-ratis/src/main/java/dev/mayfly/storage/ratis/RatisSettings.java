package dev.mayfly.storage.ratis;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** How Ratis is set up; why, is in docs/internals/replication.md. */
final class RatisSettings {
  /** An entry, and what Ratis adds to it. */
  private static final int ENTRY_BYTES_MAX =
      LogRecord.HEADER_BYTES + LogRecord.BODY_BYTES_MAX + (64 << 10);

  private static final long CACHE_BYTES = 32L << 20;
  private static final int RETRY_CACHE_SECONDS = 10;

  /**
   * How long a leader waits after a failure before it sends to a follower again, and how often. By
   * default it is 5 s after thirty failures, and some more follow when the follower is back.
   */
  private static final String APPEND_AGAIN = "1ms,10, 200ms,1000000000";

  private RatisSettings() {}

  static RaftProperties server(
      ReplicaOptions options, ReplicaDirectory directory, LogTrimming trimming) {
    RaftProperties properties = common();
    PeerAddress address = PeerAddress.parse(options.listenAddress().orElse(options.peerAddress()));
    GrpcConfigKeys.Server.setHost(properties, address.host());
    GrpcConfigKeys.Server.setPort(properties, address.port());
    RaftServerConfigKeys.setStorageDir(properties, List.of(directory.log().toFile()));
    RaftServerConfigKeys.setRemovedGroupsDir(
        properties, directory.log().resolveSibling("removed").toFile());
    elections(properties, options);
    log(properties, trimming);
    RaftServerConfigKeys.RetryCache.setExpiryTime(
        properties, TimeDuration.valueOf(RETRY_CACHE_SECONDS, TimeUnit.SECONDS));
    return properties;
  }

  private static void elections(RaftProperties properties, ReplicaOptions options) {
    long millis = options.electionTimeout().toMillis();
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, millis(millis));
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, millis(millis + millis / 2));
    // A cluster that starts as a whole has no leader that could be alive.
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, millis(millis / 4));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, millis(millis));
    RaftServerConfigKeys.Rpc.setRequestTimeout(properties, millis(2 * millis));
    RaftServerConfigKeys.LeaderElection.setPreVote(properties, true);
    // Scheduling delays must not make a busy node give leadership up.
    RaftServerConfigKeys.setCloseThreshold(properties, millis(TimeUnit.MINUTES.toMillis(5)));
    // Adding a node may have to wait for its snapshot.
    RaftServerConfigKeys.setStagingTimeout(properties, millis(TimeUnit.SECONDS.toMillis(30)));
  }

  private static void log(RaftProperties properties, LogTrimming trimming) {
    RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, false);
    RaftServerConfigKeys.Log.setSegmentSizeMax(
        properties, SizeInBytes.valueOf(trimming.segmentBytes()));
    RaftServerConfigKeys.Log.setPreallocatedSize(
        properties, SizeInBytes.valueOf(Math.min(1L << 20, trimming.segmentBytes())));
    RaftServerConfigKeys.Log.setSegmentCacheSizeMax(properties, SizeInBytes.valueOf(CACHE_BYTES));
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, 2);
    RaftServerConfigKeys.Log.setWriteBufferSize(
        properties, SizeInBytes.valueOf(ENTRY_BYTES_MAX + (64 << 10)));
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(
        properties, SizeInBytes.valueOf(ENTRY_BYTES_MAX));
    RaftServerConfigKeys.Log.Appender.setInstallSnapshotEnabled(properties, false);
    RaftServerConfigKeys.Log.Appender.setRetryPolicy(properties, APPEND_AGAIN);
    RaftServerConfigKeys.Log.setPurgeGap(properties, 1);
    RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, false);
    RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(properties, false);
    RaftServerConfigKeys.Snapshot.setCreationGap(properties, 1);
  }

  /**
   * @param requestMillis how long an answer may take
   */
  static RaftProperties client(long requestMillis) {
    RaftProperties properties = common();
    RaftClientConfigKeys.Rpc.setRequestTimeout(properties, millis(requestMillis));
    return properties;
  }

  private static RaftProperties common() {
    RaftProperties properties = new RaftProperties();
    RaftConfigKeys.Rpc.setType(properties, SupportedRpcType.GRPC);
    GrpcConfigKeys.setMessageSizeMax(properties, SizeInBytes.valueOf(4L * ENTRY_BYTES_MAX));
    GrpcConfigKeys.setFlowControlWindow(properties, SizeInBytes.valueOf(8L << 20));
    return properties;
  }

  static Parameters parameters(Optional<PeerTls> tls) {
    Parameters parameters = new Parameters();
    tls.ifPresent(
        files ->
            GrpcConfigKeys.TLS.setConf(
                parameters,
                new GrpcTlsConfig(
                    files.key().toFile(),
                    files.certificate().toFile(),
                    files.authority().toFile(),
                    true)));
    return parameters;
  }

  private static TimeDuration millis(long millis) {
    return TimeDuration.valueOf(millis, TimeUnit.MILLISECONDS);
  }
}
