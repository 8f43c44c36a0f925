package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.ratis.server.RaftServer;

/** Answers what other nodes ask. */
final class PeerAnswers {
  private final ReplicaOptions options;
  private final Supplier<RaftServer.Division> division;
  private final RowsStateMachine machine;
  private final SnapshotSource source;
  private final Checksums checksums;
  private final LongSupplier servedTerm;
  private final Identities identities;

  /**
   * @param servedTerm the term in which this node serves as the leader; negative if it does not
   */
  PeerAnswers(
      ReplicaOptions options,
      Supplier<RaftServer.Division> division,
      RowsStateMachine machine,
      SnapshotSource source,
      Checksums checksums,
      LongSupplier servedTerm) {
    this.options = requireNonNull(options, "options");
    this.division = requireNonNull(division, "division");
    this.machine = requireNonNull(machine, "machine");
    this.source = requireNonNull(source, "source");
    this.checksums = requireNonNull(checksums, "checksums");
    this.servedTerm = requireNonNull(servedTerm, "servedTerm");
    this.identities = new Identities(machine::clusterId, id -> machine.nodes().get(id));
  }

  CompletableFuture<byte[]> answer(ByteBuffer message) {
    try {
      PeerBytes.Reader in = PeerMessages.open(message);
      int what = in.octet();
      return switch (what) {
        case PeerMessages.PING -> CompletableFuture.completedFuture(answer(Ping.decode(in)));
        case PeerMessages.SNAPSHOT_OPEN -> source.open(in, machine.rows());
        case PeerMessages.SNAPSHOT_READ -> source.read(in);
        case PeerMessages.SNAPSHOT_CLOSE -> source.close(in);
        case PeerMessages.CHECKSUMS -> CompletableFuture.completedFuture(checksums.answer(in));
        default ->
            throw new EngineException(
                ErrorCode.NOT_SUPPORTED, "Another node asks for something unknown: " + what);
      };
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private byte[] answer(Ping ping) {
    // The term is read after the question has come: that is what a lease rests on.
    long term = division.get().getInfo().getCurrentTerm();
    Identities.Judgement judgement =
        ping.nodeId().equals(options.nodeId())
            ? new Identities.Judgement("Node " + ping.nodeId() + " runs here already", true)
            : identities.judge(ping);
    return new Ping.Answer(
            judgement.verdict(),
            judgement.temporary(),
            machine.clusterId(),
            options.nodeId(),
            term,
            options.wallMillis().getAsLong(),
            machine.getLastAppliedTermIndex().getIndex(),
            servedTerm.getAsLong())
        .encode();
  }
}
