package dev.mayfly.bench.all;

import dev.mayfly.bench.measure.Figure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What became worse from one run to the next, beyond what rounds of one run differ by: the best
 * round of now is worse than the worst of before, and the figure by more than a few percent.
 */
final class Regressions {
  private static final double LEAST_CHANGE = 0.05;

  /** Of a figure that was measured once or twice no spread is known. */
  private static final double LEAST_CHANGE_ALONE = 0.25;

  private static final int ROUNDS_MIN = 3;

  private final List<String> worse = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private Regressions() {}

  static Regressions of(Results before, Results now) {
    Regressions regressions = new Regressions();
    if (before.quick() != now.quick()) {
      regressions.notes.add("one of the runs was quick and the other was not");
    }
    Map<String, Figure> known = figures(before);
    Map<String, Figure> seen = figures(now);
    for (BenchResult bench : now.benches()) {
      for (Figure figure : bench.figures()) {
        String name = bench.name() + " " + figure.name();
        Figure old = known.get(name);
        if (old == null) {
          regressions.notes.add(name + " is new");
        } else {
          regressions.compare(name, old, figure);
        }
      }
    }
    for (String name : known.keySet().stream().sorted().toList()) {
      if (!seen.containsKey(name)) {
        regressions.notes.add(name + " was not measured this time");
      }
    }
    return regressions;
  }

  private static Map<String, Figure> figures(Results results) {
    Map<String, Figure> figures = new HashMap<>();
    for (BenchResult bench : results.benches()) {
      bench.figures().forEach(each -> figures.put(bench.name() + " " + each.name(), each));
    }
    return figures;
  }

  private void compare(String name, Figure old, Figure now) {
    boolean more = now.goal().isMoreBetter();
    double change = more ? old.value() / now.value() - 1 : now.value() / old.value() - 1;
    boolean spreadIsKnown =
        Math.min(old.rounds().rounds().size(), now.rounds().rounds().size()) >= ROUNDS_MIN;
    boolean apart =
        more ? now.rounds().max() < old.rounds().min() : now.rounds().min() > old.rounds().max();
    if (spreadIsKnown ? apart && change > LEAST_CHANGE : change > LEAST_CHANGE_ALONE) {
      worse.add(
          String.format(
              Locale.ROOT,
              "%s: %s before, %s now, %.0f %% worse",
              name,
              describe(old),
              describe(now),
              change * 100));
    }
  }

  private static String describe(Figure figure) {
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f to %.2f)",
        figure.value(),
        figure.rounds().min(),
        figure.rounds().max());
  }

  /** One line each. */
  List<String> worse() {
    return List.copyOf(worse);
  }

  /** What could not be compared. */
  List<String> notes() {
    return List.copyOf(notes);
  }
}
