package dev.mayfly.engine.catalog;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.PathIndex;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;

/**
 * What queries asked indexes for, and which automatic ones they use. Asking costs no write: the
 * background work makes of it what may be made. Lost at a restart; every index counts as used then.
 */
public final class AutomaticIndexes {
  private static final int WANTED_MAX = 64;
  private static final int EVICTED_MAX = 16;

  private final Set<FieldPath> wanted = ConcurrentHashMap.newKeySet();
  private final Map<FieldPath, Refusal> refused = new ConcurrentHashMap<>();
  private final Set<Integer> used = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Long> lastUsedNanos = new HashMap<>();
  private final Map<String, String> evicted = new LinkedHashMap<>();

  private record Refusal(String reason, long untilNanos) {}

  /** The index that serves queries on a path; it holds every item. */
  public static PathIndex over(FieldPath path) {
    return new PathIndex(
        name(path),
        List.of(new PathIndex.Part(path, false)),
        PathIndex.Arrays.WHOLE,
        false,
        false,
        null,
        new BsonDocument());
  }

  /** The name of the automatic index over a path. */
  public static String name(FieldPath path) {
    String name = "auto " + path;
    return name.length() <= PathIndex.NAME_CHARACTERS_MAX
        ? name
        : name.substring(0, PathIndex.NAME_CHARACTERS_MAX - 9)
            + " "
            + Integer.toHexString(path.hashCode());
  }

  public void want(FieldPath path) {
    if (wanted.size() < WANTED_MAX) {
      wanted.add(path);
    }
  }

  public boolean anyWanted() {
    return !wanted.isEmpty();
  }

  /** Takes what was asked for; the caller sees to all of it. */
  public List<FieldPath> takeWanted() {
    List<FieldPath> taken = List.copyOf(wanted);
    wanted.removeAll(taken);
    return taken;
  }

  public void refuse(FieldPath path, String reason, long untilNanos) {
    refused.put(path, new Refusal(reason, untilNanos));
  }

  /** Why a path gets no index for now, or null. */
  public String refusal(FieldPath path) {
    Refusal refusal = refused.get(path);
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
  Map<String, String> evictions() {
    synchronized (evicted) {
      return new LinkedHashMap<>(evicted);
    }
  }
}
