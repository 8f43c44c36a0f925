package dev.mayfly.mongo.sort;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.collation.Collations;
import dev.mayfly.mongo.random.RandomDocuments;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

class KeyPrefixTest {
  private static final int COUNT = 300;

  private final Random random = Seeds.random(KeyPrefixTest.class);

  private List<BsonValue> values() {
    List<BsonValue> values =
        new ArrayList<>(
            List.of(
                new BsonMinKey(),
                new BsonMaxKey(),
                BsonNull.VALUE,
                new BsonUndefined(),
                new BsonDouble(Double.NaN),
                new BsonDouble(Double.NEGATIVE_INFINITY),
                new BsonDouble(Double.POSITIVE_INFINITY),
                new BsonDouble(-0.0),
                new BsonInt32(0),
                new BsonDouble(Double.MIN_VALUE),
                new BsonInt64(Long.MAX_VALUE),
                new BsonInt64(Long.MAX_VALUE - 1),
                new BsonInt64(Long.MIN_VALUE),
                new BsonDouble(9.3e18),
                new BsonDecimal128(Decimal128.parse("-0")),
                new BsonDecimal128(Decimal128.parse("1E-6176")),
                new BsonDecimal128(Decimal128.parse("9.99E+6144")),
                new BsonDecimal128(Decimal128.NaN),
                new BsonDecimal128(Decimal128.NEGATIVE_INFINITY),
                new BsonDecimal128(Decimal128.parse("0.1")),
                new BsonDouble(0.1),
                new BsonString(""),
                new BsonString("a"),
                new BsonString("a\0"),
                new BsonSymbol("abc"),
                new BsonString("abcdefg"),
                new BsonString("abcdefgh"),
                new BsonSymbol("abcdefgh"),
                new BsonString("abcdefghijklmno"),
                new BsonString("abcdefghijklmnop"),
                new BsonString("abcdefgé"),
                new BsonString("abc\0\0\0\0\0x"),
                new BsonString("abc\u007f"),
                new BsonString("abcé"),
                new BsonString("abc\ud83d\ude00"),
                new BsonString("abc\uffff")));
    RandomDocuments documents = new RandomDocuments(random);
    for (int i = 0; i < COUNT; i++) {
      values.add(documents.value());
      values.add(new BsonDouble(Double.longBitsToDouble(random.nextLong())));
      values.add(new BsonInt64(random.nextLong() >> random.nextInt(60)));
      values.add(new BsonString(text()));
    }
    return values;
  }

  /** Texts that often begin alike. */
  private String text() {
    StringBuilder text = new StringBuilder("abcdefghijklmnopq".substring(0, random.nextInt(17)));
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append("a\0bé\uffff".charAt(random.nextInt(5)));
    }
    return text.toString();
  }

  @Test
  void noSmallerValueHasALargerPrefix() {
    BsonOrder german = Collations.order(BsonDocument.parse("{locale: 'de'}"));
    for (BsonOrder order : List.of(BsonOrder.SIMPLE, german)) {
      boolean simple = order.collation() == null;
      List<BsonValue> values = values();
      for (BsonValue one : values) {
        for (BsonValue other : values) {
          int compared =
              Long.compareUnsigned(KeyPrefix.of(one, simple), KeyPrefix.of(other, simple));
          if (compared == 0) {
            compared =
                Long.compareUnsigned(KeyPrefix.rest(one, simple), KeyPrefix.rest(other, simple));
          }
          if (compared != 0) {
            assertThat(Integer.signum(order.compare(one, other)))
                .as("%s and %s", one, other)
                .isEqualTo(compared);
          }
        }
      }
    }
    assertThat(KeyPrefix.of(new BsonInt32(1), true))
        .isNotEqualTo(KeyPrefix.of(new BsonInt32(2), true));
    assertThat(KeyPrefix.of(new BsonString("a"), true))
        .isNotEqualTo(KeyPrefix.of(new BsonString("b"), true));
    assertThat(KeyPrefix.rest(new BsonString("customer-1"), true))
        .isNotEqualTo(KeyPrefix.rest(new BsonString("customer-2"), true));
  }
}
