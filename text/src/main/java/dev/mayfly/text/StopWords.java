package dev.mayfly.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The words of each language that are too frequent to be searched. */
final class StopWords {
  private static final String FOLDER = "/org/apache/lucene/analysis/";
  private static final Map<Language, Set<String>> LISTS = new ConcurrentHashMap<>();

  private StopWords() {}

  /** In lower case, with diacritics. */
  static Set<String> of(Language language) {
    return LISTS.computeIfAbsent(language, StopWords::load);
  }

  private static Set<String> load(Language language) {
    String file = language.stopWordsFile();
    if (file == null) {
      return Set.of();
    }
    try (InputStream list =
            org.tartarus.snowball.SnowballStemmer.class.getResourceAsStream(FOLDER + file);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .map(line -> line.split("[|#]", 2)[0].strip())
          .filter(word -> !word.isEmpty())
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException("the stop words of " + language, e);
    }
  }
}
