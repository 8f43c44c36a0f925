package dev.mayfly.query.cursor;

import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Looks items up by their keys. */
final class KeyReader extends BatchReader {
  private final List<ItemKey> keys;
  private final int first;
  private int[] numbers = new int[0];

  KeyReader(ReadPlan.Keys plan, ReadSource source, BatchLimits limits, CursorPosition start) {
    super(source, limits, start);
    this.keys = plan.keys();
    this.first = plan.first();
  }

  @Override
  List<Item> read(Predicate<Item> filter) {
    int from = Math.min(Math.max(0, position().part() - first), keys.size());
    int to = Math.min(keys.size(), from + keysAtOnce());
    moveTo(new CursorPosition(first + to, null), to == keys.size());
    if (from == to) {
      return List.of();
    }
    Lookup lookup = source.lookup(keys.subList(from, to));
    source.charge(lookup.chargeCentiRu());
    List<Item> found = new ArrayList<>(to - from);
    numbers = new int[to - from];
    for (int i = from; i < to; i++) {
      Item item = lookup.items().get(i - from);
      if (item != null) {
        numbers[found.size()] = first + i;
        found.add(item);
      }
    }
    return found;
  }

  @Override
  CursorPosition after(int item) {
    return new CursorPosition(numbers[item] + 1, null);
  }
}
