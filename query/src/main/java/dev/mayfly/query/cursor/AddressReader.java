package dev.mayfly.query.cursor;

import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Looks items up by their addresses. */
final class AddressReader extends BatchReader {
  private final List<byte[]> addresses;
  private int[] numbers = new int[0];

  AddressReader(
      ReadPlan.Addresses plan, ReadSource source, BatchLimits limits, CursorPosition start) {
    super(source, limits, start);
    this.addresses = plan.addresses();
  }

  @Override
  List<Item> read(Predicate<Item> filter) {
    int from = Math.min(position().part(), addresses.size());
    int to = Math.min(addresses.size(), from + keysAtOnce());
    moveTo(new CursorPosition(to, null), to == addresses.size());
    if (from == to) {
      return List.of();
    }
    Lookup lookup = source.reading().lookupAddresses(addresses.subList(from, to));
    source.charge(lookup.chargeCentiRu());
    List<Item> found = new ArrayList<>(to - from);
    numbers = new int[to - from];
    for (int i = from; i < to; i++) {
      Item item = lookup.items().get(i - from);
      if (item != null) {
        numbers[found.size()] = i;
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
