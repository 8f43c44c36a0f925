package dev.mayfly.torture.ledger;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares what was found with a collection's history. The history of a collection is a sequence,
 * because one thread makes it: what is found must be the state after some step that is not before
 * the last acknowledged one and not after the last one sent.
 */
final class Judge {
  private final State base;
  private final List<Step> steps;
  private final Found found;
  private String firstMismatch;

  Judge(State base, List<Step> steps, Found found) {
    this.base = base;
    this.steps = steps;
    this.found = found;
  }

  /**
   * Finds the state.
   *
   * @param certain how many of the steps had been acknowledged before
   * @param possible how many had been sent
   * @throws Violation if there is none
   */
  State judge(int certain, int possible) {
    for (int cut = possible; cut >= certain; cut--) {
      State state = stateAfter(cut);
      String mismatch = mismatch(state, Map.of());
      if (mismatch == null) {
        return state;
      }
      if (firstMismatch == null || cut == certain) {
        firstMismatch = "after step " + cut + ": " + mismatch;
      }
      if (cut < possible && steps.get(cut).loose()) {
        Map<String, Entry> others = steps.get(cut).entries();
        if (mismatch(state, others) == null) {
          return partly(state, others);
        }
      }
    }
    throw new Violation(
        firstMismatch
            + "; steps "
            + certain
            + " to "
            + possible
            + " were possible: "
            + steps.subList(Math.max(0, certain - 1), possible)
            + "; found "
            + found);
  }

  private State stateAfter(int cut) {
    State state = base.copy();
    for (Step step : steps.subList(0, cut)) {
      step.applyTo(state);
    }
    return state;
  }

  private State partly(State before, Map<String, Entry> others) {
    State state = before.copy();
    others.forEach(
        (key, entry) -> {
          if (agrees(state, key, entry)) {
            state.entries.put(key, entry);
          }
        });
    return state;
  }

  /** What speaks against a state, or null; of some keys another entry may be there instead. */
  private String mismatch(State state, Map<String, Entry> others) {
    if (!state.exists && isEmptyOfReader()) {
      return null;
    }
    if (state.exists != (found.docs() != null)) {
      return state.exists ? "the collection is gone" : "the collection is there again";
    }
    if (!state.exists) {
      return null;
    }
    Set<String> keys = new TreeSet<>(state.entries.keySet());
    keys.addAll(found.docs().keySet());
    for (String key : keys) {
      Entry entry = state.entries.get(key);
      boolean otherAgrees = others.containsKey(key) && agrees(state, key, others.get(key));
      if (!otherAgrees && !agrees(state, key, entry)) {
        return key
            + " should be "
            + (entry == null ? "absent" : entry)
            + (entry != null && entry.isPresent() ? ", " + state.lifetime(entry) : "")
            + ", and is "
            + (found.docs().containsKey(key) ? found.docs().get(key) : "absent");
      }
    }
    return found.catalog() == null ? null : catalogMismatch(state);
  }

  /** A reader that found the collection before it was dropped, and its documents no more. */
  private boolean isEmptyOfReader() {
    return found.catalog() == null && found.docs() != null && found.docs().isEmpty();
  }

  private boolean agrees(State state, String key, Entry entry) {
    Doc doc = found.docs().get(key);
    boolean expected = entry != null && entry.isPresent();
    if (doc == null) {
      return !expected || !state.isAliveAt(entry, found.window().toSecond());
    }
    return expected
        && entry.doc().equals(doc)
        && !state.isDeadAt(entry, found.window().fromSecond());
  }

  private String catalogMismatch(State state) {
    Found.Catalog expected =
        new Found.Catalog(state.ttl.current(), state.dates.current(), state.uniqueByIndex.keySet());
    if (!expected.equals(found.catalog())) {
      return "the settings should be " + expected + ", and are " + found.catalog();
    }
    Map<Integer, String> holders = new HashMap<>();
    if (state.uniqueByIndex.containsValue(true)) {
      for (Doc doc : found.docs().values()) {
        String holder = holders.put(doc.u(), doc.key());
        if (holder != null) {
          return holder + " and " + doc.key() + " both have the unique value " + doc.u();
        }
      }
    }
    return null;
  }
}
