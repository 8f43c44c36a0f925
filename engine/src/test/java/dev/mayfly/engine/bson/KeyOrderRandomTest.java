package dev.mayfly.engine.bson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Encoded bytes against a comparison that knows nothing of them. */
class KeyOrderRandomTest {
  private static final ReferenceOrder REFERENCE = new ReferenceOrder();

  private record Encoded(BsonValue value, byte[] key) {
    static Encoded of(BsonValue value) {
      byte[] key = KeyEncoder.encode(value);
      assertThat(KeyEncoder.encode(Bodies.raw(value))).as("raw %s", value).isEqualTo(key);
      BsonValue back = KeyEncoder.decode(key);
      assertThat(REFERENCE.compare(back, value)).as("%s came back as %s", value, back).isZero();
      return new Encoded(value, key);
    }
  }

  @Test
  void valuesOfAllTypes() {
    RandomValues values = new RandomValues(Seeds.random(KeyOrderRandomTest.class));
    assertOrdered(values::next);
  }

  @Test
  void numbers() {
    RandomValues values = new RandomValues(Seeds.random(KeyOrderRandomTest.class));
    assertOrdered(values::number);
  }

  private static void assertOrdered(Supplier<BsonValue> source) {
    List<Encoded> values = Stream.generate(source).limit(1500).map(Encoded::of).toList();
    int equal = 0;
    for (Encoded a : values) {
      for (Encoded b : values) {
        int expected = Integer.signum(REFERENCE.compare(a.value(), b.value()));
        int actual = Integer.signum(Arrays.compareUnsigned(a.key(), b.key()));
        if (actual != expected) {
          assertThat(actual).as("%s against %s", a.value(), b.value()).isEqualTo(expected);
        }
        int length = Math.min(a.key().length, b.key().length);
        if (actual != 0 && Arrays.mismatch(a.key(), b.key()) == length) {
          throw new AssertionError(a.value() + " and " + b.value() + ": one begins the other");
        }
        equal += actual == 0 ? 1 : 0;
      }
    }
    assertThat(equal).isGreaterThan(values.size()); // else the values were too far apart
  }
}
