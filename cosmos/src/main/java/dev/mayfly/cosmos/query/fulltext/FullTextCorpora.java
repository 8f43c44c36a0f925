package dev.mayfly.cosmos.query.fulltext;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.text.fulltext.Ranking;
import dev.mayfly.text.fulltext.SearchTerm;
import dev.mayfly.text.fulltext.TextCorpus;
import dev.mayfly.text.fulltext.TextCorpus.Statistics;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The texts of the containers that are searched, within a part of the heap. Those of a container
 * that is not searched any more go; one with too much text is searched by reading its items. Thread
 * safe.
 */
public final class FullTextCorpora {
  private static final int HEAP_SHARE = 8;
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final long bytesMax;
  private final Map<Key, ContainerCorpus> byContainer = new HashMap<>();

  private record Key(long incarnation, long number) {}

  /** Within an eighth of the heap. */
  public FullTextCorpora() {
    this(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  /**
   * @param bytesMax of all containers together, approximately
   */
  public FullTextCorpora(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /**
   * The texts of a container as of now; to be closed soon, as writes wait for that.
   *
   * @param untilNanos when reading what is missing is given up
   * @return null if they can't be used
   */
  public Session open(Container container, FullTextPolicy policy, long untilNanos) {
    if (!ContainerCorpus.canHold(container, policy)) {
      return null;
    }
    ContainerCorpus texts = find(container, policy);
    if (!texts.open(container, untilNanos)) {
      return null;
    }
    return new Session(texts, container.definition().partitionKey());
  }

  private ContainerCorpus find(Container container, FullTextPolicy policy) {
    Key key = new Key(container.incarnation(), container.state().number());
    synchronized (byContainer) {
      ContainerCorpus found = byContainer.get(key);
      if (found == null || !found.isOf(policy)) {
        found = new ContainerCorpus(policy, bytesMax);
        byContainer.put(key, found);
      }
      makeRoom(found);
      return found;
    }
  }

  private void makeRoom(ContainerCorpus needed) {
    if (byContainer.size() == 1) {
      return;
    }
    long now = System.nanoTime();
    byContainer.values().removeIf(each -> each != needed && now - each.usedNanos > IDLE_NANOS);
    while (heapBytes() > bytesMax && byContainer.size() > 1) {
      ContainerCorpus eldest =
          byContainer.values().stream()
              .filter(each -> each != needed)
              .min(Comparator.comparingLong(each -> each.usedNanos - now))
              .orElseThrow();
      byContainer.values().remove(eldest);
    }
  }

  private long heapBytes() {
    long bytes = 0;
    for (ContainerCorpus each : byContainer.values()) {
      bytes += each.heapBytes;
    }
    return bytes;
  }

  /** The texts of a container while they do not change. */
  public static final class Session implements AutoCloseable {
    private final ContainerCorpus texts;
    private final PartitionKeyDefinition definition;

    private Session(ContainerCorpus texts, PartitionKeyDefinition definition) {
      this.texts = texts;
      this.definition = definition;
    }

    /** Whether the texts at a path are there. */
    public boolean has(List<String> path) {
      return path != null && texts.field(path) >= 0;
    }

    /**
     * The statistics of the items of a range that are alive.
     *
     * @param path null if only their number matters
     */
    public Statistics statistics(
        List<String> path, List<SearchTerm> terms, EpkRange range, long nowSecond) {
      int field = path == null ? 0 : texts.field(path);
      return corpus().statistics(field, terms, texts.within(range, definition), nowSecond);
    }

    /** The items of a range that are alive, by their scores. */
    public Ranking rank(
        List<String> path,
        List<SearchTerm> terms,
        Statistics statistics,
        EpkRange range,
        long nowSecond) {
      BitSet within = texts.within(range, definition);
      return corpus().rank(texts.field(path), terms, statistics, within, nowSecond);
    }

    /** The score of one of them; NaN if it has no text. */
    public double score(
        List<String> path, List<SearchTerm> terms, Statistics statistics, int document) {
      return corpus().score(texts.field(path), terms, statistics, document);
    }

    public ItemKey key(int document) {
      return corpus().key(document);
    }

    /** The version of the item that the texts are of. */
    public long lsn(int document) {
      return corpus().version(document);
    }

    private TextCorpus<ItemKey> corpus() {
      return texts.corpus();
    }

    @Override
    public void close() {
      texts.lock.readLock().unlock();
    }
  }
}
