package dev.mayfly.engine.commit;

import dev.mayfly.engine.format.CountKeys;
import java.util.HashMap;
import java.util.Map;

/**
 * By how many bytes writes that are not committed yet change what is alive, for quotas. Other than
 * {@link CountDeltas} it does not know of dead items whose rows go.
 */
public final class LiveByteDeltas {
  private final Map<Integer, Long> containers = new HashMap<>();
  private final Map<CountKey, Long> partitions = new HashMap<>();

  public void add(int container, byte[] partition, long bytes) {
    containers.merge(container, bytes, Long::sum);
    partitions.merge(key(container, partition), bytes, Long::sum);
  }

  public void addAll(LiveByteDeltas other) {
    other.containers.forEach((container, bytes) -> containers.merge(container, bytes, Long::sum));
    other.partitions.forEach((partition, bytes) -> partitions.merge(partition, bytes, Long::sum));
  }

  public long of(int container) {
    return containers.getOrDefault(container, 0L);
  }

  public long of(int container, byte[] partition) {
    return partitions.getOrDefault(key(container, partition), 0L);
  }

  public void clear() {
    containers.clear();
    partitions.clear();
  }

  private static CountKey key(int container, byte[] partition) {
    return new CountKey(CountKeys.partition(container, partition));
  }
}
