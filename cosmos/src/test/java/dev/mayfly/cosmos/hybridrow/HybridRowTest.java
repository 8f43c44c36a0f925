package dev.mayfly.cosmos.hybridrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows of batches against bytes that were put together from the description of the format. */
class HybridRowTest {
  /** A create whose answer is not wanted, and a delete with a partition key and an etag. */
  private static final String OPERATIONS =
      "81f0d8ff7f010a000000"
          + "81f1d8ff7f240000004270c793"
          + "817054e17f430000000002000000137b226964223a2261222c22706b223a2270227d030c"
          + "81f1d8ff7f1c000000cc379e5c"
          + "817054e17f170400000002000000055b2270225d0164140903226522";

  /** An item that was created, and an operation that was throttled. */
  private static final String RESULTS =
      "81f0d8ff7f010a000000"
          + "81f1d8ff7f270000008d88862e"
          + "817154e17f0fc900000000000000032265220a7b226964223a2261227d1006295c8fc2f5281940"
          + "81f1d8ff7f1e000000ed6bca49"
          + "817154e17f03ad010000800c00000b05bc02000010060000000000000000";

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static void assertRefused(byte[] batch, String why) {
    assertThatThrownBy(() -> BatchOperationRow.read(batch, 100))
        .isInstanceOf(CosmosException.class)
        .hasMessageContaining(why)
        .extracting(e -> ((CosmosException) e).status())
        .isEqualTo(400);
  }

  @Test
  void readsWhatIsSent() {
    byte[] batch = bytes(OPERATIONS);
    List<BatchOperationRow> rows = BatchOperationRow.read(batch, 100);
    BatchOperationRow create = rows.get(0);
    assertThat(new String(batch, create.bodyOffset(), create.bodyLength(), StandardCharsets.UTF_8))
        .isEqualTo("{\"id\":\"a\",\"pk\":\"p\"}");
    assertThat(create)
        .isEqualTo(
            new BatchOperationRow(
                BatchOperationRow.CREATE, null, null, create.bodyOffset(), 19, null, null, true));
    BatchOperationRow delete = rows.get(1);
    assertThat(delete)
        .isEqualTo(
            new BatchOperationRow(
                BatchOperationRow.DELETE,
                "[\"p\"]",
                "d",
                delete.bodyOffset(),
                0,
                "\"e\"",
                null,
                false));
    assertThat(rows).hasSize(2);
    assertThat(
            new OperationBytes()
                .operation(0, null, null, "{\"id\":\"a\",\"pk\":\"p\"}", new byte[] {3, 12})
                .operation(4, "[\"p\"]", "d", null, OperationBytes.sparse(9, "\"e\""))
                .toByteArray())
        .isEqualTo(batch);
  }

  @Test
  void writesWhatIsRead() {
    BatchResultWriter writer = new BatchResultWriter();
    writer.add(201, 0, "\"e\"", "{\"id\":\"a\"}".getBytes(StandardCharsets.UTF_8), 0, 6.29);
    writer.add(429, 3200, null, null, 700, 0);
    assertThat(writer.toByteArray()).isEqualTo(bytes(RESULTS));
    assertThat(ResultBytes.read(writer.toByteArray()))
        .containsExactly(
            new ResultBytes(201, 0, "\"e\"", "{\"id\":\"a\"}", 0, 6.29),
            new ResultBytes(429, 3200, null, null, 700, 0));
  }

  @Test
  void lengthsMayTakeSeveralBytes() {
    String body = "{\"id\":\"" + "ä".repeat(100_000) + "\"}";
    byte[] batch = new OperationBytes().operation(20, null, body).toByteArray();
    BatchOperationRow row = BatchOperationRow.read(batch, 100).get(0);
    assertThat(new String(batch, row.bodyOffset(), row.bodyLength(), StandardCharsets.UTF_8))
        .isEqualTo(body);
    BatchResultWriter writer = new BatchResultWriter();
    writer.add(200, 0, null, body.getBytes(StandardCharsets.UTF_8), 0, 1);
    assertThat(ResultBytes.read(writer.toByteArray()).get(0).body()).isEqualTo(body);
  }

  /** Columns that it does not know, with a number, by a name of their own, of every simple type. */
  @Test
  void passesOverOtherColumns() {
    byte[] sparse =
        bytes(
            "0101" // null
                + "1408074578636c756465" // indexingDirective "Exclude"
                + "05"
                + "0e"
                + "78"
                + "01" // an int8 named x
                + "080f7979"
                + "0102030405060708" // an int64 named yy
                + "150e7a"
                + "020102" // bytes named z
                + "140a"
                + "032a2a2a" // ifNoneMatch
                + "020c"); // minimalReturnPreference false
    byte[] batch = new OperationBytes().operation(2, "[1]", "i", null, sparse).toByteArray();
    BatchOperationRow row = BatchOperationRow.read(batch, 100).get(0);
    assertThat(row.ifNoneMatch()).isEqualTo("***");
    assertThat(row.minimal()).isFalse();
  }

  /** A segment may come again and may have a comment. */
  @Test
  void segmentsMayBeLonger() {
    byte[] batch =
        new OperationBytes()
            .operation(4, "a", null)
            .hex("81f0d8ff7f0111000000" + "1402056869686968")
            .toByteArray();
    assertRefused(batch, "HybridRow");
    batch =
        new OperationBytes()
            .operation(4, "a", null)
            .hex("81f0d8ff7f0112000000" + "1402056869686968")
            .operation(4, "b", null)
            .toByteArray();
    assertThat(BatchOperationRow.read(batch, 100)).hasSize(2);
  }

  @Test
  void refusesWhatItCanNotRead() {
    assertRefused(bytes("81"), "cut off");
    assertRefused(bytes("81010203"), "cut off");
    assertRefused(bytes("8101020304"), "no segment");
    // A record before any segment, one of a negative length, one beyond the end, a wrong checksum.
    assertRefused(bytes(OPERATIONS.substring(20)), "no segment");
    assertRefused(bytes("81f0d8ff7f010a00000081f1d8ff7fffffffff00000000"), "cut off");
    assertRefused(bytes("81f0d8ff7f010a00000081f1d8ff7fffffff7f00000000"), "cut off");
    assertRefused(bytes(OPERATIONS.replace("4270c793", "4270c794")), "checksum");
    assertRefused(bytes("81f0d8ff7f010400000081"), "cut off");
    assertRefused(bytes("81f0d8ff7f0000000000"), "no length");
    assertRefused(record("807054e17f430000000002000000"), "version");
    assertRefused(record("817154e17f030000000002000000"), "no operation");
    assertRefused(record("817054e17f020000000002000000"), "no type");
    assertRefused(record("817054e17f830000000002000000"), "no type");
    assertRefused(record("817054e17f030000000001000000"), "something else than an item");
    assertRefused(record("817054e17f0b00000000020000000100"), "effectivePartitionKey");
    assertRefused(record("817054e17f230000000002000000"), "binaryId");
    assertRefused(record("817054e17f030000000002000000070b05000000"), "timeToLiveInSeconds");
    // Lengths: beyond the row, of too many bytes, above what a number holds.
    assertRefused(record("817054e17f13000000000200000005"), "cut off");
    assertRefused(record("817054e17f130000000002000000ffffffffffff01"), "too large");
    assertRefused(record("817054e17f130000000002000000ffffffff0f"), "too large");
    assertRefused(record("817054e17f13000000000200000001ff"), "not UTF-8");
    assertRefused(record("817054e17f0300000000020000001e08"), "unknown type 30");
    assertRefused(record("817054e17f030000000002000000070901000000"), "precondition");
    assertRefused(record("817054e17f03000000000200000014"), "cut off");
  }

  private static byte[] record(String row) {
    return new OperationBytes().record(bytes(row)).toByteArray();
  }

  /** Whatever bytes are changed, it is read or refused with 400. */
  @Test
  void anyBytesAreReadOrRefused() {
    Random random = Seeds.random(HybridRowTest.class);
    byte[] whole = bytes(OPERATIONS);
    for (int round = 0; round < 20_000; round++) {
      byte[] batch = Arrays.copyOf(whole, whole.length - random.nextInt(3) * random.nextInt(40));
      for (int i = random.nextInt(4); i >= 0; i--) {
        batch[random.nextInt(batch.length)] = (byte) random.nextInt(256);
      }
      byte[] row =
          Arrays.copyOfRange(batch, Math.min(23, batch.length), Math.min(59, batch.length));
      for (byte[] each : new byte[][] {batch, new OperationBytes().record(row).toByteArray()}) {
        try {
          BatchOperationRow.read(each, 100)
              .forEach(
                  read ->
                      assertThat(read.bodyOffset() + read.bodyLength())
                          .isLessThanOrEqualTo(each.length));
        } catch (CosmosException e) {
          assertThat(e.status()).isEqualTo(400);
        }
      }
    }
  }
}
