package dev.mayfly.storage.ratis;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;

/** Makes the Raft server of a node. */
final class RaftSetup {
  /** Held, because its level is lost with it: gRPC logs there which transports it has. */
  private static final Logger GRPC_LOG = Logger.getLogger("org.apache.ratis.thirdparty.io.grpc");

  static {
    GRPC_LOG.setLevel(Level.WARNING);
  }

  private RaftSetup() {}

  /** The same for all who use the cluster's name. */
  static RaftGroupId groupId(String clusterName) {
    byte[] name = ("mayfly cluster " + clusterName).getBytes(StandardCharsets.UTF_8);
    return RaftGroupId.valueOf(UUID.nameUUIDFromBytes(name));
  }

  static RaftPeer peer(String id, String address) {
    return RaftPeer.newBuilder().setId(id).setAddress(address).build();
  }

  static RaftServer server(
      ReplicaOptions options,
      ReplicaDirectory directory,
      LogTrimming trimming,
      Parameters parameters,
      RowsStateMachine machine)
      throws IOException {
    RaftGroupId group = groupId(options.clusterName());
    boolean formatted = Files.isDirectory(directory.log().resolve(group.getUuid().toString()));
    if (!formatted && !directory.isFresh() && machine.rows().applied().index() > 0) {
      throw new EngineException(
          ErrorCode.CORRUPTED,
          "The Raft log of node "
              + options.nodeId()
              + " is missing from "
              + directory.log()
              + ". Remove the node from the cluster, and add one with a new id");
    }
    List<RaftPeer> members = new ArrayList<>();
    if (!options.join()) {
      options.peers().forEach((id, address) -> members.add(peer(id, address)));
    }
    return RaftServer.newBuilder()
        .setServerId(RaftPeerId.valueOf(options.nodeId()))
        .setGroup(RaftGroup.valueOf(group, members))
        .setProperties(RatisSettings.server(options, directory, trimming))
        .setParameters(parameters)
        .setStateMachine(machine)
        .setOption(formatted ? RaftStorage.StartupOption.RECOVER : RaftStorage.StartupOption.FORMAT)
        .build();
  }
}
