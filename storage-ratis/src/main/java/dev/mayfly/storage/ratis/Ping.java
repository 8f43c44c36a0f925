package dev.mayfly.storage.ratis;

import java.nio.ByteBuffer;

/**
 * What a node says to another one again and again.
 *
 * @param clusterId of the cluster; 0 if it does not know yet
 * @param nodeId its own id
 * @param directoryId of its data directory
 * @param starts how often that was opened
 * @param runId of its process
 * @param ends whether the process is about to end
 */
record Ping(
    long clusterId, String nodeId, long directoryId, long starts, long runId, boolean ends) {
  byte[] encode() {
    return PeerMessages.request(PeerMessages.PING)
        .putLong(clusterId)
        .putText(nodeId)
        .putLong(directoryId)
        .putLong(starts)
        .putLong(runId)
        .putByte(ends ? 1 : 0)
        .bytes();
  }

  static Ping decode(PeerBytes.Reader in) {
    return new Ping(in.number(), in.text(), in.number(), in.number(), in.number(), in.octet() == 1);
  }

  /**
   * The answer to a ping.
   *
   * @param refusal why the other one must not run; empty if it may
   * @param temporary whether it may later
   * @param term the highest one that the node knows
   * @param wallMillis what its clock shows
   * @param servedTerm the term in which it serves as the leader; negative if it does not
   */
  record Answer(
      String refusal,
      boolean temporary,
      long clusterId,
      String nodeId,
      long term,
      long wallMillis,
      long appliedIndex,
      long servedTerm) {
    byte[] encode() {
      return new PeerBytes.Writer()
          .putText(refusal)
          .putByte(temporary ? 1 : 0)
          .putLong(clusterId)
          .putText(nodeId)
          .putLong(term)
          .putLong(wallMillis)
          .putLong(appliedIndex)
          .putLong(servedTerm)
          .bytes();
    }

    static Answer decode(byte[] bytes) {
      PeerBytes.Reader in = new PeerBytes.Reader(ByteBuffer.wrap(bytes));
      return new Answer(
          in.text(),
          in.octet() == 1,
          in.number(),
          in.text(),
          in.number(),
          in.number(),
          in.number(),
          in.number());
    }
  }
}
