package dev.mayfly.text;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.tartarus.snowball.SnowballStemmer;
import org.tartarus.snowball.ext.DanishStemmer;
import org.tartarus.snowball.ext.DutchStemmer;
import org.tartarus.snowball.ext.EnglishStemmer;
import org.tartarus.snowball.ext.FinnishStemmer;
import org.tartarus.snowball.ext.FrenchStemmer;
import org.tartarus.snowball.ext.GermanStemmer;
import org.tartarus.snowball.ext.HungarianStemmer;
import org.tartarus.snowball.ext.ItalianStemmer;
import org.tartarus.snowball.ext.NorwegianStemmer;
import org.tartarus.snowball.ext.PortugueseStemmer;
import org.tartarus.snowball.ext.RomanianStemmer;
import org.tartarus.snowball.ext.RussianStemmer;
import org.tartarus.snowball.ext.SpanishStemmer;
import org.tartarus.snowball.ext.SwedishStemmer;
import org.tartarus.snowball.ext.TurkishStemmer;

/** The language of a text: where its words end, which are left out, and their stems. */
public enum Language {
  /** Words as they are. */
  NONE(""),
  DANISH("da"),
  DUTCH("nl"),
  ENGLISH("en"),
  FINNISH("fi"),
  FRENCH("fr"),
  GERMAN("de"),
  HUNGARIAN("hu"),
  ITALIAN("it"),
  NORWEGIAN("nb"),
  PORTUGUESE("pt"),
  ROMANIAN("ro"),
  RUSSIAN("ru"),
  SPANISH("es"),
  SWEDISH("sv"),
  TURKISH("tr");

  private static final Map<String, Language> BY_NAME = byName();

  private final String code;

  Language(String code) {
    this.code = code;
  }

  private static Map<String, Language> byName() {
    Map<String, Language> names = new HashMap<>();
    for (Language each : values()) {
      names.put(each.fullName(), each);
      if (!each.code.isEmpty()) {
        names.put(each.code, each);
      }
    }
    return names;
  }

  /** The language with a name such as "english" or a code such as "en", or null. */
  public static Language named(String name) {
    return BY_NAME.get(name.toLowerCase(Locale.ROOT));
  }

  /** Such as "english". */
  public String fullName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The file with its stop words; null if it has none. */
  String stopWordsFile() {
    return switch (this) {
      case NONE -> null;
      case ROMANIAN, TURKISH -> code + "/stopwords.txt";
      default -> "snowball/" + fullName() + "_stop.txt";
    };
  }

  /** A stemmer for one thread; null if words stay as they are. */
  SnowballStemmer stemmer() {
    return switch (this) {
      case NONE -> null;
      case DANISH -> new DanishStemmer();
      case DUTCH -> new DutchStemmer();
      case ENGLISH -> new EnglishStemmer();
      case FINNISH -> new FinnishStemmer();
      case FRENCH -> new FrenchStemmer();
      case GERMAN -> new GermanStemmer();
      case HUNGARIAN -> new HungarianStemmer();
      case ITALIAN -> new ItalianStemmer();
      case NORWEGIAN -> new NorwegianStemmer();
      case PORTUGUESE -> new PortugueseStemmer();
      case ROMANIAN -> new RomanianStemmer();
      case RUSSIAN -> new RussianStemmer();
      case SPANISH -> new SpanishStemmer();
      case SWEDISH -> new SwedishStemmer();
      case TURKISH -> new TurkishStemmer();
    };
  }
}
