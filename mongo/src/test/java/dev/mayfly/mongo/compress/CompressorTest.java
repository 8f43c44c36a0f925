package dev.mayfly.mongo.compress;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressorTest {
  @ParameterizedTest
  @EnumSource(Compressor.class)
  void whatIsMadeShorterComesBack(Compressor compressor) {
    byte[] message = message(300_000);

    byte[] shorter = compressor.compress(message, 0, message.length);

    assertThat(shorter.length).isLessThan(message.length);
    assertThat(decompressed(compressor, shorter, message.length)).isEqualTo(message);
  }

  /** Go's driver and the tools built with it announce a window of 16 MiB. */
  @ParameterizedTest
  @ValueSource(ints = {20, 23, 24, 27})
  void theWindowMayBeWide(int windowLog) throws IOException {
    byte[] message = message(1_000_000);

    byte[] stream = zstdStream(message, windowLog);

    assertThat(Byte.toUnsignedInt(stream[5]) >>> 3).isEqualTo(windowLog - 10);
    assertThat(decompressed(Compressor.ZSTD, stream, message.length)).isEqualTo(message);
  }

  @Test
  void whatIsReadIsLeftAsItIs() throws IOException {
    byte[] stream = zstdStream(message(300_000), 24);
    byte[] before = stream.clone();

    decompressed(Compressor.ZSTD, stream, 300_000);

    assertThat(stream).isEqualTo(before);
  }

  private static byte[] zstdStream(byte[] message, int windowLog) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZstdOutputStream zstd = new ZstdOutputStream(bytes)) {
      zstd.setLong(windowLog);
      zstd.write(message);
    }
    return bytes.toByteArray();
  }

  private static byte[] message(int length) {
    byte[] message = new byte[length];
    for (int i = 0; i < length; i += 1000) {
      message[i] = (byte) (i / 1000);
    }
    return message;
  }

  private static byte[] decompressed(Compressor compressor, byte[] from, int length) {
    int before = 16;
    byte[] to = new byte[before + length];
    assertThat(compressor.decompress(from, 0, from.length, to, before)).isEqualTo(length);
    return Arrays.copyOfRange(to, before, to.length);
  }
}
