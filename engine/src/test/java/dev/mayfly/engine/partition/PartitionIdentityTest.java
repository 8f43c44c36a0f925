package dev.mayfly.engine.partition;

import static dev.mayfly.engine.bson.Bodies.hex;
import static dev.mayfly.engine.partition.PartitionIdentity.identity;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionIdentityTest {
  @Test
  void equalKeysHaveEqualIdentities() {
    assertThat(identity(PartitionKey.of(5, "x"))).isEqualTo(identity(PartitionKey.of(5.0, "x")));
    assertThat(identity(PartitionKey.of(-0.0))).isEqualTo(identity(PartitionKey.of(0)));
  }

  @Test
  void theBytesAreTheDiskFormat() {
    assertThat(identity(PartitionKey.NONE)).isEqualTo(hex("00"));
    assertThat(identity(PartitionKey.of("a", 5, null))).isEqualTo(hex("03 30 61 00 1C 0A 0A"));
    assertThat(identity(PartitionKey.of(PartitionKey.UNDEFINED, true, false)))
        .isEqualTo(hex("03 08 59 58"));
  }

  @Test
  void longKeysAreHashed() {
    assertThat(identity(PartitionKey.of("x".repeat(37)))).hasSize(40);
    assertThat(identity(PartitionKey.of("x".repeat(38)))).hasSize(33).startsWith(0x80);
    assertThat(identity(PartitionKey.of("x".repeat(2048)))).hasSize(33);
    assertThat(identity(PartitionKey.of("x".repeat(2048))))
        .isNotEqualTo(identity(PartitionKey.of("x".repeat(2047) + "y")));
  }

  @Test
  void noIdentityBeginsAnother() {
    List<Object> values = new ArrayList<>(List.of(PartitionKey.UNDEFINED, true, false));
    values.addAll(List.of(0, 1, -1, 300, 0.5, "", "a", "ab", "a\0", "\0", "1", "x".repeat(60)));
    values.add(null);
    List<PartitionKey> keys = new ArrayList<>(List.of(PartitionKey.NONE));
    for (Object a : values) {
      keys.add(PartitionKey.of(a));
      for (Object b : values) {
        keys.add(PartitionKey.of(a, b));
      }
    }
    for (PartitionKey a : keys) {
      for (PartitionKey b : keys) {
        if (!a.equals(b)) {
          byte[] left = identity(a);
          byte[] right = identity(b);
          assertThat(Arrays.mismatch(left, right))
              .as("%s and %s", a, b)
              .isBetween(0, Math.min(left.length, right.length) - 1);
        }
      }
    }
  }

  /** Version 1 looks at 100 characters only, so here are two keys with one effective key. */
  @Test
  void collidingEffectiveKeysAreDistinguished() {
    PartitionKeyDefinition v1 =
        new PartitionKeyDefinition(
            PartitionKeyDefinition.Kind.HASH, PartitionKeyDefinition.hash("/a").paths(), 1);
    PartitionKey a = PartitionKey.of("x".repeat(100) + "a");
    PartitionKey b = PartitionKey.of("x".repeat(100) + "b");
    assertThat(EffectivePartitionKey.of(v1, a)).isEqualTo(EffectivePartitionKey.of(v1, b));
    assertThat(identity(a)).isNotEqualTo(identity(b));
  }
}
