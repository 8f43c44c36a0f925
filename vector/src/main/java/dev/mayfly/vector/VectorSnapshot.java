package dev.mayfly.vector;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.partition.EpkRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnCollector;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.knn.TopKnnCollectorManager;

/**
 * An index as of one place in the change feed of its container. It is searched by any number of
 * threads and closed by the last one.
 */
public final class VectorSnapshot implements AutoCloseable {
  private final VectorGraph graph;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final byte[] continuation;
  private final long lsn;
  private final List<byte[]> loose;

  /**
   * @param continuation of the change feed, up to which the vectors are here
   * @param lsn if it is the container's last one, nothing has changed since
   * @param loose the addresses of items whose vectors the graph can't have
   */
  VectorSnapshot(
      VectorGraph graph,
      DirectoryReader reader,
      byte[] continuation,
      long lsn,
      List<byte[]> loose) {
    this.graph = graph;
    this.reader = reader;
    this.searcher = new IndexSearcher(reader);
    // Requests ask for other vectors each time: nothing is worth keeping.
    this.searcher.setQueryCache(null);
    this.continuation = continuation;
    this.lsn = lsn;
    this.loose = List.copyOf(loose);
  }

  boolean open() {
    return reader.tryIncRef();
  }

  DirectoryReader reader() {
    return reader;
  }

  /** How many vectors there are, those of items included that are dead. */
  public int size() {
    return reader.numDocs();
  }

  /** Whether it has all that was committed in its container. */
  public boolean isCurrent(Container container) {
    return container.lastLsn() == lsn;
  }

  /** Where in the change feed the items begin that are not here, or changed since. */
  public FeedStart tail() {
    return FeedStart.after(continuation);
  }

  /** Items that are near or not: their vectors have to be read from them. */
  public List<byte[]> loose() {
    return loose;
  }

  /**
   * The vectors that are nearest, in their order. Valid until the snapshot is closed.
   *
   * @param hits the nearest first
   */
  private record Hits(List<LeafReaderContext> leaves, ScoreDoc[] hits) implements Nearest {
    @Override
    public int size() {
      return hits.length;
    }

    @Override
    public List<byte[]> addresses(int from, int to) {
      Integer[] byDocument = new Integer[to - from];
      Arrays.setAll(byDocument, i -> from + i);
      // Values are read from the first document to the last.
      Arrays.sort(byDocument, Comparator.comparingInt(i -> hits[i].doc));
      byte[][] addresses = new byte[to - from][];
      LeafReaderContext leaf = null;
      BinaryDocValues values = null;
      try {
        for (int i : byDocument) {
          LeafReaderContext of = leaves.get(ReaderUtil.subIndex(hits[i].doc, leaves));
          if (of != leaf) {
            leaf = of;
            values = leaf.reader().getBinaryDocValues(VectorGraph.ADDRESS);
          }
          if (values.advanceExact(hits[i].doc - leaf.docBase)) {
            addresses[i - from] = VectorGraph.bytes(values.binaryValue());
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return Arrays.asList(addresses);
    }
  }

  /** What a search has found, the nearest first. Valid until the snapshot is closed. */
  public interface Nearest {
    /** How many there are. */
    int size();

    /** The addresses of some of them, from one number up to another one. */
    List<byte[]> addresses(int from, int to);
  }

  /**
   * The nearest vectors; fewer than asked for if there are no more. Those of other partitions may
   * be among them, and those of items that are dead or have changed.
   *
   * @param ranges of effective partition keys that are searched, of eight bytes or more
   * @return null if the vector can't be searched for
   */
  public Nearest nearest(VectorBuffer target, int count, List<EpkRange> ranges) {
    float[] node = graph.node(target);
    if (node == null) {
      return null;
    }
    try {
      Query filter = filter(ranges);
      ScoreDoc[] hits =
          filter == null
              ? nearest(node, count)
              : searcher.search(
                      new KnnFloatVectorQuery(VectorGraph.VECTOR, node, count, filter), count)
                  .scoreDocs;
      return new Hits(reader.leaves(), hits);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The nearest of all vectors, from the graphs without the stages of a filtered search. */
  private ScoreDoc[] nearest(float[] node, int count) throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    int most = Math.min(count, reader.maxDoc());
    TopDocs[] found = new TopDocs[leaves.size()];
    TopKnnCollectorManager collectors = new TopKnnCollectorManager(Math.max(1, most), searcher);
    for (int i = 0; i < found.length; i++) {
      LeafReaderContext leaf = leaves.get(i);
      KnnCollector collector = collectors.newCollector(Integer.MAX_VALUE, leaf);
      leaf.reader()
          .searchNearestVectors(VectorGraph.VECTOR, node, collector, leaf.reader().getLiveDocs());
      found[i] = collector.topDocs();
      for (ScoreDoc hit : found[i].scoreDocs) {
        hit.doc += leaf.docBase;
      }
    }
    return found.length == 1 ? found[0].scoreDocs : TopDocs.merge(most, found).scoreDocs;
  }

  private static Query filter(List<EpkRange> ranges) {
    if (ranges.contains(EpkRange.FULL)) {
      return null;
    }
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (EpkRange range : ranges) {
      any.add(
          LongPoint.newRangeQuery(
              VectorGraph.PLACE, AddressPlace.from(range), AddressPlace.to(range)),
          BooleanClause.Occur.SHOULD);
    }
    return any.build();
  }

  @Override
  public void close() {
    try {
      reader.decRef();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
