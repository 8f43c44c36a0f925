package dev.mayfly.vector;

import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Lucene's own format of vectors, for more dimensions than its default allows. It has the names of
 * the formats that it wraps, because what it writes is theirs.
 */
final class WideVectors extends KnnVectorsFormat {
  /** How many neighbours a node of the graph has, and how many are considered for it. */
  private static final int NEIGHBOURS = 16;

  private static final int CONSIDERED = 100;

  private final KnnVectorsFormat format = new Lucene99HnswVectorsFormat(NEIGHBOURS, CONSIDERED);

  private WideVectors() {
    super("Lucene99HnswVectorsFormat");
  }

  static Codec codec() {
    Codec standard = Codec.getDefault();
    KnnVectorsFormat wide = new WideVectors();
    KnnVectorsFormat ofFields =
        new PerFieldKnnVectorsFormat() {
          @Override
          public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
            return wide;
          }
        };
    return new FilterCodec(standard.getName(), standard) {
      @Override
      public KnnVectorsFormat knnVectorsFormat() {
        return ofFields;
      }
    };
  }

  @Override
  public int getMaxDimensions(String field) {
    return VectorBuffer.ELEMENTS_MAX;
  }

  @Override
  public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
    return format.fieldsWriter(state);
  }

  @Override
  public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
    return format.fieldsReader(state);
  }
}
