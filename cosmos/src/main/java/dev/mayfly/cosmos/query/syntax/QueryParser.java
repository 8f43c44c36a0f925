package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.query.grammar.CosmosSqlLexer;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser;
import java.util.function.Function;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/** From texts to trees. */
public final class QueryParser {
  public static final int TEXT_BYTES_MAX = 512 << 10;

  private QueryParser() {}

  /** A query; refused with the place of the first error. */
  public static Query query(String text) {
    CosmosSqlParser.ProgramContext program = parse(text, CosmosSqlParser::program);
    return new TreeBuilder(text).query(program.query());
  }

  /** The condition of a patch, such as {@code from c where c.x = 1}, as a query of everything. */
  public static Query condition(String text) {
    CosmosSqlParser.ConditionContext condition = parse(text, CosmosSqlParser::condition);
    return new TreeBuilder(text).condition(condition);
  }

  private static <T extends ParserRuleContext> T parse(
      String text, Function<CosmosSqlParser, T> rule) {
    long bytes = bytes(text);
    if (bytes > TEXT_BYTES_MAX) {
      throw QueryError.refused(
          "The query has " + bytes + " bytes; at most " + TEXT_BYTES_MAX + " are allowed.");
    }
    CosmosSqlLexer lexer = new CosmosSqlLexer(CharStreams.fromString(text));
    lexer.removeErrorListeners();
    CommonTokenStream tokens = new CommonTokenStream(lexer);
    tokens.fill();
    NestingCheck.check(tokens.getTokens());
    CosmosSqlParser parser = new CosmosSqlParser(tokens);
    parser.removeErrorListeners();
    // SLL prediction parses all valid queries; only if it fails does the slower LL mode run.
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    parser.setErrorHandler(new BailErrorStrategy());
    try {
      return rule.apply(parser);
    } catch (ParseCancellationException e) {
      tokens.seek(0);
      parser.reset();
      parser.getInterpreter().setPredictionMode(PredictionMode.LL);
      parser.setErrorHandler(new DefaultErrorStrategy());
      parser.addErrorListener(new FirstError(text));
      return rule.apply(parser);
    }
  }

  /** How many bytes a text has in UTF-8. */
  private static long bytes(String text) {
    long bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        // Both halves of a pair together make four.
        bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return bytes;
  }

  /** Refuses the query at the first error. */
  private static final class FirstError extends BaseErrorListener {
    private final String text;

    FirstError(String text) {
      this.text = text;
    }

    @Override
    public void syntaxError(
        Recognizer<?, ?> recognizer,
        Object offending,
        int line,
        int column,
        String message,
        RecognitionException cause) {
      TokenPositions positions = new TokenPositions(text);
      Span span = positions.span((Token) offending);
      throw QueryError.syntax(span, positions.text(span));
    }
  }
}
