package dev.mayfly.text.fulltext;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.br.BrazilianAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * The language of a text that is searched: how it is divided into terms. Words are those of
 * Unicode, in lower case, without stop words, as stems; Lucene's analyzers do it.
 */
public enum FullTextLanguage {
  DE_DE("de-DE", GermanAnalyzer::new),
  EN_US("en-US", () -> new EnglishAnalyzer(EnglishStopWords.ALL)),
  ES_ES("es-ES", SpanishAnalyzer::new),
  FR_FR("fr-FR", FrenchAnalyzer::new),
  IT_IT("it-IT", ItalianAnalyzer::new),
  PT_BR("pt-BR", BrazilianAnalyzer::new),
  PT_PT("pt-PT", PortugueseAnalyzer::new);

  private final String tag;
  private final Supplier<Analyzer> maker;
  private volatile Analyzer analyzer;

  FullTextLanguage(String tag, Supplier<Analyzer> maker) {
    this.tag = tag;
    this.maker = maker;
  }

  /** Gets the terms of a text. */
  @FunctionalInterface
  public interface TermTaker {
    /**
     * @param position the number of the word in the text, stop words included
     */
    void take(String term, int position);
  }

  /** Such as "en-US". */
  public String tag() {
    return tag;
  }

  /** All tags, sorted. */
  public static List<String> tags() {
    return Arrays.stream(values()).map(FullTextLanguage::tag).toList();
  }

  /** The language of a tag, or null. */
  public static FullTextLanguage tagged(String tag) {
    for (FullTextLanguage each : values()) {
      if (each.tag.equals(tag)) {
        return each;
      }
    }
    return null;
  }

  /** The analyzer; thread safe. */
  public Analyzer analyzer() {
    Analyzer made = analyzer;
    if (made == null) {
      synchronized (this) {
        made = analyzer == null ? maker.get() : analyzer;
        analyzer = made;
      }
    }
    return made;
  }

  /** Passes on the terms of a text in their order. */
  public void forEach(String text, TermTaker taker) {
    try (TokenStream tokens = analyzer().tokenStream("", text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      PositionIncrementAttribute step = tokens.addAttribute(PositionIncrementAttribute.class);
      tokens.reset();
      int position = -1;
      while (tokens.incrementToken()) {
        position += step.getPositionIncrement();
        taker.take(term.toString(), position);
      }
      tokens.end();
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory", e);
    }
  }
}
