package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.FullTextCall;
import dev.mayfly.cosmos.query.fulltext.FullTextCorpora;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.query.cursor.ReadPlan;
import dev.mayfly.text.fulltext.FullTextKeys;
import dev.mayfly.text.fulltext.Ranking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The items of a page in the order of their scores, found by the texts on the heap. They are read
 * and judged like any others, and the filter is evaluated.
 */
final class RankedItems {
  /** Of a query with a filter, so many more are ranked than are needed. */
  private static final int FILTERED_FACTOR = 4;

  private static final int FILTERED_MORE = 1_000;
  private static final int BATCH = 64;

  private final PageContext context;
  private final List<List<FullTextCall>> calls;
  private final List<Candidate> candidates;
  private final boolean complete;
  private long retrieved;
  private long retrievedBytes;

  /**
   * An item and what is known of its scores.
   *
   * @param scores for each group of calls; null if it is to be computed
   */
  private record Candidate(ItemKey key, long lsn, Value[] scores) {}

  /** Gets the rows that pass; returns whether more are needed. */
  @FunctionalInterface
  interface Taker {
    boolean take(Item item, Value[] row);
  }

  private RankedItems(
      PageContext context,
      List<List<FullTextCall>> calls,
      List<Candidate> candidates,
      boolean complete) {
    this.context = context;
    this.calls = calls;
    this.candidates = candidates;
    this.complete = complete;
  }

  /**
   * Ranks the items by a score.
   *
   * @param need how many that pass are needed
   * @return null if the items have to be read to be ranked
   */
  static RankedItems of(PageContext context, FullTextCall by, long need) {
    CompiledQuery query = context.query();
    FullTextCorpora corpora = query.texts().corpora();
    List<String> path = by.path(query.rootAlias());
    if (corpora == null || path == null || !readsAll(context) || need > Integer.MAX_VALUE / 8) {
      return null;
    }
    try (FullTextCorpora.Session texts =
        corpora.open(context.container(), query.texts().policy(), context.limits().wholeEnd())) {
      return texts == null || !texts.has(path) ? null : ranked(context, by, path, texts, need);
    }
  }

  /** Whether the page is about all items of a range, or those that a full text index finds. */
  private static boolean readsAll(PageContext context) {
    if (context.scope().key() != null
        || context.query().rootAlias() == null
        || !context.query().joins().isEmpty()) {
      return false;
    }
    return context.plan().reads() instanceof ReadPlan.Partitions all
        ? all.ranges().equals(List.of(context.scope().range()))
        : context.plan().reads() instanceof ReadPlan.Indexes indexes
            && indexes.scans().stream().allMatch(each -> FullTextKeys.isIndex(each.index()));
  }

  private static RankedItems ranked(
      PageContext context,
      FullTextCall by,
      List<String> path,
      FullTextCorpora.Session texts,
      long need) {
    context.addSearched(path);
    long second = context.reading().nowSecond();
    Ranking ranking =
        texts.rank(path, by.terms(), by.statistics(), context.scope().range(), second);
    boolean filtered = context.query().where() != null;
    int most = (int) (filtered ? FILTERED_FACTOR * need + FILTERED_MORE : need);
    Ranking.Place[] first = ranking.top(most);
    Ranking.Place[] rest =
        first.length < most ? ranking.rest(most - first.length) : new Ranking.Place[0];
    Map<String, List<FullTextCall>> byId = new LinkedHashMap<>();
    byId.put(by.id(), new ArrayList<>());
    for (FullTextCall each : context.query().scores()) {
      byId.computeIfAbsent(each.id(), id -> new ArrayList<>()).add(each);
    }
    List<List<FullTextCall>> calls = List.copyOf(byId.values());
    List<Candidate> candidates = new ArrayList<>(first.length + rest.length);
    for (Ranking.Place[] places : List.of(first, rest)) {
      for (Ranking.Place place : places) {
        candidates.add(candidate(context, calls, texts, place));
      }
    }
    return new RankedItems(context, calls, candidates, candidates.size() < most);
  }

  private static Candidate candidate(
      PageContext context,
      List<List<FullTextCall>> calls,
      FullTextCorpora.Session texts,
      Ranking.Place place) {
    Value[] scores = new Value[calls.size()];
    scores[0] = value(place.score());
    for (int i = 1; i < scores.length; i++) {
      FullTextCall call = calls.get(i).get(0);
      List<String> path = call.path(context.query().rootAlias());
      if (texts.has(path)) {
        scores[i] = value(texts.score(path, call.terms(), call.statistics(), place.document()));
      }
    }
    return new Candidate(texts.key(place.document()), texts.lsn(place.document()), scores);
  }

  private static Value value(double score) {
    return Double.isNaN(score) ? Value.UNDEFINED : Value.of(score);
  }

  /**
   * Passes rows on in order, until no more are needed.
   *
   * @return false if more are needed than were ranked
   */
  boolean forEach(Taker taker) {
    CompiledQuery query = context.query();
    Value[] row = new Value[Math.max(1, query.width())];
    try {
      for (int from = 0; from < candidates.size(); from += BATCH) {
        List<Candidate> batch = candidates.subList(from, Math.min(candidates.size(), from + BATCH));
        List<Item> items =
            context.reading().lookup(batch.stream().map(Candidate::key).toList()).items();
        for (int i = 0; i < batch.size(); i++) {
          Item item = items.get(i);
          if (item != null && !take(batch.get(i), item, row, taker)) {
            return true;
          }
        }
      }
    } finally {
      calls.forEach(each -> each.forEach(call -> call.preset(null)));
    }
    return complete;
  }

  private boolean take(Candidate candidate, Item item, Value[] row, Taker taker) {
    CompiledQuery query = context.query();
    retrieved++;
    retrievedBytes += item.sizeBytes();
    query.budget().begin();
    boolean same = item.lsn() == candidate.lsn();
    for (int i = 0; i < calls.size(); i++) {
      Value score = same ? candidate.scores()[i] : null;
      calls.get(i).forEach(call -> call.preset(score));
    }
    row[0] = new ObjectValue.Stored(item, context.form());
    return !query.passes(row) || taker.take(item, row);
  }

  long retrieved() {
    return retrieved;
  }

  long retrievedBytes() {
    return retrievedBytes;
  }
}
