package dev.mayfly.text.fulltext;

/**
 * The documents that a search term matches, ascending.
 *
 * @param documents their numbers; only the first ones count
 * @param frequencies how often each matches
 * @param count how many there are
 */
record Matches(int[] documents, int[] frequencies, int count) {
  static final Matches NONE = new Matches(new int[0], new int[0], 0);

  static Matches of(Postings postings) {
    return postings == null
        ? NONE
        : new Matches(postings.documents(), postings.frequencies(), postings.count());
  }
}
