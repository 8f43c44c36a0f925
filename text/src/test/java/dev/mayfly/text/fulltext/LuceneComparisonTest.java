package dev.mayfly.text.fulltext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mayfly.text.fulltext.TextCorpus.Statistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInvertState;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rankings are those of Lucene with the same analyzer. */
class LuceneComparisonTest {
  private static final int DOCUMENTS = 3_000;
  private static final int QUERIES = 200;
  private static final int TOP = 10;
  private static final double NEARLY = 1e-4;

  /** BM25 of Lucene with the lengths as they are: its norms round those of long texts. */
  private static final class ExactLengths extends Similarity {
    @Override
    public long computeNorm(FieldInvertState state) {
      return state.getLength();
    }

    @Override
    public SimScorer scorer(float boost, CollectionStatistics collection, TermStatistics... terms) {
      double weight = 0;
      for (TermStatistics term : terms) {
        weight +=
            Math.log(1 + (collection.docCount() - term.docFreq() + 0.5) / (term.docFreq() + 0.5));
      }
      double idf = weight;
      double average = (double) collection.sumTotalTermFreq() / collection.docCount();
      return new SimScorer() {
        @Override
        public float score(float frequency, long norm) {
          return (float)
              (boost * idf * frequency / (frequency + 1.2 * (0.25 + 0.75 * norm / average)));
        }
      };
    }
  }

  /** Lucene's rounding of lengths begins at 40 terms, up to which both are the same. */
  @ParameterizedTest
  @ValueSource(ints = {30, 400})
  void theFirstTenAreThoseOfLucene(int length) throws IOException {
    Random random = new Random(length);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = 1 + random.nextInt(length); j > 0; j--) {
        text.append(word(random)).append(j % 7 == 0 ? " the " : j % 11 == 0 ? ". " : " ");
      }
      texts.add(text.toString());
    }
    TextCorpus<Integer> corpus = new TextCorpus<>(List.of(FullTextLanguage.EN_US));
    Similarity similarity = length < 40 ? new BM25Similarity() : new ExactLengths();
    IndexWriterConfig config =
        new IndexWriterConfig(FullTextLanguage.EN_US.analyzer()).setSimilarity(similarity);
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        corpus.put(i, i, i, Long.MAX_VALUE, new String[] {texts.get(i)});
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i), Field.Store.YES));
        document.add(new TextField("t", texts.get(i), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.commit();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setSimilarity(similarity);
        for (int i = 0; i < QUERIES; i++) {
          compare(random, corpus, searcher);
          comparePhrase(random, corpus, searcher);
        }
      }
    }
  }

  /** Words of different frequency, some of which have a common stem. */
  private static String word(Random random) {
    int number = (int) (200 * Math.pow(random.nextDouble(), 3));
    return "w"
        + (char) ('a' + number % 26)
        + (char) ('a' + number / 26)
        + (number % 3 == 0 ? "ing" : "");
  }

  private static void compare(Random random, TextCorpus<Integer> corpus, IndexSearcher searcher)
      throws IOException {
    List<SearchTerm> terms = new ArrayList<>();
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      SearchTerm term = SearchTerm.of(FullTextLanguage.EN_US, word(random), 0);
      terms.add(term);
      query.add(lucene(term), BooleanClause.Occur.SHOULD);
    }
    ScoreDoc[] expected = searcher.search(query.build(), TOP).scoreDocs;
    Statistics statistics = corpus.statistics(0, terms, null, 0);
    Ranking.Place[] found = corpus.rank(0, terms, statistics, null, 0).top(TOP);
    assertThat(found).hasSize(expected.length);
    Map<Integer, Double> scores = new HashMap<>();
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i].score()).isCloseTo(expected[i].score, within(NEARLY * expected[i].score));
      scores.put(corpus.key(found[i].document()), found[i].score());
    }
    double last = found.length == 0 ? 0 : found[found.length - 1].score();
    for (ScoreDoc each : expected) {
      int id = Integer.parseInt(searcher.storedFields().document(each.doc).get("id"));
      // Of equal scores at the end others may have been taken.
      assertThat(scores.containsKey(id) || each.score <= last * (1 + NEARLY)).isTrue();
    }
  }

  /** Lucene weighs a phrase by its words, we by the items that have it: only these are compared. */
  private static void comparePhrase(
      Random random, TextCorpus<Integer> corpus, IndexSearcher searcher) throws IOException {
    String words = word(random) + " " + (random.nextBoolean() ? "the " : "") + word(random);
    SearchTerm term = SearchTerm.of(FullTextLanguage.EN_US, words, 0);
    assertThat(corpus.hits(0, List.of(term), null, 0))
        .containsExactly(searcher.count(lucene(term)));
  }

  private static Query lucene(SearchTerm term) {
    if (term.words().size() == 1) {
      return new TermQuery(new Term("t", term.words().get(0)));
    }
    PhraseQuery.Builder phrase = new PhraseQuery.Builder();
    for (int i = 0; i < term.words().size(); i++) {
      phrase.add(new Term("t", term.words().get(i)), term.offsets().get(i));
    }
    return phrase.build();
  }
}
