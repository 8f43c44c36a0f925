package dev.mayfly.vector;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * The vectors of items by their addresses, as graphs of Lucene. One thread writes; what {@link
 * #publish} returned can be searched by others.
 */
final class VectorGraph implements Closeable {
  static final String VECTOR = "vector";
  static final String ADDRESS = "address";
  static final String PLACE = "place";

  /** What is not on disk yet; beside it the graph that is being merged is on the heap. */
  private static final double BUFFER_MEGABYTES = 32;

  /** Beyond these the arithmetic of floats has no result. */
  private static final double SQUARES_MAX = 1e30;

  private static final double SQUARES_MIN = 1e-30;

  private final VectorField field;
  private final Directory directory;
  private final IndexWriter writer;

  VectorGraph(VectorField field, Directory directory) throws IOException {
    this.field = field;
    this.directory = directory;
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(WideVectors.codec());
    config.setOpenMode(IndexWriterConfig.OpenMode.CREATE);
    config.setRAMBufferSizeMB(BUFFER_MEGABYTES);
    config.setUseCompoundFile(false);
    // Merges run on the thread that writes: there is one for all indexes of a server.
    config.setMergeScheduler(new SerialMergeScheduler());
    config.setCommitOnClose(false);
    this.writer = new IndexWriter(directory, config);
  }

  private VectorSimilarityFunction similarity() {
    return switch (field.distance()) {
      // Of vectors of length 1, which is less work than to compute their lengths each time.
      case COSINE -> VectorSimilarityFunction.DOT_PRODUCT;
      case DOTPRODUCT -> VectorSimilarityFunction.MAXIMUM_INNER_PRODUCT;
      case EUCLIDEAN -> VectorSimilarityFunction.EUCLIDEAN;
    };
  }

  /**
   * A vector as the graph has it; null if floats can't express it. It must have the right length.
   */
  float[] node(VectorBuffer vector) {
    double squares = vector.squares();
    boolean cosine = field.distance() == DistanceFunction.COSINE;
    boolean fits = squares <= SQUARES_MAX && (squares >= SQUARES_MIN || squares == 0 && !cosine);
    return fits ? vector.floats(cosine ? 1 / Math.sqrt(squares) : 1) : null;
  }

  void put(byte[] address, float[] node) throws IOException {
    Document document = new Document();
    document.add(new KnnFloatVectorField(VECTOR, node, similarity()));
    document.add(new BinaryDocValuesField(ADDRESS, new BytesRef(address)));
    document.add(new StringField(ADDRESS, new BytesRef(address), Field.Store.NO));
    document.add(new LongPoint(PLACE, AddressPlace.of(address)));
    writer.updateDocument(new Term(ADDRESS, new BytesRef(address)), document);
  }

  void remove(byte[] address) throws IOException {
    writer.deleteDocuments(new Term(ADDRESS, new BytesRef(address)));
  }

  /**
   * What was written until now.
   *
   * @param before what was returned last, or null; it stays open
   */
  DirectoryReader publish(DirectoryReader before) throws IOException {
    if (before == null) {
      return DirectoryReader.open(writer);
    }
    DirectoryReader next = DirectoryReader.openIfChanged(before, writer);
    if (next == null) {
      before.incRef();
    }
    return next == null ? before : next;
  }

  /** Makes fewer and larger graphs of what is there: each search visits all of them. */
  void condense(int graphs) throws IOException {
    writer.forceMerge(graphs);
  }

  /** The addresses of all vectors. */
  static List<byte[]> addresses(DirectoryReader reader) throws IOException {
    List<byte[]> addresses = new ArrayList<>(reader.numDocs());
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      BinaryDocValues values = leaf.reader().getBinaryDocValues(ADDRESS);
      while (values != null && values.nextDoc() != BinaryDocValues.NO_MORE_DOCS) {
        if (live == null || live.get(values.docID())) {
          addresses.add(bytes(values.binaryValue()));
        }
      }
    }
    return addresses;
  }

  static byte[] bytes(BytesRef ref) {
    byte[] bytes = new byte[ref.length];
    System.arraycopy(ref.bytes, ref.offset, bytes, 0, ref.length);
    return bytes;
  }

  /** Gives everything up; what was published must be closed before. */
  @Override
  public void close() throws IOException {
    writer.rollback();
    directory.close();
  }
}
