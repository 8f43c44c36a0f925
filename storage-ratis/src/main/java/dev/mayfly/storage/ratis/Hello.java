package dev.mayfly.storage.ratis;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the nodes that run already whether this process may take part, before it does.
 *
 * @param ping what this process says about itself
 */
record Hello(ReplicaOptions options, Supplier<Ping> ping, Peers.Linking linking) {
  private static final Logger LOG = LoggerFactory.getLogger(Hello.class);

  /** A process of the same identity that was killed is forgotten by then. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(6);

  private static final long PAUSE_MILLIS = 250;

  /**
   * @throws EngineException BAD_REQUEST if one of them says that it may not
   */
  void ask() {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    for (Map.Entry<String, String> peer : new TreeMap<>(options.peers()).entrySet()) {
      if (!peer.getKey().equals(options.nodeId())) {
        ask(peer.getKey(), peer.getValue(), deadline);
      }
    }
  }

  private void ask(String id, String address, long deadline) {
    try (PeerLink link = linking.link(id, address)) {
      Ping.Answer answer = Ping.Answer.decode(link.ask(ping.get().encode()));
      while (answer.temporary() && System.nanoTime() - deadline < 0) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        answer = Ping.Answer.decode(link.ask(ping.get().encode()));
      }
      if (!answer.refusal().isEmpty()) {
        throw new EngineException(ErrorCode.BAD_REQUEST, answer.refusal());
      }
      if (!answer.nodeId().equals(id)) {
        throw new EngineException(
            ErrorCode.BAD_REQUEST,
            "At "
                + address
                + " there is node "
                + answer.nodeId()
                + " and not "
                + id
                + ". Look at the addresses of the peers");
      }
    } catch (IOException e) {
      LOG.debug("Node {} does not answer yet: {}", id, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
