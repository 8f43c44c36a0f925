package dev.mayfly.cosmos.query.run;

import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.Continuation;
import java.util.Arrays;

/** Short places for tokens. */
final class ShortPlaces {
  /** Bytes that no id has, to come after everything that begins alike. */
  private static final int FILLER = 8;

  private ShortPlaces() {}

  /** A place at or after the given one and before the next item, as short as it can be. */
  static Place between(Place place, Item next, int container) {
    long incarnation = next.etag().incarnation();
    byte[] from =
        Continuation.decode(place.scan(), Continuation.Kind.SCAN, incarnation, container).place();
    int common = Arrays.mismatch(from, next.address());
    if (common < 0 || common + 1 + FILLER >= from.length) {
      return place;
    }
    // All that begins with one byte more than both have in common is still before the next item.
    byte[] cut = Arrays.copyOf(from, common + 1 + FILLER);
    Arrays.fill(cut, common + 1, cut.length, (byte) 0xFF);
    if (Arrays.compareUnsigned(cut, from) < 0) {
      return place;
    }
    return new Place(
        0, new Continuation(Continuation.Kind.SCAN, incarnation, container, cut).encode());
  }
}
