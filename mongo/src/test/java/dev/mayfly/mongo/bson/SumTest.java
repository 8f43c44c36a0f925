package dev.mayfly.mongo.bson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

class SumTest {
  private static BsonValue sum(BsonValue... values) {
    Sum sum = new Sum();
    for (BsonValue value : values) {
      sum.add(value);
    }
    return sum.value();
  }

  @Test
  void theSumHasTheWidestTypeThatWasAdded() {
    assertThat(sum()).isEqualTo(new BsonInt32(0));
    assertThat(sum(new BsonInt32(1), new BsonInt32(2))).isEqualTo(new BsonInt32(3));
    assertThat(sum(new BsonInt32(1), new BsonInt64(2))).isEqualTo(new BsonInt64(3));
    assertThat(sum(new BsonInt64(1), new BsonDouble(2))).isEqualTo(new BsonDouble(3));
    assertThat(sum(new BsonDouble(0.5), new BsonDecimal128(Decimal128.parse("1"))))
        .isEqualTo(new BsonDecimal128(Decimal128.parse("1.5")));
  }

  @Test
  void whatOverflowsGetsWiderAndComesBack() {
    BsonValue most = new BsonInt64(Long.MAX_VALUE);

    assertThat(sum(new BsonInt32(Integer.MAX_VALUE), new BsonInt32(1)))
        .isEqualTo(new BsonInt64(1L << 31));
    assertThat(sum(most, most)).isEqualTo(new BsonDouble(0x1p64));
    assertThat(sum(most, most, new BsonInt64(-Long.MAX_VALUE))).isEqualTo(most);
  }

  @Test
  void whatRoundingLosesIsCarriedAlong() {
    assertThat(sum(new BsonDouble(1e16), new BsonDouble(1), new BsonDouble(-1e16)))
        .isEqualTo(new BsonDouble(1));
    assertThat(sum(new BsonInt64(1L << 60), new BsonDouble(0.5), new BsonInt64(-(1L << 60))))
        .isEqualTo(new BsonDouble(0.5));
  }

  @Test
  void whatIsNotFiniteStaysSo() {
    BsonValue infinity = new BsonDouble(Double.POSITIVE_INFINITY);

    assertThat(sum(infinity, new BsonInt32(1))).isEqualTo(infinity);
    assertThat(sum(infinity, new BsonDouble(Double.NEGATIVE_INFINITY)).asDouble().getValue())
        .isNaN();
    assertThat(sum(infinity, new BsonDecimal128(Decimal128.parse("1"))))
        .isEqualTo(new BsonDecimal128(Decimal128.POSITIVE_INFINITY));
  }

  @Test
  void sumsOfLongsAreExact() {
    long seed = Seeds.seed(SumTest.class);
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      Sum sum = new Sum();
      BigInteger exact = BigInteger.ZERO;
      for (int i = random.nextInt(20); i >= 0; i--) {
        long value = random.nextLong() >> random.nextInt(64);
        sum.add(new BsonInt64(value));
        exact = exact.add(BigInteger.valueOf(value));
      }
      BsonValue expected =
          exact.bitLength() < 64
              ? new BsonInt64(exact.longValue())
              : new BsonDouble(exact.doubleValue());
      assertThat(Numbers.toDouble(sum.value()))
          .as("seed %d", seed)
          .isCloseTo(
              Numbers.toDouble(expected), org.assertj.core.data.Percentage.withPercentage(1e-13));
      assertThat(sum.value().getBsonType()).as("seed %d", seed).isEqualTo(expected.getBsonType());
      if (expected.isInt64()) {
        assertThat(sum.value()).as("seed %d", seed).isEqualTo(expected);
      }
    }
  }

  @Test
  void sumsOfDoublesAreNearTheExactOnes() {
    long seed = Seeds.seed(SumTest.class);
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      Sum sum = new Sum();
      BigDecimal exact = BigDecimal.ZERO;
      BigDecimal size = BigDecimal.ZERO;
      for (int i = random.nextInt(50); i >= 0; i--) {
        double value = random.nextGaussian() * Math.pow(10, random.nextInt(30) - 15);
        sum.add(new BsonDouble(value));
        exact = exact.add(new BigDecimal(value));
        size = size.add(new BigDecimal(value).abs());
      }
      double error =
          new BigDecimal(sum.value().asDouble().getValue()).subtract(exact).abs().doubleValue();
      double allowed = Math.ulp(exact.doubleValue()) + size.doubleValue() * 0x1p-96;
      assertThat(error).as("seed %d", seed).isLessThanOrEqualTo(allowed);
    }
  }
}
