package dev.mayfly.engine.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Published values of the two variants. */
class MurmurHash3Test {
  private static final String FOX = "The quick brown fox jumps over the lazy dog";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String hash128(String text) {
    MurmurHash3.Hash128 hash = MurmurHash3.hash128(bytes(text));
    return String.format("%016x%016x", hash.first(), hash.second());
  }

  @Test
  void hash32() {
    assertThat(MurmurHash3.hash32(bytes(""))).isZero();
    assertThat(MurmurHash3.hash32(bytes("hello"))).isEqualTo(0x248BFA47);
    assertThat(MurmurHash3.hash32(bytes("hello, world"))).isEqualTo(0x149BBB7F);
    assertThat(MurmurHash3.hash32(bytes(FOX))).isEqualTo(0x2E4FF723);
  }

  @Test
  void hash128() {
    assertThat(hash128("")).isEqualTo("00000000000000000000000000000000");
    assertThat(hash128("hello")).isEqualTo("cbd8a7b341bd9b025b1e906a48ae1d19");
    assertThat(hash128(FOX)).isEqualTo("e34bbc7bbc071b6c7a433ca9c49a9347");
  }
}
