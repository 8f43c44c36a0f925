package dev.mayfly.bench.vector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.MMapDirectory;

/** The same vectors in Lucene, with its defaults, and nothing around it. */
final class LuceneSubject implements AutoCloseable {
  private static final double BUFFER_MEGABYTES = 32;

  private final MMapDirectory directory;
  private final IndexWriter writer;
  private DirectoryReader reader;
  private IndexSearcher searcher;

  LuceneSubject(Path path) throws IOException {
    directory = new MMapDirectory(path);
    IndexWriterConfig config = new IndexWriterConfig();
    config.setRAMBufferSizeMB(BUFFER_MEGABYTES);
    config.setUseCompoundFile(false);
    config.setMergeScheduler(new SerialMergeScheduler());
    writer = new IndexWriter(directory, config);
  }

  void build(List<float[]> vectors) throws IOException {
    for (int i = 0; i < vectors.size(); i++) {
      Document document = new Document();
      document.add(
          new KnnFloatVectorField("v", vectors.get(i), VectorSimilarityFunction.DOT_PRODUCT));
      document.add(new NumericDocValuesField("n", i));
      writer.addDocument(document);
    }
    reader = DirectoryReader.open(writer);
    searcher = new IndexSearcher(reader);
  }

  /** How many of the nearest it found, of which it looks at more. */
  int search(float[] target, int count, int width) throws IOException {
    ScoreDoc[] hits = searcher.search(new KnnFloatVectorQuery("v", target, width), count).scoreDocs;
    return hits.length;
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
    writer.close();
    directory.close();
  }
}
