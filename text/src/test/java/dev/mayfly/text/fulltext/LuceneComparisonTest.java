package dev.mayfly.text.fulltext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.text.fulltext.TextCorpus.Statistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rankings are those of Lucene with the same analyzer. */
class LuceneComparisonTest {
  private static final int DOCUMENTS = 6_000;
  private static final int QUERIES = 200;
  private static final long DEATH = 100;
  private static final int TOP = 10;

  /** Lengths of 40 terms and more are rounded, as Lucene does. */
  @ParameterizedTest
  @ValueSource(ints = {30, 200})
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
    IndexWriterConfig config = new IndexWriterConfig(FullTextLanguage.EN_US.analyzer());
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        long deadline = i % 3 == 0 ? DEATH : Long.MAX_VALUE;
        corpus.put(i, i, i, deadline, new String[] {texts.get(i)});
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i), Field.Store.YES));
        document.add(new StringField("deadline", Long.toString(deadline), Field.Store.NO));
        document.add(new TextField("t", texts.get(i), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.commit();
      compareAll(random, corpus, directory, 0, DEATH - 1);
      writer.deleteDocuments(new Term("deadline", Long.toString(DEATH)));
      writer.forceMerge(1);
      writer.commit();
      compareAll(random, corpus, directory, DEATH, DEATH + 1);
    }
  }

  private static void compareAll(
      Random random, TextCorpus<Integer> corpus, ByteBuffersDirectory directory, long... seconds)
      throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      for (int i = 0; i < QUERIES; i++) {
        // A clock may be set back.
        long second = seconds[random.nextInt(seconds.length)];
        compare(random, corpus, searcher, second);
        comparePhrase(random, corpus, searcher, second);
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

  private static void compare(
      Random random, TextCorpus<Integer> corpus, IndexSearcher searcher, long second)
      throws IOException {
    Set<SearchTerm> different = new LinkedHashSet<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      different.add(SearchTerm.of(FullTextLanguage.EN_US, word(random), 0));
    }
    List<SearchTerm> terms = List.copyOf(different);
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    terms.forEach(term -> query.add(lucene(term), BooleanClause.Occur.SHOULD));
    ScoreDoc[] expected = searcher.search(query.build(), DOCUMENTS).scoreDocs;
    Statistics statistics = corpus.statistics(0, terms, null, second);
    for (int most : new int[] {1, TOP, 100, DOCUMENTS}) {
      Ranking.Place[] found = corpus.rank(0, terms, statistics, null, second).top(most);
      int size = Math.min(most, expected.length);
      assertThat(found).hasSize(size);
      float[] scores = new float[size];
      float[] expectedScores = new float[size];
      Set<Integer> keys = new HashSet<>();
      for (int i = 0; i < size; i++) {
        scores[i] = (float) found[i].score();
        expectedScores[i] = expected[i].score;
        keys.add(corpus.key(found[i].document()));
      }
      assertThat(scores).isEqualTo(expectedScores);
      for (int i = 0; i < Math.min(TOP, size); i++) {
        assertThat(corpus.score(0, terms, statistics, found[i].document())).isEqualTo(scores[i]);
        // Of equal scores at the end others may have been taken.
        if (scores[i] > scores[size - 1]) {
          assertThat(keys).contains(id(searcher, expected[i]));
        }
      }
    }
  }

  private static int id(IndexSearcher searcher, ScoreDoc found) throws IOException {
    return Integer.parseInt(searcher.storedFields().document(found.doc).get("id"));
  }

  /** Lucene weighs a phrase by its words, we by the items that have it: only these are compared. */
  private static void comparePhrase(
      Random random, TextCorpus<Integer> corpus, IndexSearcher searcher, long second)
      throws IOException {
    String words = word(random) + " " + (random.nextBoolean() ? "the " : "") + word(random);
    SearchTerm term = SearchTerm.of(FullTextLanguage.EN_US, words, 0);
    assertThat(corpus.hits(0, List.of(term), null, second))
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
