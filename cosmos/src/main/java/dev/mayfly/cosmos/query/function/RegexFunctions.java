package dev.mayfly.cosmos.query.function;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.Map;

/**
 * Regular expressions, matched in a time that grows with the text alone: by RE2, which has no
 * backreferences and no lookaround. Patterns that need these are refused.
 */
final class RegexFunctions {
  static final Map<String, Builtin> ALL =
      Map.of(
          "REGEXMATCH", new Builtin(2, 3, time -> match()),
          "_REGEX_MATCH", new Builtin(2, 3, time -> match()));

  /** In characters with all repetitions written out, as they are when it is compiled. */
  private static final long SIZE_MAX = 20_000;

  /** A larger one is not kept between queries. */
  private static final long KEPT_SIZE_MAX = 200;

  /** A text may need as many steps as it has characters, times the size of the pattern. */
  private static final long STEPS_MAX = 400_000_000L;

  /** The clock is checked after this many steps: about two milliseconds. */
  private static final long STEPS_PER_CHECK = 100_000;

  private static final java.util.regex.Pattern COUNT =
      java.util.regex.Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?\\}");

  private static final java.util.regex.Pattern NOT_LINEAR =
      java.util.regex.Pattern.compile("\\(\\?(=|!|<=|<!|>)|\\\\[1-9]|\\\\k<");

  private RegexFunctions() {}

  private static Builtin.Body match() {
    return new Builtin.Body() {
      private String patternText;
      private String modifierText;
      private Pattern pattern;
      private long patternSize;

      @Override
      public Value apply(Value[] arguments, RowBudget budget) {
        String text = Arguments.text(arguments[0]);
        String wanted = Arguments.text(arguments[1]);
        String modifiers = Arguments.text(Arguments.at(arguments, 2, Value.of("")));
        if (text == null || wanted == null || modifiers == null) {
          return Value.UNDEFINED;
        }
        if (!wanted.equals(patternText) || !modifiers.equals(modifierText)) {
          pattern = compile(wanted, modifiers);
          patternText = wanted;
          modifierText = modifiers;
          patternSize = size(wanted);
        }
        if (pattern == null) {
          return Value.UNDEFINED;
        }
        long steps = text.length() * patternSize;
        if (steps > STEPS_MAX) {
          throw tooLarge();
        }
        if (steps <= STEPS_PER_CHECK) {
          return Value.of(pattern.matcher(text).find());
        }
        long charactersPerCheck = STEPS_PER_CHECK / Math.max(1, patternSize);
        InterruptibleText watched = new InterruptibleText(text, budget, charactersPerCheck);
        boolean found = pattern.matcher(watched).find();
        budget.work();
        return Value.of(found);
      }

      @Override
      public void forget() {
        if (patternText != null && patternSize > KEPT_SIZE_MAX) {
          patternText = null;
          pattern = null;
        }
      }
    };
  }

  /** The pattern; null if it is none. */
  private static Pattern compile(String text, String modifiers) {
    int flags = 0;
    boolean blanksIgnored = false;
    for (char modifier : modifiers.toCharArray()) {
      switch (modifier) {
        case 'm' -> flags |= Pattern.MULTILINE;
        case 's' -> flags |= Pattern.DOTALL;
        case 'i' -> flags |= Pattern.CASE_INSENSITIVE;
        case 'x' -> blanksIgnored = true;
        default -> {
          return null;
        }
      }
    }
    String pattern = blanksIgnored ? withoutBlanks(text) : text;
    if (size(pattern) > SIZE_MAX) {
      throw tooLarge();
    }
    if (NOT_LINEAR.matcher(pattern).find()) {
      throw CosmosException.errors(
          400,
          0,
          "The regular expression uses lookaround or a backreference, which are not supported:"
              + " no text must be able to take all of its time.");
    }
    try {
      return Pattern.compile(pattern, flags);
    } catch (PatternSyntaxException e) {
      return null;
    }
  }

  private static RuntimeException tooLarge() {
    return CosmosException.errors(
        400, 0, "The regular expression is too large: use a shorter one, or repeat less.");
  }

  /** How long a pattern is at most when its repetitions are written out. */
  private static long size(String pattern) {
    long product = pattern.length();
    var counts = COUNT.matcher(pattern);
    while (counts.find() && product <= SIZE_MAX) {
      String most = counts.group(2);
      product *=
          Math.max(1, Long.parseLong(most == null || most.isEmpty() ? counts.group(1) : most));
    }
    return product;
  }

  /** The pattern without blanks and comments, but for those in brackets or after a backslash. */
  private static String withoutBlanks(String text) {
    StringBuilder kept = new StringBuilder();
    boolean inBrackets = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        kept.append(c).append(text.charAt(++i));
        continue;
      }
      inBrackets = inBrackets ? c != ']' : c == '[';
      if (!inBrackets && c == '#') {
        while (i < text.length() && text.charAt(i) != '\n') {
          i++;
        }
      } else if (inBrackets || !Character.isWhitespace(c)) {
        kept.append(c);
      }
    }
    return kept.toString();
  }
}
