package dev.mayfly.text.fulltext;

/** The documents with the highest scores so far, of equal ones those with the higher ids. */
final class TopPlaces {
  private final TextCorpus<?> corpus;
  private final int[] documents;
  private final float[] scores;
  private int held;

  /**
   * @param most how many are kept
   */
  TopPlaces(TextCorpus<?> corpus, int most) {
    this.corpus = corpus;
    this.documents = new int[most];
    this.scores = new float[most];
  }

  /** No document with a lower score is taken. */
  float least() {
    return held < documents.length ? 0 : scores[0];
  }

  /** Whether a document would be taken. */
  boolean takes(int document, float score) {
    return held < documents.length || isBefore(score, document, scores[0], documents[0]);
  }

  /** Adds a document that is taken, in the place of the last one if there is no other. */
  void add(int document, float score) {
    if (held < documents.length) {
      documents[held] = document;
      scores[held] = score;
      rise(held++);
    } else {
      documents[0] = document;
      scores[0] = score;
      sink(0, held);
    }
  }

  /** All that are held, the first one first; nothing can be added any more. */
  Ranking.Place[] inOrder() {
    for (int end = held - 1; end > 0; end--) {
      swap(0, end);
      sink(0, end);
    }
    Ranking.Place[] places = new Ranking.Place[held];
    for (int i = 0; i < held; i++) {
      places[i] = new Ranking.Place(documents[i], scores[i]);
    }
    return places;
  }

  private boolean isBefore(float score, int document, float otherScore, int other) {
    return score != otherScore ? score > otherScore : corpus.id(document) > corpus.id(other);
  }

  private boolean isBefore(int left, int right) {
    return isBefore(scores[left], documents[left], scores[right], documents[right]);
  }

  /** Restores the heap, at whose root the last of all is, after a leaf was added. */
  private void rise(int from) {
    int at = from;
    while (at > 0 && isBefore((at - 1) / 2, at)) {
      swap(at, (at - 1) / 2);
      at = (at - 1) / 2;
    }
  }

  private void sink(int from, int size) {
    int at = from;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        return;
      }
      if (child + 1 < size && isBefore(child, child + 1)) {
        child++;
      }
      if (!isBefore(at, child)) {
        return;
      }
      swap(at, child);
      at = child;
    }
  }

  private void swap(int left, int right) {
    int document = documents[left];
    documents[left] = documents[right];
    documents[right] = document;
    float score = scores[left];
    scores[left] = scores[right];
    scores[right] = score;
  }
}
