package dev.mayfly.engine.partition;

import static dev.mayfly.engine.bson.Bodies.assertRefused;
import static dev.mayfly.engine.error.ErrorCode.WRONG_PARTITION_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.partition.PartitionKeyDefinition.Kind;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EffectivePartitionKeyTest {
  private static final PartitionKeyDefinition V1 =
      new PartitionKeyDefinition(Kind.HASH, List.of(FieldPath.ofSlashed("/pk")), 1);
  private static final PartitionKeyDefinition V2 = PartitionKeyDefinition.hash("/pk");
  private static final PartitionKeyDefinition MULTI =
      PartitionKeyDefinition.multiHash("/a", "/b", "/c");

  private static final String A = "3A5381E1114EB8D3FCC90795045B49B7";
  private static final String B = "195644569A78B1E22D200348AF9416CE";
  private static final String FIVE = "19C08621B135968252FB34B4CF66F811";

  private static String hex(PartitionKeyDefinition definition, Object... values) {
    byte[] epk = EffectivePartitionKey.of(definition, PartitionKey.of(values));
    return HexFormat.of().withUpperCase().formatHex(epk);
  }

  static Stream<Arguments> vectors() {
    return Stream.of(
        Arguments.of(
            "redmond", "22E342F38A486A088463DFF7838A5963", "05C1EFE313830C087366656E706F6500"),
        Arguments.of("1", "3C80B1B7310BB39F29CC4EA05BDD461E", "05C1A3C5D33F20083200"),
        Arguments.of("", "32E9366E637A71B4E710384B2F4970A0", "05C1CF33970FF80800"),
        Arguments.of(5, "19C08621B135968252FB34B4CF66F811", "05C1D9C1C5517C05C014"),
        Arguments.of(5.5, "0E2EE47829D1AF775EEFB6540FD1D0ED", "05C1D7A771716C05C016"),
        Arguments.of(-1, "19938E7A936C1C5B9E3AE842BBC16839", "05C1D1A5BDDF9C054010"),
        Arguments.of(0, "155B95BEDAC4B1E9EC1CDC9BB0DDDE58", "05C1BF6DA11560058000"),
        Arguments.of(true, "0E711127C5B5A8E4726AC6DD306A3E59", "05C1D7C5A903D803"),
        Arguments.of(false, "2FE1BE91E90A3439635E0E9E37361EF2", "05C1DB857D857C02"),
        Arguments.of(null, "378867E4430E67857ACE5C908374FE16", "05C1ED45D7475601"),
        Arguments.of(
            PartitionKey.UNDEFINED, "11622DAA78F835834610ABE56EFF5CB5", "05C1D529E345DC00"));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void sameAsTheClients(Object value, String v2, String v1) {
    assertThat(hex(V2, value)).isEqualTo(v2);
    assertThat(hex(V1, value)).isEqualTo(v1);
  }

  @Test
  void levelsAreHashedOneByOne() {
    assertThat(hex(MULTI, "a", "b", 5)).isEqualTo(A + B + FIVE);
    assertThat(hex(MULTI, "a", "b")).isEqualTo(A + B);
    assertThat(hex(MULTI, "a")).isEqualTo(A);
    assertThat(hex(MULTI)).isEmpty();
    assertThat(hex(PartitionKeyDefinition.NONE)).isEmpty();
  }

  @Test
  void negativeZeroIsZero() {
    assertThat(hex(V2, -0.0)).isEqualTo(hex(V2, 0));
  }

  @Test
  void version1ChecksTheBeginningOnly() {
    String hundred = "x".repeat(100);
    assertThat(hex(V1, hundred)).isEqualTo(hex(V1, hundred + "y")).endsWith("7900");
    assertThat(hex(V1, "x".repeat(99))).isNotEqualTo(hex(V1, hundred));
    assertThat(hex(V2, hundred)).isNotEqualTo(hex(V2, hundred + "y"));
    // 100 characters of two bytes: 101 bytes are kept and no terminator.
    String wide = hex(V1, "\u00e9".repeat(100));
    assertThat(wide).endsWith("C4AA".repeat(50) + "C4");
    // A cut through a surrogate pair is no error.
    assertThat(hex(V1, "x".repeat(99) + "\ud83d\ude00")).isNotEmpty();
  }

  @Test
  void tooManyValuesAreRefused() {
    assertRefused(WRONG_PARTITION_KEY, () -> hex(V2, "a", "b"))
        .hasMessageContaining("[\"a\",\"b\"]")
        .hasMessageContaining("/pk");
    assertRefused(WRONG_PARTITION_KEY, () -> hex(PartitionKeyDefinition.NONE, "a"));
  }
}
