package dev.mayfly.engine.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.container.PurgePositions.Place;
import org.junit.jupiter.api.Test;

class PurgePositionsTest {
  private static final int SOURCE = 1;

  private final PurgePositions positions = new PurgePositions();

  @Test
  void nothingIsKnownAtFirst() {
    assertThat(positions.emptyBefore(SOURCE)).isEqualTo(Place.START);
    positions.inserted(SOURCE, 5, 10);
    assertThat(positions.emptyBefore(SOURCE)).isEqualTo(Place.START);
  }

  @Test
  void aRowOfTheSameSecondComesAfterThoseThatWerePurged() {
    positions.emptyBefore(SOURCE, new Place(5, 10));
    positions.inserted(SOURCE, 5, 11);
    assertThat(positions.emptyBefore(SOURCE)).isEqualTo(new Place(5, 10));
  }

  @Test
  void aRowThatComesInBeforeSendsThePurgeBack() {
    positions.emptyBefore(SOURCE, new Place(5, 10));
    positions.inserted(SOURCE, 4, 11);
    assertThat(positions.emptyBefore(SOURCE)).isEqualTo(new Place(4, 11));
    assertThat(positions.emptyBefore(SOURCE + 1)).isEqualTo(Place.START);
  }
}
