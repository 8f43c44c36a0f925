package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.Aggregate;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.FullTextCall;
import dev.mayfly.cosmos.query.compile.Group;
import dev.mayfly.cosmos.query.fulltext.FullTextCorpora;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.cursor.CursorPosition;
import dev.mayfly.query.cursor.ItemCursor;
import dev.mayfly.query.cursor.ReadPlan;
import dev.mayfly.text.fulltext.AnalyzedText;
import dev.mayfly.text.fulltext.SearchTerm;
import dev.mayfly.text.fulltext.TextCorpus.Statistics;
import java.util.ArrayList;
import java.util.List;

/** The numbers by which texts are scored: of all live items of the container, or of a range. */
final class TextStatistics {
  private static final int ITEMS_PER_CHECKPOINT = 32;

  private TextStatistics() {}

  /** Finds what the scores of an ORDER BY RANK need. */
  static void find(PageContext context) {
    List<FullTextCall> open = new ArrayList<>();
    for (FullTextCall each : context.query().scores()) {
      if (each.statistics() == null) {
        open.add(each);
      }
    }
    FullTextCorpora corpora = context.query().texts().corpora();
    if (!open.isEmpty() && corpora != null) {
      findOnHeap(context, corpora, open);
    }
    if (!open.isEmpty()) {
      read(context, open);
    }
  }

  private static void findOnHeap(
      PageContext context, FullTextCorpora corpora, List<FullTextCall> open) {
    CompiledQuery query = context.query();
    try (FullTextCorpora.Session texts =
        corpora.open(context.container(), query.texts().policy(), context.limits().wholeEnd())) {
      if (texts != null) {
        open.removeIf(
            call -> {
              List<String> path = call.path(query.rootAlias());
              boolean there = texts.has(path);
              if (there) {
                long second = context.reading().nowSecond();
                call.use(texts.statistics(path, call.terms(), EpkRange.FULL, second));
              }
              return there;
            });
      }
    }
  }

  /** Reads all items of the container. */
  private static void read(PageContext context, List<FullTextCall> open) {
    CompiledQuery query = context.query();
    List<Sum> sums = open.stream().map(Sum::new).toList();
    PageReadSource reads = context.reads();
    ItemCursor items =
        reads.cursor(
            new ReadPlan.Partitions(List.of(EpkRange.FULL)),
            CursorPosition.START,
            PageContext.WHOLE_BATCH);
    reads.readWhole();
    Value[] row = new Value[Math.max(1, query.width())];
    int[] seen = new int[1];
    items.filter(
        item -> {
          query.budget().begin();
          row[0] = new ObjectValue.Stored(item, context.form());
          sums.forEach(sum -> sum.add(row));
          if (++seen[0] % ITEMS_PER_CHECKPOINT == 0) {
            Checkpoint.pass();
          }
          return false;
        });
    Item last = items.next();
    assert last == null : "no item passes";
    if (!items.isAtEnd()) {
      throw PageContext.tooManyItems("ranks", items);
    }
    sums.forEach(Sum::use);
  }

  /** The numbers of one call, under construction. */
  private static final class Sum {
    private final FullTextCall call;
    private final long[] hits;
    private long items;
    private long words;

    Sum(FullTextCall call) {
      this.call = call;
      this.hits = new long[call.terms().size()];
    }

    void add(Value[] row) {
      items++;
      AnalyzedText text = call.analyzed(row);
      if (text != null) {
        words += text.length();
        List<SearchTerm> terms = call.terms();
        for (int i = 0; i < hits.length; i++) {
          hits[i] += terms.get(i).frequency(text) > 0 ? 1 : 0;
        }
      }
    }

    void use() {
      call.use(new Statistics(items, words, hits));
    }
  }

  /**
   * The page of the query by which clients ask a range for its statistics, from what is on the
   * heap; null if it is another query, or the texts are not there.
   */
  static QueryPage page(PageContext context) {
    CompiledQuery query = context.query();
    FullTextCorpora corpora = query.texts().corpora();
    if (corpora == null || !isAsked(context)) {
      return null;
    }
    List<Aggregate.State> states = new ArrayList<>();
    try (FullTextCorpora.Session texts =
        corpora.open(context.container(), query.texts().policy(), context.limits().wholeEnd())) {
      if (texts == null
          || !query.aggregates().stream().allMatch(each -> isThere(query, each, texts))) {
        return null;
      }
      for (Aggregate each : query.aggregates()) {
        states.add(state(context, each, texts));
      }
    }
    context.addResult(new Group(query, CompiledQuery.NO_ROW, states));
    return context.finish(null, context.reading().chargeCentiRu(), 0, 0);
  }

  private static boolean isAsked(PageContext context) {
    CompiledQuery query = context.query();
    return query.where() == null
        && query.rootAlias() != null
        && query.joins().isEmpty()
        && context.scope().key() == null
        && context.from().states().isEmpty()
        && query.aggregates().stream().anyMatch(each -> each.fullText() != null);
  }

  private static boolean isThere(
      CompiledQuery query, Aggregate aggregate, FullTextCorpora.Session texts) {
    FullTextCall call = aggregate.fullText();
    return call == null
        ? aggregate.countsRows()
        : texts.has(call.path(query.rootAlias()))
            && (aggregate.isSum() && call.function() == FullTextCall.Function.WORD_COUNT
                || aggregate.isCountIf() && call.function() == FullTextCall.Function.CONTAINS);
  }

  private static Aggregate.State state(
      PageContext context, Aggregate aggregate, FullTextCorpora.Session texts) {
    FullTextCall call = aggregate.fullText();
    EpkRange range = context.scope().range();
    long second = context.reading().nowSecond();
    boolean hits = call != null && aggregate.isCountIf();
    List<String> path = call == null ? null : call.path(context.query().rootAlias());
    List<SearchTerm> terms = hits ? call.terms() : List.of();
    Statistics found = texts.statistics(path, terms, range, second);
    long count = hits ? found.hits()[0] : found.documents();
    return new Aggregate.State(count, call == null ? 0 : found.words(), Value.UNDEFINED, false);
  }
}
