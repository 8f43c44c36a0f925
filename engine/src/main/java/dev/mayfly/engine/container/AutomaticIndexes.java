package dev.mayfly.engine.container;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.index.PathIndex;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What queries asked indexes for, and which automatic ones they use. Asking costs no write: the
 * background work makes of it what may be made. Lost at a restart; every index counts as used then.
 */
public final class AutomaticIndexes {
  private static final int REQUESTS_MAX = 64;
  private static final int EVICTED_MAX = 16;

  private final Set<PathIndex> requested = ConcurrentHashMap.newKeySet();
  private final Map<String, Refusal> refused = new ConcurrentHashMap<>();
  private final Set<Integer> used = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Long> lastUsedNanos = new HashMap<>();
  private final Map<String, String> evicted = new LinkedHashMap<>();

  private record Refusal(String reason, long untilNanos) {}

  public void request(PathIndex index) {
    if (requested.size() < REQUESTS_MAX) {
      requested.add(index);
    }
  }

  public boolean hasRequests() {
    return !requested.isEmpty();
  }

  /** Whether refusals wait for their time to be over. */
  public boolean hasRefusals() {
    return !refused.isEmpty();
  }

  /** Removes and returns the requests; the caller handles all of them. */
  public List<PathIndex> takeRequests() {
    List<PathIndex> taken = List.copyOf(requested);
    requested.removeAll(taken);
    return taken;
  }

  public void refuse(PathIndex index, String reason, long untilNanos) {
    refused.put(index.name(), new Refusal(reason, untilNanos));
  }

  /** Why an index will not be made for now, or null. */
  public String refusal(PathIndex index) {
    Refusal refusal = refused.get(index.name());
    return refusal == null ? null : refusal.reason();
  }

  /** A query uses an index; null if it found none. */
  public void used(OpenIndex index) {
    if (index != null && index.source().automatic()) {
      used.add(index.id());
    }
  }

  /** When an index was last seen to be used; only for the background work. */
  public long lastUsedNanos(int id, long nowNanos) {
    return used.remove(id)
        ? remember(id, nowNanos)
        : lastUsedNanos.computeIfAbsent(id, ignored -> nowNanos);
  }

  private long remember(int id, long nanos) {
    lastUsedNanos.put(id, nanos);
    return nanos;
  }

  /** Forgets refusals whose time is over; only for the background work. */
  public void forgetRefusals(long nowNanos) {
    refused.values().removeIf(refusal -> refusal.untilNanos() - nowNanos <= 0);
  }

  public void evicted(OpenIndex index, String reason) {
    synchronized (evicted) {
      evicted.remove(index.index().name());
      evicted.put(index.index().name(), reason);
      if (evicted.size() > EVICTED_MAX) {
        evicted.remove(evicted.keySet().iterator().next());
      }
    }
    lastUsedNanos.remove(index.id());
    // There is room again.
    refused.clear();
  }

  /** Why indexes were dropped that are not there now, by name. */
  public Map<String, String> evictions() {
    synchronized (evicted) {
      return new LinkedHashMap<>(evicted);
    }
  }
}
