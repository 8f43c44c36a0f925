package dev.mayfly.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A parsed search: words of which one must occur, words that exclude a document, and phrases in
 * quotation marks.
 *
 * @param words those of phrases too, separated by spaces
 * @param negatedWords separated by spaces
 */
record SearchString(
    String words, String negatedWords, List<String> phrases, List<String> negatedPhrases) {

  static SearchString parse(String search) {
    return new Parser(search).parse();
  }

  /** A minus sign negates up to the next white space; within a phrase it is a character. */
  private static final class Parser {
    private final String search;
    private final StringBuilder words = new StringBuilder();
    private final StringBuilder negatedWords = new StringBuilder();
    private final List<String> phrases = new ArrayList<>();
    private final List<String> negatedPhrases = new ArrayList<>();
    private boolean negated;
    private int phraseStart = -1;

    Parser(String search) {
      this.search = search;
    }

    SearchString parse() {
      boolean afterSpace = true;
      int position = 0;
      while (position < search.length()) {
        char next = search.charAt(position);
        if (isSpace(next)) {
          afterSpace = true;
          position++;
          continue;
        }
        if (next == '-') {
          negated |= phraseStart < 0 && afterSpace;
          position++;
        } else if (next == '"') {
          quote(position, afterSpace);
          position++;
        } else {
          int start = position;
          position = wordEnd(start);
          word(search.substring(start, position), afterSpace);
        }
        afterSpace = false;
      }
      return new SearchString(words.toString(), negatedWords.toString(), phrases, negatedPhrases);
    }

    private void quote(int position, boolean afterSpace) {
      if (phraseStart < 0) {
        negated &= !afterSpace;
        phraseStart = position + 1;
        return;
      }
      String phrase = search.substring(phraseStart, position);
      (negated ? negatedPhrases : phrases).add(phrase);
      phraseStart = -1;
    }

    private void word(String word, boolean afterSpace) {
      if (phraseStart >= 0 && negated) {
        return;
      }
      negated &= !afterSpace;
      (negated ? negatedWords : words).append(word).append(' ');
    }

    private int wordEnd(int start) {
      int end = start;
      while (end < search.length()
          && !isSpace(search.charAt(end))
          && search.charAt(end) != '-'
          && search.charAt(end) != '"') {
        end++;
      }
      return end;
    }

    private static boolean isSpace(char character) {
      return character == ' ' || character >= '\t' && character <= '\r';
    }
  }
}
