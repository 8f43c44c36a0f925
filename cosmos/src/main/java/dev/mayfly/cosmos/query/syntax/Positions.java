package dev.mayfly.cosmos.query.syntax;

import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Where tokens stand in a text, in its own characters: tokens count code points. */
final class Positions {
  private final String text;
  private final boolean plain;

  Positions(String text) {
    this.text = text;
    this.plain = text.chars().noneMatch(c -> Character.isSurrogate((char) c));
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
    return plain ? codePoints : text.offsetByCodePoints(0, codePoints);
  }
}
