package dev.mayfly.cosmos.hybridrow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** What the .NET SDK finds in the answer to a batch. */
public record ResultBytes(
    int status, int subStatus, String etag, String body, long retryAfterMillis, double charge) {

  public static List<ResultBytes> read(byte[] answer) {
    ByteBuffer in = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
    header(in, 2_147_473_648);
    assertThat(in.get()).isEqualTo((byte) 1);
    assertThat(in.getInt()).as("length of the segment").isEqualTo(in.position());
    List<ResultBytes> results = new ArrayList<>();
    while (in.hasRemaining()) {
      header(in, 2_147_473_649);
      int length = in.getInt();
      int checksum = in.getInt();
      CRC32 crc = new CRC32();
      crc.update(answer, in.position(), length);
      assertThat(checksum).isEqualTo((int) crc.getValue());
      results.add(row(in.slice().order(ByteOrder.LITTLE_ENDIAN).limit(length)));
      in.position(in.position() + length);
    }
    return results;
  }

  private static void header(ByteBuffer in, int schema) {
    assertThat(in.get()).isEqualTo((byte) 0x81);
    assertThat(in.getInt()).isEqualTo(schema);
  }

  private static ResultBytes row(ByteBuffer in) {
    in.order(ByteOrder.LITTLE_ENDIAN);
    header(in, 2_145_473_649);
    int present = in.get();
    assertThat(present & 3).isEqualTo(3);
    int status = in.getInt();
    int subStatus = in.getInt();
    String etag = (present & 4) == 0 ? null : text(in);
    String body = (present & 8) == 0 ? null : text(in);
    long retryAfterMillis = 0;
    double charge = -1;
    while (in.hasRemaining()) {
      int type = in.get();
      int path = in.get();
      if (path == 5) {
        assertThat(type).isEqualTo(11);
        retryAfterMillis = in.getInt() & 0xFFFF_FFFFL;
      } else {
        assertThat(List.of(type, path)).containsExactly(16, 6);
        charge = in.getDouble();
      }
    }
    return new ResultBytes(status, subStatus, etag, body, retryAfterMillis, charge);
  }

  private static String text(ByteBuffer in) {
    int length = 0;
    int shift = 0;
    byte next;
    do {
      next = in.get();
      length |= (next & 127) << shift;
      shift += 7;
    } while (next < 0);
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
