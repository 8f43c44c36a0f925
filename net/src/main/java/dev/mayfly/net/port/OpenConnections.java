package dev.mayfly.net.port;

import dev.mayfly.net.limit.UnreadResponses;
import dev.mayfly.net.port.PortConnection.SlowRequest;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * The open connections of a port. When the memory of the port is short, the slowest sender, or a
 * client that leaves its responses unread, makes way. Used from any thread.
 */
public final class OpenConnections {
  private final Map<Channel, PortConnection> connections = new ConcurrentHashMap<>();

  void add(Channel channel, PortConnection connection) {
    connections.put(channel, connection);
    channel.closeFuture().addListener(closed -> connections.remove(channel));
  }

  public int size() {
    return connections.size();
  }

  void forEach(BiConsumer<Channel, PortConnection> action) {
    connections.forEach(action);
  }

  /**
   * Frees the memory of the request that arrives most slowly; false if none is slow.
   *
   * @param except is not evicted; null if every connection may be
   */
  public boolean evictSlowest(PortConnection except) {
    long now = System.nanoTime();
    SlowRequest slowest = null;
    for (PortConnection each : connections.values()) {
      SlowRequest slow = each == except ? null : each.slowRequest(now);
      if (slow != null && (slowest == null || slow.bytesPerSecond() < slowest.bytesPerSecond())) {
        slowest = slow;
      }
    }
    return slowest != null && slowest.eviction().getAsBoolean();
  }

  /**
   * Aborts a connection whose client leaves responses unread: of the owner who leaves most unread,
   * the one whose responses have waited longest.
   */
  public void abortUnread() {
    Map<Object, Long> byOwner = new HashMap<>();
    List<PortConnection> waiting = new ArrayList<>();
    for (PortConnection each : connections.values()) {
      UnreadResponses unread = each.unread();
      if (unread != null && unread.oldestNanos() != 0) {
        waiting.add(each);
        byOwner.merge(each.owner(), unread.bytes(), Long::sum);
      }
    }
    Object most =
        byOwner.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(null);
    PortConnection longest = null;
    for (PortConnection each : waiting) {
      if (each.owner().equals(most)
          && (longest == null
              || each.unread().oldestNanos() - longest.unread().oldestNanos() < 0)) {
        longest = each;
      }
    }
    if (longest != null) {
      longest.abort();
    }
  }
}
