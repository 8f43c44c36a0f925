package dev.mayfly.bench.fulltext;

import dev.mayfly.text.fulltext.FullTextLanguage;
import dev.mayfly.text.fulltext.SearchTerm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/** The texts in an index of Lucene, merged into one segment. */
final class LuceneTexts implements AutoCloseable {
  private static final String TEXT = "t";
  private static final String ID = "id";

  private final FSDirectory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;

  private LuceneTexts(FSDirectory directory) throws IOException {
    this.directory = directory;
    this.reader = DirectoryReader.open(directory);
    this.searcher = new IndexSearcher(reader);
  }

  static LuceneTexts of(Path path, List<String> texts) throws IOException {
    FSDirectory directory = FSDirectory.open(path);
    IndexWriterConfig config = new IndexWriterConfig(FullTextLanguage.EN_US.analyzer());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < texts.size(); i++) {
        Document document = new Document();
        document.add(new StringField(ID, "i" + i, Field.Store.YES));
        document.add(new BinaryDocValuesField(ID, new BytesRef("i" + i)));
        document.add(new TextField(TEXT, texts.get(i), Field.Store.YES));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    return new LuceneTexts(directory);
  }

  /** The ids of the first texts; the whole documents are read. */
  List<String> search(List<String> terms, int top) throws IOException {
    List<String> ids = new ArrayList<>();
    for (ScoreDoc each : first(terms, top)) {
      ids.add(searcher.storedFields().document(each.doc).get(ID));
    }
    return ids;
  }

  /**
   * What was found, the first first.
   *
   * @param scores of each
   */
  record Ranked(List<String> ids, List<Float> scores) {}

  /** The ids of the first texts with their scores. */
  Ranked ranked(List<String> terms, int top) throws IOException {
    List<Float> scores = new ArrayList<>();
    for (ScoreDoc each : first(terms, top)) {
      scores.add(each.score);
    }
    return new Ranked(searchIds(terms, top), scores);
  }

  /** The ids of the first texts from a column of ids, without the documents. */
  List<String> searchIds(List<String> terms, int top) throws IOException {
    ScoreDoc[] hits = first(terms, top);
    List<String> ids = new ArrayList<>();
    for (ScoreDoc each : hits) {
      LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(each.doc, reader.leaves()));
      BinaryDocValues values = leaf.reader().getBinaryDocValues(ID);
      if (values.advanceExact(each.doc - leaf.docBase)) {
        ids.add(values.binaryValue().utf8ToString());
      }
    }
    return ids;
  }

  private ScoreDoc[] first(List<String> terms, int top) throws IOException {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (String term : terms) {
      String word = SearchTerm.of(FullTextLanguage.EN_US, term, 0).words().get(0);
      query.add(new TermQuery(new Term(TEXT, word)), BooleanClause.Occur.SHOULD);
    }
    return searcher.search(query.build(), top).scoreDocs;
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
