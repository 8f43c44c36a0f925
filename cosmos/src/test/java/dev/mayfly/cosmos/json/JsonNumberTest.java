package dev.mayfly.cosmos.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Seeds;
import java.util.Random;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JsonNumbers in both directions. */
class JsonNumberTest {
  @ParameterizedTest
  @CsvSource({
    "0.0, 0",
    "-0.0, 0",
    "5.0, 5",
    "-1.5, -1.5",
    "100.0, 100",
    "0.1, 0.1",
    "0.2, 0.2",
    "0.30000000000000004, 0.30000000000000004",
    "19.99, 19.99",
    "1234.5678, 1234.5678",
    "0.001, 0.001",
    "0.002, 0.002",
    "0.00001, 0.00001",
    "0.000001, 0.000001",
    "1.5e-6, 0.0000015",
    "1e-7, 1e-7",
    "1.25e-7, 1.25e-7",
    "123456.789e3, 123456789",
    "1e20, 100000000000000000000",
    "123456789012345680000, 123456789012345680000",
    "999999999999999900000, 999999999999999900000",
    "1e21, 1e+21",
    "-1e21, -1e+21",
    "1.5e21, 1.5e+21",
    "1e22, 1e+22",
    "1e23, 1e+23",
    "2e23, 2e+23",
    "1.2345e30, 1.2345e+30",
    "9007199254740992, 9007199254740992",
    "9007199254740994, 9007199254740994",
    "9.223372036854775807e18, 9223372036854776000",
    "4.611686018427388e18, 4611686018427388000",
    "4.9e-324, 5e-324",
    "9.9e-324, 1e-323",
    "1.5e-323, 1.5e-323",
    "2.0e-323, 2e-323",
    "2.5e-323, 2.5e-323",
    "2.2250738585072014E-308, 2.2250738585072014e-308",
    "2.225073858507201E-308, 2.225073858507201e-308",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "-1.7976931348623157e308, -1.7976931348623157e+308",
    "4.35, 4.35",
    "2.0000000000000004, 2.0000000000000004",
    "1.0E10, 10000000000",
    "12345678901234567, 12345678901234568",
  })
  void doublesArePrintedAsJavaScriptPrintsThem(String value, String printed) {
    assertThat(print(Double.parseDouble(value))).isEqualTo(printed);
  }

  @Test
  void numbersThatJsonDoesNotHaveAreObjects() {
    assertThat(print(Double.NaN)).isEqualTo("{\"$numberDouble\":\"NaN\"}");
    assertThat(print(Double.POSITIVE_INFINITY)).isEqualTo("{\"$numberDouble\":\"Infinity\"}");
    assertThat(print(Double.NEGATIVE_INFINITY)).isEqualTo("{\"$numberDouble\":\"-Infinity\"}");
  }

  @Test
  void everyDoubleComesBackFromItsText() {
    long seed = Seeds.seed(JsonNumberTest.class);
    Random random = new Random(seed);
    for (int i = 0; i < 100_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (i % 3 == 0) {
        value = random.nextInt(1_000_000) / Math.pow(10, random.nextInt(8));
      } else if (i % 3 == 1) {
        value = Double.longBitsToDouble(random.nextLong() & 0xFFFFL); // the smallest there are
      }
      if (Double.isFinite(value)) {
        String text = print(value);
        assertThat(Double.parseDouble(text)).as("seed %d: %s", seed, text).isEqualTo(value + 0.0);
        assertThat(text).as("seed %d", seed).isEqualTo(DoubleText.of(value));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0",
    "9",
    "10",
    "-1",
    "99",
    "100",
    "2147483647",
    "-2147483648",
    "2147483648",
    "9999999999",
    "999999999999999999",
    "1000000000000000000",
    "9223372036854775807",
    "-9223372036854775808",
    "-9223372036854775807"
  })
  void wholeNumbersArePrintedExactly(long value) {
    String text = new String(new JsonWriter().number(value).toByteArray(), UTF_8);
    assertThat(text).isEqualTo(Long.toString(value));
    assertThat(Json.parseValue(text).asNumber().longValue()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "0, INT32",
    "5.0, INT32",
    "1e2, INT32",
    "-2147483648, INT32",
    "2147483647, INT32",
    "2147483648, INT64",
    "-2147483649, INT64",
    "9223372036854775807, INT64",
    "-9223372036854775808, INT64",
    "9223372036854775808, DOUBLE",
    "-9223372036854775809, DOUBLE",
    "123456789012345678901234567890, DOUBLE",
    "0.5, DOUBLE",
    "-0, DOUBLE",
    "-0.0, DOUBLE",
    "1e300, DOUBLE",
    "1e-400, INT32",
  })
  void numbersTakeTheSmallestTypeThatHoldsThem(String text, BsonType type) {
    BsonValue value = Json.parseValue(text);
    assertThat(value.getBsonType()).isEqualTo(type);
    assertThat(value.asNumber().doubleValue()).isEqualTo(Double.parseDouble(text));
  }

  @Test
  void theNegativeZeroKeepsItsSignAndIsPrintedWithout() {
    for (String text : new String[] {"-0", "-0.0", "-0e5"}) {
      double value = Json.parseValue(text).asDouble().getValue();
      assertThat(Double.doubleToRawLongBits(value)).isEqualTo(Double.doubleToRawLongBits(-0.0));
    }
    assertThat(print(-0.0)).isEqualTo("0");
  }

  private static String print(double value) {
    return new String(new JsonWriter().number(value).toByteArray(), UTF_8);
  }
}
