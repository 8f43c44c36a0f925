package dev.mayfly.storage.ratis;

import java.io.IOException;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** A connection to another node, for messages that are not Raft's. Made when it is first used. */
final class PeerLink implements AutoCloseable {
  private final RaftPeerId id;
  private final String address;
  private final RaftClient client;

  PeerLink(String id, String address, RaftGroupId group, Parameters parameters, long answerMillis) {
    this.id = RaftPeerId.valueOf(id);
    this.address = address;
    RaftPeer peer = RaftPeer.newBuilder().setId(this.id).setAddress(address).build();
    this.client =
        RaftClient.newBuilder()
            .setProperties(RatisSettings.client(answerMillis))
            .setParameters(parameters)
            .setRaftGroup(RaftGroup.valueOf(group, peer))
            .setRetryPolicy(RetryPolicies.noRetry())
            .build();
  }

  String address() {
    return address;
  }

  /** Sends a message to the node, whatever its role, and waits for its answer. */
  byte[] ask(byte[] message) throws IOException {
    RaftClientReply reply =
        client
            .io()
            .sendStaleRead(Message.valueOf(UnsafeByteOperations.unsafeWrap(message)), -1, id);
    if (!reply.isSuccess()) {
      throw new IOException("Node " + id + " at " + address, reply.getException());
    }
    return reply.getMessage().getContent().toByteArray();
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException ignored) {
      // Nothing is lost with it.
    }
  }
}
