package dev.mayfly.cosmos.hybridrow;

import dev.mayfly.cosmos.http.CosmosException;
import java.util.ArrayList;
import java.util.List;

/**
 * An operation of a batch, as the .NET SDK sends it.
 *
 * @param operationType a number of the SDK
 * @param partitionKey a text that holds a JSON array, or null
 * @param id of the item, or null
 * @param bodyOffset where the JSON of the operation begins in the bytes of the batch
 * @param bodyLength 0 if it has none
 */
public record BatchOperationRow(
    int operationType,
    String partitionKey,
    String id,
    int bodyOffset,
    int bodyLength,
    String ifMatch,
    String ifNoneMatch,
    boolean minimal) {

  public static final int CREATE = 0;
  public static final int PATCH = 1;
  public static final int READ = 2;
  public static final int DELETE = 4;
  public static final int REPLACE = 5;
  public static final int UPSERT = 20;

  private static final int DOCUMENT = 2;

  // Which columns are there.
  private static final int HAS_OPERATION = 1;
  private static final int HAS_RESOURCE_TYPE = 2;
  private static final int HAS_PARTITION_KEY = 4;
  private static final int HAS_EFFECTIVE_PARTITION_KEY = 8;
  private static final int HAS_ID = 16;
  private static final int HAS_BINARY_ID = 32;
  private static final int HAS_BODY = 64;
  private static final int HAS_UNKNOWN = 128;

  /** Whether a body is in this form; none in JSON begins so. */
  public static boolean isFirstOf(byte[] body) {
    return body.length > 0 && body[0] == Format.VERSION;
  }

  /**
   * The operations of a batch, at most one more than {@code most}.
   *
   * @throws CosmosException 400 if it can't be read
   */
  public static List<BatchOperationRow> read(byte[] batch, int most) {
    RowInput input = new RowInput(batch, 0, batch.length);
    List<BatchOperationRow> rows = new ArrayList<>();
    boolean begun = false;
    while (!input.isEmpty() && rows.size() <= most) {
      int from = input.position();
      int schema = input.schema();
      if (schema == Format.SEGMENT) {
        begun = true;
        skipSegment(input, from);
      } else if (schema == Format.RECORD && begun) {
        rows.add(row(record(input)));
      } else {
        throw RowInput.malformed("there is no segment or record at byte " + from);
      }
    }
    return rows;
  }

  /** It may describe its schemas; they are known. */
  private static void skipSegment(RowInput input, int from) {
    if ((input.uint8() & 1) == 0) {
      throw RowInput.malformed("a segment has no length");
    }
    int length = input.int32();
    input.skip(length - (input.position() - from));
  }

  private static RowInput record(RowInput input) {
    int length = input.int32();
    int checksum = input.int32();
    RowInput record = input.part(length);
    if (record.checksum() != checksum) {
      throw RowInput.malformed("the checksum of an operation does not match");
    }
    return record;
  }

  private static BatchOperationRow row(RowInput input) {
    if (input.schema() != Format.BATCH_OPERATION) {
      throw RowInput.malformed("a row is no operation");
    }
    int present = input.uint8();
    int operationType = input.int32();
    int resourceType = input.int32();
    if ((present & HAS_OPERATION) == 0 || (present & HAS_UNKNOWN) != 0) {
      throw RowInput.malformed("an operation has no type");
    }
    if ((present & HAS_RESOURCE_TYPE) != 0 && resourceType != DOCUMENT) {
      throw RowInput.malformed("an operation is for something else than an item");
    }
    String partitionKey = (present & HAS_PARTITION_KEY) == 0 ? null : text(input);
    if ((present & (HAS_EFFECTIVE_PARTITION_KEY | HAS_BINARY_ID)) != 0) {
      throw unsupported("an effectivePartitionKey or a binaryId");
    }
    String id = (present & HAS_ID) == 0 ? null : text(input);
    int bodyLength = (present & HAS_BODY) == 0 ? 0 : input.varint();
    int bodyOffset = input.skip(bodyLength);
    return withSparse(
        input,
        new BatchOperationRow(
            operationType, partitionKey, id, bodyOffset, bodyLength, null, null, false));
  }

  private static BatchOperationRow withSparse(RowInput input, BatchOperationRow row) {
    String ifMatch = null;
    String ifNoneMatch = null;
    boolean minimal = false;
    while (!input.isEmpty()) {
      int type = input.uint8();
      String path = path(input);
      switch (path) {
        case "ifMatch" -> ifMatch = sparseText(input, type);
        case "ifNoneMatch" -> ifNoneMatch = sparseText(input, type);
        case "minimalReturnPreference" -> {
          minimal = type == Format.TRUE;
          skipValue(input, type);
        }
        // Its TTL would be ignored: an item dies by the ttl in its body.
        case "timeToLiveInSeconds" -> throw unsupported("timeToLiveInSeconds");
        default -> skipValue(input, type);
      }
    }
    return new BatchOperationRow(
        row.operationType,
        row.partitionKey,
        row.id,
        row.bodyOffset,
        row.bodyLength,
        ifMatch,
        ifNoneMatch,
        minimal);
  }

  private static String path(RowInput input) {
    int number = input.varint();
    int known = Format.OPERATION_PATHS.size();
    return number < known ? Format.OPERATION_PATHS.get(number) : input.utf8(number - known);
  }

  private static String text(RowInput input) {
    return input.utf8(input.varint());
  }

  private static String sparseText(RowInput input, int type) {
    if (type == Format.NULL) {
      return null;
    }
    if (type != Format.UTF8) {
      throw RowInput.malformed("a precondition is no text");
    }
    return text(input);
  }

  private static void skipValue(RowInput input, int type) {
    switch (type) {
      case Format.NULL, Format.FALSE, Format.TRUE -> {}
      case Format.INT8, Format.UINT8 -> input.skip(1);
      case Format.INT16, Format.UINT16 -> input.skip(2);
      case Format.INT32, Format.UINT32, Format.FLOAT32 -> input.skip(4);
      case Format.INT64, Format.UINT64, Format.FLOAT64 -> input.skip(8);
      case Format.UTF8, Format.BINARY -> input.skip(input.varint());
      default -> throw RowInput.malformed("a column is of the unknown type " + type);
    }
  }

  private static CosmosException unsupported(String what) {
    return CosmosException.errors(
        400, 0, "An operation of the batch has " + what + ", which this server does not support.");
  }
}
