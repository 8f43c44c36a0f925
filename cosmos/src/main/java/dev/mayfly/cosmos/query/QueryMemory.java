package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.query.memory.MemoryRefusal;

/** The heap memory of queries: what a body takes once it is read, and how too much is refused. */
final class QueryMemory {
  private static final int OBJECT_BYTES = 168;
  private static final int ARRAY_BYTES = 64;
  private static final int VALUE_BYTES = 64;

  private QueryMemory() {}

  static CosmosException refused(MemoryRefusal refusal) {
    if (refusal.isTooLarge()) {
      return CosmosException.errors(
          400,
          0,
          "The query needs more than "
              + refusal.bytesMax()
              + " bytes of memory, which is the limit for one query: filter more, select less, or"
              + " ask for smaller pages.");
    }
    return CosmosException.errors(
        503,
        0,
        "The query needs "
            + refusal.heldBytes()
            + " bytes of memory, which other requests hold at the moment: try again later.");
  }

  /** At most what the values of a JSON text take as objects, whatever they are. */
  static long ofJson(byte[] json) {
    long size = 2L * json.length;
    for (byte each : json) {
      switch (each) {
        case '{' -> size += OBJECT_BYTES;
        case '[' -> size += ARRAY_BYTES;
        case ',' -> size += VALUE_BYTES;
        default -> {
          // Part of a value that is counted.
        }
      }
    }
    return size;
  }
}
