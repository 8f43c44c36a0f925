package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.query.grammar.CosmosSqlLexer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.antlr.v4.runtime.Token;

/**
 * Checks the tokens before they are parsed and refuses too deep nesting: a parser calls itself for
 * each open bracket, each sign before a value and each question mark of a chain.
 */
final class NestingCheck {
  static final int MAX = 200;

  private final Deque<Integer> outer = new ArrayDeque<>();
  private int depth;
  private int inThisBracket;
  private int signs;
  private boolean afterOperand;

  static void check(List<Token> tokens) {
    NestingCheck nesting = new NestingCheck();
    for (Token token : tokens) {
      nesting.see(token);
      if (nesting.depth + nesting.signs > MAX) {
        throw QueryError.refused(
            "The query nests too deeply: at most " + MAX + " levels are possible.");
      }
    }
  }

  private void see(Token token) {
    boolean sign = isSign(token);
    switch (token.getText()) {
      case "(", "[", "{" -> open();
      case ")", "]", "}" -> close();
      case "," -> forgetBracket();
      case "?" -> {
        depth++;
        inThisBracket++;
      }
      default -> {}
    }
    signs = sign ? signs + 1 : 0;
    afterOperand = isEndOfOperand(token);
  }

  /** A plus or minus after an operand stands between two of them. */
  private boolean isSign(Token token) {
    return switch (token.getText()) {
      case "-", "+" -> !afterOperand;
      case "~" -> true;
      default -> token.getType() == CosmosSqlLexer.NOT;
    };
  }

  private static boolean isEndOfOperand(Token token) {
    return switch (token.getType()) {
      case CosmosSqlLexer.IDENTIFIER,
          CosmosSqlLexer.NUMBER,
          CosmosSqlLexer.STRING,
          CosmosSqlLexer.PARAMETER,
          CosmosSqlLexer.TRUE,
          CosmosSqlLexer.FALSE,
          CosmosSqlLexer.NULL,
          CosmosSqlLexer.UNDEFINED ->
          true;
      default -> ")]}".contains(token.getText());
    };
  }

  private void open() {
    // The signs before a bracket stay open as long as it does.
    outer.push(signs);
    outer.push(inThisBracket);
    depth += 1 + signs;
    inThisBracket = 0;
  }

  private void close() {
    if (!outer.isEmpty()) {
      depth -= 1 + inThisBracket;
      inThisBracket = outer.pop();
      depth -= outer.pop();
    }
  }

  private void forgetBracket() {
    depth -= inThisBracket;
    inThisBracket = 0;
  }
}
