package dev.mayfly.engine.item;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a lookup of several keys found.
 *
 * @param items as many as keys, in their order; null where no item is visible
 * @param chargeCentiRu in hundredths of a request unit
 */
public record Lookup(List<Item> items, long chargeCentiRu) {
  public Lookup {
    items = Collections.unmodifiableList(new ArrayList<>(items));
  }
}
