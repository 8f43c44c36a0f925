package dev.mayfly.mongo.collation;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.util.ULocale;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The locales with collation rules in ICU. ICU caches every locale it is asked for, so names from
 * clients are resolved against this list first.
 */
final class CollationLocales {
  private static final String KEYWORD = "@collation=";

  private static final Map<String, ULocale> AVAILABLE = byName();

  private static final Set<String> VARIANTS = Set.of(Collator.getKeywordValues("collation"));

  private CollationLocales() {}

  /** Includes names without an implied script: zh_TW is zh_Hant_TW. */
  private static Map<String, ULocale> byName() {
    Map<String, ULocale> byName = new HashMap<>();
    for (ULocale locale : Collator.getAvailableULocales()) {
      if (!locale.getLanguage().isEmpty()) {
        byName.put(key(locale.getName()), locale);
        byName.putIfAbsent(key(ULocale.minimizeSubtags(locale).getName()), locale);
      }
    }
    return Map.copyOf(byName);
  }

  /**
   * A collator of a locale. An unsupported region falls back to the language, an unsupported
   * variant to the standard one.
   *
   * @return null if the language is unknown
   */
  static RuleBasedCollator collator(String name) {
    int end = name.indexOf('@');
    ULocale locale = available(end < 0 ? name : name.substring(0, end));
    if (locale == null) {
      return null;
    }
    String variant =
        end >= 0 && name.startsWith(KEYWORD, end) ? name.substring(end + KEYWORD.length()) : "";
    ULocale supported =
        VARIANTS.contains(variant) ? locale.setKeywordValue("collation", variant) : locale;
    return (RuleBasedCollator) Collator.getInstance(supported);
  }

  private static ULocale available(String name) {
    for (String part = key(name); !part.isEmpty(); part = withoutLastSubtag(part)) {
      ULocale locale = AVAILABLE.get(part);
      if (locale != null) {
        return locale;
      }
    }
    return null;
  }

  private static String withoutLastSubtag(String key) {
    return key.substring(0, Math.max(0, key.lastIndexOf('_')));
  }

  private static String key(String name) {
    return name.replace('-', '_').toLowerCase(Locale.ROOT);
  }
}
