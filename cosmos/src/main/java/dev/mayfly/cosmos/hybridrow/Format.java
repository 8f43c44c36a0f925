package dev.mayfly.cosmos.hybridrow;

import java.util.List;

/**
 * The constants of the format. A row begins with its version and the number of its schema. Then
 * come bits that say which columns are there, the columns of fixed length, those of variable length
 * that are there, and any number of sparse columns: a type, a path and a value. All numbers are
 * little-endian. A path is the number of a name that the schema has, or the length of a name plus
 * how many names the schema has.
 */
final class Format {
  static final byte VERSION = (byte) 0x81;

  /** Version and schema. */
  static final int HEADER_BYTES = 5;

  /** Begins a stream; its length is that of the row itself. */
  static final int SEGMENT = 0x7FFF_D8F0;

  /** Precedes each row: its length and its checksum. */
  static final int RECORD = 0x7FFF_D8F1;

  static final int BATCH_OPERATION = 2_145_473_648;
  static final int BATCH_RESULT = 2_145_473_649;

  /** The names of the schemas, by their numbers; the empty name is in each. */
  static final List<String> OPERATION_PATHS =
      List.of(
          "",
          "operationType",
          "resourceType",
          "partitionKey",
          "effectivePartitionKey",
          "id",
          "binaryId",
          "resourceBody",
          "indexingDirective",
          "ifMatch",
          "ifNoneMatch",
          "timeToLiveInSeconds",
          "minimalReturnPreference");

  static final List<String> RESULT_PATHS =
      List.of(
          "",
          "statusCode",
          "subStatusCode",
          "eTag",
          "resourceBody",
          "retryAfterMilliseconds",
          "requestCharge");

  // Types of sparse columns.
  static final int NULL = 1;
  static final int FALSE = 2;
  static final int TRUE = 3;
  static final int INT8 = 5;
  static final int INT16 = 6;
  static final int INT32 = 7;
  static final int INT64 = 8;
  static final int UINT8 = 9;
  static final int UINT16 = 10;
  static final int UINT32 = 11;
  static final int UINT64 = 12;
  static final int FLOAT32 = 15;
  static final int FLOAT64 = 16;
  static final int UTF8 = 20;
  static final int BINARY = 21;

  private Format() {}
}
