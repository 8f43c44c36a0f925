package dev.mayfly.engine.catalog;

import dev.mayfly.engine.index.PathIndex;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;

/**
 * What queries asked indexes for, and which automatic ones they use. Asking costs no write: the
 * background work makes of it what may be made. Lost at a restart; every index counts as used then.
 */
public final class AutomaticIndexes {
  private static final int WANTED_MAX = 64;
  private static final int EVICTED_MAX = 16;

  private final Set<PathIndex> wanted = ConcurrentHashMap.newKeySet();
  private final Map<String, Refusal> refused = new ConcurrentHashMap<>();
  private final Set<Integer> used = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Long> lastUsedNanos = new HashMap<>();
  private final Map<String, String> evicted = new LinkedHashMap<>();

  private record Refusal(String reason, long untilNanos) {}

  /** The index that serves queries on some paths; it holds every item. */
  public static PathIndex over(List<PathIndex.Part> parts, PathIndex.Arrays arrays) {
    return new PathIndex(
        name(parts, arrays), parts, arrays, false, false, null, new BsonDocument());
  }

  private static String name(List<PathIndex.Part> parts, PathIndex.Arrays arrays) {
    StringJoiner paths = new StringJoiner(",", "auto ", suffix(arrays));
    for (PathIndex.Part part : parts) {
      paths.add(part.descending() ? "-" + part.path() : part.path().toString());
    }
    String name = paths.toString();
    return name.length() <= PathIndex.NAME_CHARACTERS_MAX
        ? name
        : name.substring(0, PathIndex.NAME_CHARACTERS_MAX - 9)
            + " "
            + Integer.toHexString(name.hashCode());
  }

  private static String suffix(PathIndex.Arrays arrays) {
    return switch (arrays) {
      case WHOLE -> "";
      case ELEMENTS -> " elements";
      case MEMBERS -> " members";
    };
  }

  public void want(PathIndex index) {
    if (wanted.size() < WANTED_MAX) {
      wanted.add(index);
    }
  }

  public boolean anyWanted() {
    return !wanted.isEmpty();
  }

  /** Takes what was asked for; the caller sees to all of it. */
  public List<PathIndex> takeWanted() {
    List<PathIndex> taken = List.copyOf(wanted);
    wanted.removeAll(taken);
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
  Map<String, String> evictions() {
    synchronized (evicted) {
      return new LinkedHashMap<>(evicted);
    }
  }
}
