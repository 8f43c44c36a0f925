package dev.mayfly.bench.fulltext;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.measure.WarmUp;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.Version;

/** The first ten texts for one to three words, beside Lucene used directly on the same texts. */
public final class FullTextBench {
  private static final String LUCENE = "Lucene";
  private static final int ITEMS = 200_000;
  private static final int QUICK_ITEMS = 20_000;
  private static final int SEARCHES = 500;
  private static final int ROUNDS = 9;
  private static final int TOP = 10;
  private static final long SEED = 19;
  private static final double GOAL = 0.7;

  /** So often all searches are done to be measured once: the processor's clock is coarse. */
  private static final int PASSES = 10;

  /** So many of Lucene's results are looked at, to find those with the same score as the last. */
  private static final int TIES_MAX = 1_000;

  private static final double SAME_GOAL = 1;

  private FullTextBench() {}

  /** Prints how many times as many searches there are, and how many results are the same. */
  public static void run(Report report, Path directory, boolean quick) throws Exception {
    Texts source = new Texts(SEED);
    List<String> texts = new ArrayList<>();
    for (int i = quick ? QUICK_ITEMS : ITEMS; i > 0; i--) {
      texts.add(source.text());
    }
    List<List<String>> searches = new ArrayList<>();
    for (int i = 0; i < SEARCHES; i++) {
      searches.add(source.terms());
    }
    report.progress("%d texts", texts.size());
    try (LuceneTexts lucene = LuceneTexts.of(directory.resolve("lucene"), texts);
        MayflyTexts mayfly = MayflyTexts.of(directory.resolve("mayfly"), texts)) {
      report.version(LUCENE, Version.LATEST.toString());
      report
          .beside(LUCENE)
          .in("share")
          .atLeast("fulltext-same", same(mayfly, lucene, searches), SAME_GOAL);
      Rounds.Measurement ours =
          () -> perSecond(searches, terms -> mayfly.search(terms, TOP).size());
      Rounds.Measurement theirs =
          () -> perSecond(searches, terms -> lucene.search(terms, TOP).size());
      WarmUp.untilCompiled(ours);
      WarmUp.untilCompiled(theirs);
      Rounds.Pair pair = Rounds.alternate(ROUNDS, ours, theirs);
      report.progress("%.0f/s, Lucene %.0f/s", pair.first(), pair.second());
      report.atLeast("fulltext-rate", pair.ratio(), GOAL);
      Rounds.Measurement ids =
          () -> perSecond(searches, terms -> lucene.searchIds(terms, TOP).size());
      WarmUp.untilCompiled(ids);
      Rounds.Pair withoutTexts = Rounds.alternate(ROUNDS, ours, ids);
      report.progress(
          "%.0f/s, Lucene without its documents %.0f/s",
          withoutTexts.first(), withoutTexts.second());
      report.atLeast("fulltext-rate-of-ids", withoutTexts.ratio(), GOAL);
    }
  }

  private interface Search {
    int run(List<String> terms) throws Exception;
  }

  /**
   * The share of results that are Lucene's. Of those with the same score as the last one, which it
   * orders differently, any will do.
   */
  private static double same(MayflyTexts mayfly, LuceneTexts lucene, List<List<String>> searches)
      throws Exception {
    long same = 0;
    long all = 0;
    for (List<String> terms : searches) {
      LuceneTexts.Ranked theirs = lucene.ranked(terms, TIES_MAX);
      List<String> ours = mayfly.search(terms, TOP);
      int count = Math.min(TOP, theirs.ids().size());
      all += count;
      for (int i = 0; i < count; i++) {
        int place = theirs.ids().indexOf(ours.get(i));
        same += place >= 0 && theirs.scores().get(place).equals(theirs.scores().get(i)) ? 1 : 0;
      }
    }
    return (double) same / Math.max(1, all);
  }

  /** By the thread's processor time, so that others on the machine do not count. */
  private static double perSecond(List<List<String>> searches, Search search) throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long started = threads.getCurrentThreadCpuTime();
    for (int pass = 0; pass < PASSES; pass++) {
      for (List<String> terms : searches) {
        search.run(terms);
      }
    }
    return PASSES
        * searches.size()
        * 1e9
        / Math.max(1, threads.getCurrentThreadCpuTime() - started);
  }
}
