package dev.mayfly.text.fulltext;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.WordlistLoader;
import org.apache.lucene.analysis.snowball.SnowballFilter;

/** The English words that are not searched: those of Snowball, more than Lucene's own few. */
final class EnglishStopWords {
  static final CharArraySet ALL = load();

  private EnglishStopWords() {}

  private static CharArraySet load() {
    try (InputStream list = SnowballFilter.class.getResourceAsStream("english_stop.txt")) {
      return WordlistLoader.getSnowballWordSet(new InputStreamReader(list, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the English stop words", e);
    }
  }
}
