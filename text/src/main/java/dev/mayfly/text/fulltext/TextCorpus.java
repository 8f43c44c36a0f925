package dev.mayfly.text.fulltext;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * An inverted index of documents on the heap. A document has a key and a text for each field, and
 * is alive until its deadline; statistics and scores are those of the documents that are alive at
 * the second that is asked for. Changes exclude each other and all reads.
 *
 * @param <K> of the documents, unique
 */
public final class TextCorpus<K> {
  private static final int DOCUMENT_BYTES = 232;
  private static final int REMOVED_MIN = 1_000;

  private final List<FullTextLanguage> languages;
  private final CorpusField[] fields;
  private final AtomicReferenceArray<Totals> totals;
  private Map<K, Integer> numbers = new HashMap<>();
  private Object[] keys = new Object[16];
  private long[] ids = new long[16];
  private long[] versions = new long[16];

  /** The second from which a document is dead; the smallest number if it was removed. */
  private long[] deadlines = new long[16];

  private int count;
  private int removed;
  private long generation;
  private long changes;

  /** The documents by their ids, ascending; null if that is to be found out again. */
  private volatile int[] byId;

  /** A corpus with a field for each language. */
  public TextCorpus(List<FullTextLanguage> languages) {
    this.languages = List.copyOf(languages);
    this.fields = new CorpusField[languages.size()];
    Arrays.setAll(fields, i -> new CorpusField());
    this.totals = new AtomicReferenceArray<>(fields.length);
  }

  /**
   * How many documents there are, and how many of them have a term.
   *
   * @param documents those without a text included
   * @param words how many terms their texts have together
   * @param hits for each term
   */
  public record Statistics(long documents, long words, long[] hits) {}

  /**
   * The sums of the living documents.
   *
   * @param change after which they were counted
   * @param from the second at which they were counted
   * @param until the second in which the next one dies
   */
  private record Totals(long change, long from, long until, long documents, long words) {}

  /** Adds a document, or replaces the one with its key. */
  public void put(K key, long id, long version, long deadline, String[] texts) {
    requireNonNull(key, "key");
    remove(key);
    byId = null;
    changes++;
    if (count == keys.length) {
      int next = count + (count >> 1);
      keys = Arrays.copyOf(keys, next);
      ids = Arrays.copyOf(ids, next);
      versions = Arrays.copyOf(versions, next);
      deadlines = Arrays.copyOf(deadlines, next);
    }
    for (int i = 0; i < fields.length; i++) {
      fields[i].add(count, texts[i] == null ? null : AnalyzedText.of(languages.get(i), texts[i]));
    }
    keys[count] = key;
    ids[count] = id;
    versions[count] = version;
    deadlines[count] = deadline;
    numbers.put(key, count++);
  }

  public void remove(K key) {
    Integer number = numbers.remove(key);
    if (number != null) {
      deadlines[number] = Long.MIN_VALUE;
      keys[number] = null;
      removed++;
      changes++;
    }
  }

  /** Frees what removed documents hold, if that is much. */
  public void compact() {
    if (removed < REMOVED_MIN || removed < count / 2) {
      return;
    }
    int[] next = new int[count];
    int kept = 0;
    for (int i = 0; i < count; i++) {
      next[i] = keys[i] == null ? -1 : kept;
      if (keys[i] != null) {
        keys[kept] = keys[i];
        ids[kept] = ids[i];
        versions[kept] = versions[i];
        deadlines[kept] = deadlines[i];
        kept++;
      }
    }
    Arrays.fill(keys, kept, count, null);
    for (CorpusField field : fields) {
      field.renumber(next, kept);
    }
    Map<K, Integer> renumbered = new HashMap<>();
    for (int i = 0; i < kept; i++) {
      renumbered.put(key(i), i);
    }
    numbers = renumbered;
    count = kept;
    removed = 0;
    byId = null;
    generation++;
    changes++;
  }

  /** Another one after numbers of documents have changed. */
  public long generation() {
    return generation;
  }

  public long heapBytes() {
    long bytes = (long) DOCUMENT_BYTES * count;
    for (CorpusField field : fields) {
      bytes += field.heapBytes();
    }
    return bytes;
  }

  /** One more than the highest number of a document. */
  public int end() {
    return count;
  }

  /** The number of the document with a key; negative if there is none. */
  public int number(K key) {
    return numbers.getOrDefault(key, -1);
  }

  /** The keys of all documents, dead ones included. */
  public List<K> keys() {
    return new ArrayList<>(numbers.keySet());
  }

  /** The key of a document; null if it was removed. */
  @SuppressWarnings("unchecked")
  public K key(int document) {
    return (K) keys[document];
  }

  public long id(int document) {
    return ids[document];
  }

  public long version(int document) {
    return versions[document];
  }

  /** Moves the death of a document. */
  public void deadline(int document, long second) {
    if (deadlines[document] != second) {
      deadlines[document] = second;
      changes++;
    }
  }

  /** Whether a document is alive and one of those meant, of which null means all. */
  boolean isMeant(int document, BitSet within, long nowSecond) {
    return deadlines[document] > nowSecond && (within == null || within.get(document));
  }

  /** How many documents are alive. */
  public long live(long nowSecond) {
    long live = 0;
    for (int i = 0; i < count; i++) {
      live += deadlines[i] > nowSecond ? 1 : 0;
    }
    return live;
  }

  /** All documents by their ids, removed ones included. */
  int[] byId() {
    int[] sorted = byId;
    if (sorted == null) {
      sorted =
          IntStream.range(0, count)
              .boxed()
              .sorted(Comparator.comparingLong(document -> ids[document]))
              .mapToInt(Integer::intValue)
              .toArray();
      byId = sorted;
    }
    return sorted;
  }

  CorpusField field(int field) {
    return fields[field];
  }

  /**
   * The statistics of the documents that are alive.
   *
   * @param within which documents count; null for all
   */
  public Statistics statistics(int field, List<SearchTerm> terms, BitSet within, long nowSecond) {
    long[] hits = hits(field, terms, within, nowSecond);
    Totals sums =
        within == null ? totals(field, nowSecond) : count(fields[field], within, nowSecond);
    return new Statistics(sums.documents(), sums.words(), hits);
  }

  /** The sums of all living documents, counted again only after a change, or a death. */
  private Totals totals(int field, long nowSecond) {
    Totals known = totals.get(field);
    if (known == null
        || known.change() != changes
        || nowSecond < known.from()
        || nowSecond >= known.until()) {
      known = count(fields[field], null, nowSecond);
      totals.set(field, known);
    }
    return known;
  }

  private Totals count(CorpusField field, BitSet within, long nowSecond) {
    long documents = 0;
    long words = 0;
    long until = Long.MAX_VALUE;
    int[] lengths = field.lengths();
    for (int i = 0; i < count; i++) {
      if (isMeant(i, within, nowSecond)) {
        documents++;
        words += Math.max(0, lengths[i]);
        until = Math.min(until, deadlines[i]);
      }
    }
    return new Totals(changes, nowSecond, until, documents, words);
  }

  /** How many living documents have each term. */
  public long[] hits(int field, List<SearchTerm> terms, BitSet within, long nowSecond) {
    long[] hits = new long[terms.size()];
    for (int term = 0; term < hits.length; term++) {
      Postings postings = within == null ? fields[field].postings(terms.get(term)) : null;
      hits[term] =
          postings == null
              ? hits(fields[field].matches(terms.get(term)), within, nowSecond)
              : postings.live(deadlines, changes, nowSecond);
    }
    return hits;
  }

  private long hits(Matches matches, BitSet within, long nowSecond) {
    long hits = 0;
    for (int i = 0; i < matches.count(); i++) {
      hits += isMeant(matches.documents()[i], within, nowSecond) ? 1 : 0;
    }
    return hits;
  }

  /** The living documents in the order of their scores. */
  public Ranking rank(
      int field, List<SearchTerm> terms, Statistics statistics, BitSet within, long nowSecond) {
    return Ranking.of(this, field, terms, statistics, within, nowSecond);
  }

  /** The score of one document; NaN if it has no text. */
  public double score(int field, List<SearchTerm> terms, Statistics statistics, int document) {
    int length = fields[field].lengths()[document];
    if (length == CorpusField.NO_TEXT) {
      return Double.NaN;
    }
    Bm25[] scorers = Bm25.of(statistics);
    double score = 0;
    for (int i = 0; i < terms.size(); i++) {
      int frequency = fields[field].frequency(terms.get(i), document);
      if (frequency > 0) {
        score += scorers[i].score(frequency, length);
      }
    }
    return (float) score;
  }
}
