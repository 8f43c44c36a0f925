package dev.mayfly.torture.ledger;

import java.util.Map;
import java.util.function.BiConsumer;

/**
 * One change of a collection that happens whole or not at all.
 *
 * @param loose except that each of its entries may happen without the others until it is
 *     acknowledged: an unordered bulk write
 * @param effect what it does beside the entries
 */
record Step(
    String what,
    Moment moment,
    boolean loose,
    Map<String, Entry> entries,
    BiConsumer<State, Moment> effect) {
  void applyTo(State state) {
    effect.accept(state, moment);
    state.entries.putAll(entries);
  }

  @Override
  public String toString() {
    return what + " " + entries + " (" + moment + ")";
  }
}
