package dev.mayfly.mongo.collation;

import java.text.Collator;
import java.text.ParseException;
import java.text.RuleBasedCollator;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The languages that the platform can collate. Making one takes long, so they are kept. */
final class Languages {
  /** The platform ignores spaces and hyphens; MongoDB puts them before everything else. */
  private static final String SPACES_COUNT =
      "&'\u2212'<'\u0009'<'\n'<'\u000b'<'\f'<'\r'<'\u0020'<'\u00a0'<'_'<'\u002d'";

  private static final Set<String> KNOWN =
      Arrays.stream(Collator.getAvailableLocales())
          .map(Locale::getLanguage)
          .filter(language -> !language.isEmpty())
          .collect(Collectors.toUnmodifiableSet());

  private static final Map<Locale, RuleBasedCollator> MADE = new ConcurrentHashMap<>();

  private Languages() {}

  /** Collators of the first three levels, or null if nobody knows the language. */
  static Collator[] collators(String name) {
    Locale locale = locale(name);
    if (locale == null) {
      return null;
    }
    RuleBasedCollator made = MADE.computeIfAbsent(locale, Languages::make);
    int[] levels = {Collator.PRIMARY, Collator.SECONDARY, Collator.TERTIARY};
    Collator[] collators = new Collator[levels.length];
    for (int i = 0; i < levels.length; i++) {
      collators[i] = (Collator) made.clone();
      collators[i].setStrength(levels[i]);
      collators[i].setDecomposition(Collator.CANONICAL_DECOMPOSITION);
    }
    return collators;
  }

  /** Variants after an at sign are not told apart. Unknown regions are those of the language. */
  private static Locale locale(String name) {
    int variant = name.indexOf('@');
    String plain = variant < 0 ? name : name.substring(0, variant);
    Locale locale = Locale.forLanguageTag(plain.replace('_', '-'));
    if (!KNOWN.contains(locale.getLanguage())) {
      return null;
    }
    Locale wanted = new Locale(locale.getLanguage(), locale.getCountry());
    return Arrays.asList(Collator.getAvailableLocales()).contains(wanted)
        ? wanted
        : new Locale(locale.getLanguage());
  }

  private static RuleBasedCollator make(Locale locale) {
    RuleBasedCollator base = (RuleBasedCollator) Collator.getInstance(locale);
    try {
      return new RuleBasedCollator(base.getRules() + SPACES_COUNT);
    } catch (ParseException e) {
      throw new IllegalStateException("the platform's rules for " + locale, e);
    }
  }
}
