package dev.mayfly.text.fulltext;

import java.util.Arrays;

/** The documents that have a term, ascending, with how often and where. */
final class Postings {
  private static final int[] NONE = {};
  private static final byte[] NO_BYTES = {};
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 1 << VARINT_BITS;

  private int[] documents = NONE;
  private int[] frequencies = NONE;
  private int count;

  /** Of each document the places, as differences of variable length. */
  private byte[] places = NO_BYTES;

  private int placesEnd;
  private int mostFrequency;
  private int leastNorm = Byte.toUnsignedInt((byte) -1);
  private volatile LiveHits liveHits;

  /**
   * How many documents were alive.
   *
   * @param change that the corpus had seen
   * @param from the second at which they were counted
   * @param until the second in which the next one dies
   */
  private record LiveHits(long change, long from, long until, int count) {}

  /**
   * @param norm of the document's text
   */
  void add(int document, byte norm, AnalyzedText.Places found) {
    mostFrequency = Math.max(mostFrequency, found.count());
    leastNorm = Math.min(leastNorm, Byte.toUnsignedInt(norm));
    if (count == documents.length) {
      int next = count + (count >> 1) + 1;
      documents = Arrays.copyOf(documents, next);
      frequencies = Arrays.copyOf(frequencies, next);
    }
    documents[count] = document;
    frequencies[count] = found.count();
    count++;
    int before = 0;
    for (int i = 0; i < found.count(); i++) {
      put(found.at(i) - before);
      before = found.at(i);
    }
  }

  private void put(int difference) {
    int left = difference;
    do {
      if (placesEnd == places.length) {
        places = Arrays.copyOf(places, placesEnd + (placesEnd >> 1) + 1);
      }
      boolean more = left >= VARINT_MORE;
      places[placesEnd++] = (byte) (more ? left & (VARINT_MORE - 1) | VARINT_MORE : left);
      left >>>= VARINT_BITS;
    } while (left > 0);
  }

  int count() {
    return count;
  }

  /** Their numbers; only the first {@link #count} count. */
  int[] documents() {
    return documents;
  }

  /** How often each has the term. */
  int[] frequencies() {
    return frequencies;
  }

  /** How often a document has the term at most. */
  int mostFrequency() {
    return mostFrequency;
  }

  /** The norm of the shortest text that has the term. */
  byte leastNorm() {
    return (byte) leastNorm;
  }

  /**
   * How many documents are alive. It is counted again only after a change, or a death.
   *
   * @param change another number after each change of the corpus
   */
  int live(long[] deadlines, long change, long nowSecond) {
    LiveHits known = liveHits;
    if (known == null
        || known.change() != change
        || nowSecond < known.from()
        || nowSecond >= known.until()) {
      int live = 0;
      long until = Long.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        long deadline = deadlines[documents[i]];
        if (deadline > nowSecond) {
          live++;
          until = Math.min(until, deadline);
        }
      }
      known = new LiveHits(change, nowSecond, until, live);
      liveHits = known;
    }
    return known.count();
  }

  /** How often a document has the term. */
  int frequency(int document) {
    int found = Arrays.binarySearch(documents, 0, count, document);
    return found < 0 ? 0 : frequencies[found];
  }

  /** Without the documents whose new number is negative. */
  Postings renumbered(int[] numbers, byte[] norms) {
    Postings next = new Postings();
    Cursor cursor = new Cursor();
    for (int i = 0; i < count; i++) {
      if (numbers[documents[i]] >= 0) {
        cursor.goTo(i);
        next.add(numbers[documents[i]], norms[documents[i]], cursor.found());
      }
    }
    return next;
  }

  Cursor cursor() {
    return new Cursor();
  }

  /** Reads the places of documents, in ascending order. */
  final class Cursor {
    private int index;
    private int offset;

    /** The index of a document at or after the last one; negative if it does not have the term. */
    int find(int document) {
      return index < count ? Arrays.binarySearch(documents, index, count, document) : -1;
    }

    void goTo(int target) {
      while (index < target) {
        skip();
      }
    }

    private void skip() {
      for (int i = frequencies[index]; i > 0; i--) {
        while (places[offset++] < 0) {
          // The rest of the number follows.
        }
      }
      index++;
    }

    private int read() {
      int value = 0;
      int shift = 0;
      int next;
      do {
        next = places[offset++];
        value |= (next & (VARINT_MORE - 1)) << shift;
        shift += VARINT_BITS;
      } while (next < 0);
      return value;
    }

    /** The places of the document where it stands; it moves behind it. */
    AnalyzedText.Places found() {
      AnalyzedText.Places found = new AnalyzedText.Places();
      int place = 0;
      for (int i = frequencies[index]; i > 0; i--) {
        place += read();
        found.add(place);
      }
      index++;
      return found;
    }
  }
}
