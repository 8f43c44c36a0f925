package dev.mayfly.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.testkit.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Addresses as numbers: a range of partition keys has all of its items. */
class AddressPlaceTest {
  private final Random random = Seeds.random(AddressPlaceTest.class);

  private byte[] bytes(int lengthMax) {
    byte[] bytes = new byte[random.nextInt(lengthMax + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void numbersHaveTheOrderOfAddresses() {
    for (int i = 0; i < 10_000; i++) {
      byte[] left = bytes(12);
      byte[] right = bytes(12);
      int order = Long.compare(AddressPlace.of(left), AddressPlace.of(right));
      if (order != 0) {
        assertThat(Integer.signum(Arrays.compareUnsigned(left, right))).isEqualTo(order);
      }
    }
  }

  @Test
  void aRangeHasAllItsItems() {
    for (int i = 0; i < 10_000; i++) {
      byte[] key = Arrays.copyOf(bytes(12), 16);
      byte[] min = bytes(12);
      byte[] max = random.nextBoolean() ? Arrays.copyOf(key, key.length + 1) : bytes(12);
      if (Arrays.compareUnsigned(min, max) > 0) {
        continue;
      }
      EpkRange range = new EpkRange(min, max);
      byte[] id = bytes(4);
      byte[] address = Arrays.copyOf(key, key.length + id.length);
      System.arraycopy(id, 0, address, key.length, id.length);
      if (range.contains(key)) {
        assertThat(AddressPlace.of(address))
            .isBetween(AddressPlace.from(range), AddressPlace.to(range));
      }
    }
  }
}
