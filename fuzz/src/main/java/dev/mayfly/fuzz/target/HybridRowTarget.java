package dev.mayfly.fuzz.target;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.hybridrow.BatchOperationRow;
import dev.mayfly.fuzz.input.Input;
import dev.mayfly.fuzz.world.Limits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Batches in the binary form of the .NET SDK: as they are, or the row of one operation inside what
 * precedes it, whose checksum no mutation would find.
 */
public final class HybridRowTarget implements Target {
  private static final int SECONDS_MAX = 2;
  private static final long ALLOCATED_BYTES_MAX = 8 << 20;
  private static final int OPERATIONS_MAX = 100;
  private static final byte[] SEGMENT = {
    (byte) 0x81, (byte) 0xF0, (byte) 0xD8, (byte) 0xFF, 0x7F, 1, 10, 0, 0, 0
  };
  private static final byte[] RECORD = {(byte) 0x81, (byte) 0xF1, (byte) 0xD8, (byte) 0xFF, 0x7F};

  @Override
  public String name() {
    return "hybridrow";
  }

  @Override
  public String about() {
    return "batches of the .NET SDK: refused with 400, or their operations are within the batch";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.cosmos.hybridrow");
  }

  @Override
  public int bytesMax() {
    return 2048;
  }

  @Override
  public void run(byte[] input) throws Throwable {
    Limits.onThread(SECONDS_MAX, ALLOCATED_BYTES_MAX, () -> check(new Input(input)));
  }

  private static void check(Input input) {
    boolean whole = input.below(2) == 0;
    byte[] bytes = input.rest();
    byte[] batch = whole ? bytes : record(bytes);
    try {
      for (BatchOperationRow row : BatchOperationRow.read(batch, OPERATIONS_MAX)) {
        if (row.bodyLength() < 0 || row.bodyOffset() > batch.length - row.bodyLength()) {
          throw new AssertionError("the body of " + row + " is not in the batch");
        }
      }
    } catch (CosmosException e) {
      if (e.status() != 400) {
        throw new AssertionError("status " + e.status() + ": " + e.getMessage(), e);
      }
    }
  }

  private static byte[] record(byte[] row) {
    CRC32 crc = new CRC32();
    crc.update(row);
    return ByteBuffer.allocate(SEGMENT.length + RECORD.length + 8 + row.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(SEGMENT)
        .put(RECORD)
        .putInt(row.length)
        .putInt((int) crc.getValue())
        .put(row)
        .array();
  }
}
