package dev.mayfly.mongo.bson;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalsTest {
  private static Decimal128 decimal(String text) {
    return Decimal128.parse(text);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, 3, -1, 2, 0.5",
    "1E+6111, 1E-6176, 1.000000000000000000000000000000000E+6111,"
        + " 1.000000000000000000000000000000000E+6111, 1E-65, Infinity",
    "Infinity, 1, Infinity, Infinity, Infinity, Infinity",
    "Infinity, -Infinity, NaN, Infinity, -Infinity, NaN",
    "NaN, 1, NaN, NaN, NaN, NaN",
    "1, Infinity, Infinity, -Infinity, Infinity, 0",
    "9.999999999999999999999999999999999E+6144, 9E+6144, Infinity,"
        + " 9.99999999999999999999999999999999E+6143, Infinity,"
        + " 1.111111111111111111111111111111111"
  })
  void computesWithThirtyFourDigits(
      String first, String second, String sum, String difference, String product, String quotient) {
    Decimal128 left = decimal(first);
    Decimal128 right = decimal(second);

    assertThat(Decimals.add(left, right)).isEqualByComparingTo(decimal(sum));
    assertThat(Decimals.subtract(left, right)).isEqualByComparingTo(decimal(difference));
    assertThat(Decimals.multiply(left, right)).isEqualByComparingTo(decimal(product));
    assertThat(Decimals.divide(left, right)).isEqualByComparingTo(decimal(quotient));
  }

  @Test
  void tooLargeIsInfiniteAndTooSmallIsZero() {
    assertThat(Decimals.of(new BigDecimal("1E+6145"))).isEqualTo(Decimal128.POSITIVE_INFINITY);
    assertThat(Decimals.of(new BigDecimal("-1E+6145"))).isEqualTo(Decimal128.NEGATIVE_INFINITY);
    assertThat(Numbers.exact(Decimals.of(new BigDecimal("1E-7000")))).isZero();
    assertThat(Decimals.of(new BigDecimal("1E+6144"))).isEqualByComparingTo(decimal("1E+6144"));
  }
}
