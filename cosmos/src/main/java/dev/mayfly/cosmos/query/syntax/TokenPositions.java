package dev.mayfly.cosmos.query.syntax;

import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Where tokens stand in a text, in its own characters: tokens count code points. */
final class TokenPositions {
  private final String text;

  /** Where each code point starts; null if each is one character. */
  private final int[] starts;

  TokenPositions(String text) {
    this.text = text;
    boolean plain = text.chars().noneMatch(c -> Character.isSurrogate((char) c));
    this.starts = plain ? null : starts(text);
  }

  private static int[] starts(String text) {
    int[] starts = new int[text.codePointCount(0, text.length()) + 1];
    for (int i = 1; i < starts.length; i++) {
      starts[i] = starts[i - 1] + Character.charCount(text.codePointAt(starts[i - 1]));
    }
    return starts;
  }

  Span span(ParserRuleContext rule) {
    return new Span(
        offset(rule.getStart().getStartIndex()), offset(rule.getStop().getStopIndex() + 1));
  }

  Span span(Token token) {
    int start = offset(token.getStartIndex());
    return new Span(start, token.getType() == Token.EOF ? start : offset(token.getStopIndex() + 1));
  }

  /** What stands there. */
  String text(Span span) {
    return text.substring(span.start(), span.end());
  }

  private int offset(int codePoints) {
    return starts == null ? codePoints : starts[codePoints];
  }
}
