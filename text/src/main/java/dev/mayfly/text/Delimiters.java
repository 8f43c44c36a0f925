package dev.mayfly.text;

import java.util.BitSet;

/**
 * The characters between words: those with one of the Unicode properties Dash, Hyphen,
 * Pattern_Syntax, Quotation_Mark, Terminal_Punctuation and White_Space, as in MongoDB. The list is
 * fixed, so that keys of indexes stay the same with younger versions of Unicode.
 */
final class Delimiters {
  /** Code points in hexadecimal, and ranges of them. */
  private static final String LIST =
      """
      9-d 20-2f 3a-40 5b-5e 60 7b-7e 85 a0-a7 a9 ab-ae b0-b1 b6 bb bf d7 f7 37e 387
      589-58a 5be 5c3 60c 61b 61d-61f 6d4 700-70a 70c 7f8-7f9 830-835 837-83e 85e 964-965
      e5a-e5b f08 f0d-f12 104a-104b 1361-1368 1400 166e 1680 16eb-16ed 1735-1736 17d4-17d6
      17da 1802-1806 1808-1809 1944-1945 1aa8-1aab 1b4e-1b4f 1b5a-1b5b 1b5d-1b5f 1b7d-1b7f
      1c3b-1c3f 1c7e-1c7f 2000-200a 2010-2029 202f-203e 2041-2053 2055-205f 207b 208b
      2190-245f 2500-2775 2794-2bff 2cf9-2cfb 2e00-2e7f 3000-3003 3008-3020 3030 30a0 30fb
      a4fe-a4ff a60d-a60f a6f3-a6f7 a876-a877 a8ce-a8cf a92f a9c7-a9c9 aa5d-aa5f aadf
      aaf0-aaf1 abeb fd3e-fd3f fe12 fe15-fe16 fe31-fe32 fe41-fe46 fe50-fe52 fe54-fe58 fe63
      ff01-ff02 ff07 ff0c-ff0e ff1a-ff1b ff1f ff61-ff65 1039f 103d0 10857 1091f
      10a56-10a57 10af0-10af5 10b3a-10b3f 10b99-10b9c 10d6e 10ead 10f55-10f59 10f86-10f89
      11047-1104d 110be-110c1 11141-11143 111c5-111c6 111cd 111de-111df 11238-1123c 112a9
      113d4-113d5 1144b-1144d 1145a-1145b 115c2-115c5 115c9-115d7 11641-11642 1173c-1173e
      11944 11946 11a42-11a43 11a9b-11a9c 11aa1-11aa2 11c41-11c43 11c71 11ef7-11ef8
      11f43-11f44 12470-12474 16a6e-16a6f 16af5 16b37-16b39 16b44 16d6e-16d6f 16e97-16e98
      1bc9f 1da87-1da8a
      """;

  private static final BitSet DELIMITERS = parse();

  private Delimiters() {}

  private static BitSet parse() {
    BitSet delimiters = new BitSet();
    for (String range : LIST.strip().split("\\s+")) {
      String[] ends = range.split("-");
      int from = Integer.parseInt(ends[0], 16);
      delimiters.set(from, Integer.parseInt(ends[ends.length - 1], 16) + 1);
    }
    return delimiters;
  }

  /** An apostrophe is part of English words. */
  static boolean isDelimiter(int codePoint, Language language) {
    return DELIMITERS.get(codePoint) && !(codePoint == '\'' && language == Language.ENGLISH);
  }
}
