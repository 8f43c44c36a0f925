package dev.mayfly.mongo.expression;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mayfly.mongo.error.MongoException;

/** Regular expressions with linear run time (RE2). Lookaround and backreferences are rejected. */
public final class Regexes {
  private static final int INVALID = 51091;
  private static final String SPECIAL = "\\^$.|?*+()[]{}";

  private Regexes() {}

  /**
   * @param options some of {@code imsxu}
   */
  public static Pattern compile(String pattern, String options) {
    if (pattern.indexOf('\0') >= 0) {
      throw new MongoException(
          BAD_VALUE, "Regular expression cannot contain an embedded null byte");
    }
    int flags = 0;
    String source = pattern;
    for (int i = 0; i < options.length(); i++) {
      switch (options.charAt(i)) {
        case 'i' -> flags |= Pattern.CASE_INSENSITIVE;
        case 'm' -> flags |= Pattern.MULTILINE;
        case 's' -> flags |= Pattern.DOTALL;
        case 'x' -> source = withoutSpace(pattern);
        case 'u' -> {
          // Strings are always Unicode.
        }
        default ->
            throw new MongoException(51108, " invalid flag in regex options: " + options.charAt(i));
      }
    }
    if (RegexSize.of(source) > RegexSize.MAX) {
      throw new MongoException(INVALID, "Regular expression is invalid: it is too large");
    }
    try {
      return Pattern.compile(source, flags);
    } catch (PatternSyntaxException e) {
      throw new MongoException(INVALID, "Regular expression is invalid: " + reason(e), e);
    }
  }

  private static String reason(PatternSyntaxException e) {
    boolean unsupported = e.getPattern() != null && e.getPattern().startsWith("(?");
    return unsupported
        ? "look-around and the like are not supported (" + e.getPattern() + ")"
        : e.getDescription() + " (" + e.getPattern() + ")";
  }

  /** Option x: removes white space and comments, outside of brackets and unless escaped. */
  private static String withoutSpace(String pattern) {
    StringBuilder kept = new StringBuilder();
    boolean inBrackets = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        kept.append(c).append(pattern.charAt(++i));
      } else if (inBrackets || !(Character.isWhitespace(c) || c == '#')) {
        inBrackets = c == '[' || inBrackets && c != ']';
        kept.append(c);
      } else if (c == '#') {
        int end = pattern.indexOf('\n', i);
        i = end < 0 ? pattern.length() : end;
      }
    }
    return kept.toString();
  }

  /** The literal if the pattern is {@code ^} and a literal only; else null. */
  public static String literalPrefix(String pattern, String options) {
    if (!options.isEmpty() || pattern.length() < 2 || pattern.charAt(0) != '^') {
      return null;
    }
    for (int i = 1; i < pattern.length(); i++) {
      if (SPECIAL.indexOf(pattern.charAt(i)) >= 0) {
        return null;
      }
    }
    return pattern.substring(1);
  }

  /** The literal prefix of all matching strings; null if unknown. */
  public static String prefix(String pattern, String options) {
    if (!options.isEmpty() && !options.equals("s") || !pattern.startsWith("^")) {
      return null;
    }
    StringBuilder prefix = new StringBuilder();
    int i = 1;
    for (; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length() && SPECIAL.indexOf(pattern.charAt(i + 1)) >= 0) {
        prefix.append(pattern.charAt(++i));
      } else if (SPECIAL.indexOf(c) >= 0) {
        break;
      } else {
        prefix.append(c);
      }
    }
    String rest = pattern.substring(i);
    if (rest.indexOf('|') >= 0) {
      return null;
    }
    boolean optional = !rest.isEmpty() && "?*{".indexOf(rest.charAt(0)) >= 0;
    if (optional && prefix.length() > 0) {
      int last = prefix.codePointBefore(prefix.length());
      prefix.setLength(prefix.length() - Character.charCount(last));
    }
    return prefix.length() == 0 ? null : prefix.toString();
  }
}
